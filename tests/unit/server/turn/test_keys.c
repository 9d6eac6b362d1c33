/* SPDX-License-Identifier: MIT */
/*
 * Keys of requests: what bore one is done once and answered the same again, over any connection and
 * after any crash; what changed nothing is judged anew.
 */
#include "server/core/turn/keys.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define OPEN "{'op':'room.open','variant':'mini','key':'k'}"

/* How many rooms are open. */
static size_t rooms_open(struct rig *rig)
{
    return json_array_size(
        json_object_get(rig_ask(rig_connect(rig), "{'op':'room.list'}"), "rooms"));
}

/* The fields of two replies, which answer different requests. */
static void assert_same(const json_t *again, const json_t *first)
{
    json_t *left = json_copy((json_t *)again);
    json_t *right = json_copy((json_t *)first);
    assert_ok(again);
    assert_ok(first);
    json_object_del(left, "re");
    json_object_del(right, "re");
    assert_true(json_equal(left, right));
    json_decref(left);
    json_decref(right);
}

static void a_room_is_opened_once(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    const json_t *first = rig_ask(anna, OPEN);
    assert_same(rig_ask(anna, OPEN), first);
    assert_same(rig_ask(rig_resume(rig, anna->token), OPEN), first);
    assert_int_equal(rooms_open(rig), 1);
    rig_restart(rig);
    anna = rig_resume(rig, anna->token);
    assert_same(rig_ask(anna, OPEN), first);
    assert_int_equal(rooms_open(rig), 1);
    assert_ok(rig_ask(anna, "{'op':'room.open','variant':'mini','key':'l'}"));
    assert_int_equal(rooms_open(rig), 2);
}

static void a_line_is_said_once(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "mini");
    char say[128];
    snprintf(say, sizeof(say), "{'op':'room.say','room':'%s','text':'hi','key':'k'}", table.room);
    const json_t *first = rig_ask(table.first, "%s", say);
    assert_same(rig_ask(table.first, "%s", say), first);
    rig_expect(table.second, "room.said");
    assert_int_equal(rig_event_count(table.second), 0);
    rig_restart(rig);
    struct rig_peer *guest = rig_resume(rig, table.first->token);
    assert_same(rig_ask(guest, "%s", say), first);
    const json_t *watch = rig_ask(guest, "{'op':'room.watch','room':'%s'}", table.room);
    assert_int_equal(count_at(watch, "chat"), 1);
}

/* The same key of two players names two requests. */
static void a_key_is_its_players(void **state)
{
    struct rig *rig = *state;
    const json_t *annas = rig_ask(rig_player(rig, "Anna"), OPEN);
    const json_t *boriss = rig_ask(rig_player(rig, "Boris"), OPEN);
    assert_string_not_equal(text_at(boriss, "room.room"), text_at(annas, "room.room"));
}

static void another_request_cannot_have_the_key(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    assert_ok(rig_ask(anna, OPEN));
    const json_t *other = rig_ask(anna, "{'op':'room.open','variant':'classic','key':'k'}");
    assert_code(other, "key_used");
    assert_string_equal(text_at(other, "error.field"), "key");
    assert_code(rig_ask(anna, "{'op':'room.quick','variant':'mini','key':'k'}"), "key_used");
    assert_int_equal(rooms_open(rig), 1);
    /* The id, the order of fields and what is left out are no difference. */
    assert_ok(rig_ask(anna, "{'key':'k','rated':false,'variant':'mini','op':'room.open'}"));
    assert_int_equal(rooms_open(rig), 1);
}

static void what_is_safe_to_repeat_is_simply_done(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    assert_ok(rig_ask(anna, "{'op':'block.add','name':'boris','key':'k'}"));
    assert_ok(rig_ask(anna, "{'op':'settings.get','key':'k'}"));
    assert_ok(rig_ask(anna, OPEN));
    size_t batches = rig->store->batches;
    assert_ok(rig_ask(anna, "{'op':'settings.get','key':'m'}"));
    assert_int_equal(rig->store->batches, batches);
}

static void what_was_refused_is_judged_anew(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    const char *request = "{'op':'message.send','to':'boris','text':'hi','key':'k'}";
    assert_code(rig_ask(anna, "%s", request), "no_such_player");
    rig_player(rig, "Boris");
    const json_t *sent = rig_ask(anna, "%s", request);
    assert_same(rig_ask(anna, "%s", request), sent);
}

static void keys_are_texts_of_64_bytes_at_the_most(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    char key[67];
    memset(key, 'x', sizeof(key));
    key[65] = '\0';
    assert_code(rig_ask(anna, "{'op':'room.open','variant':'mini','key':''}"), "out_of_range");
    assert_code(rig_ask(anna, "{'op':'room.open','variant':'mini','key':7}"), "wrong_type");
    assert_code(rig_ask(anna, "{'op':'room.open','variant':'mini','key':'%s'}", key),
                "out_of_range");
    key[64] = '\0';
    assert_ok(rig_ask(anna, "{'op':'room.open','variant':'mini','key':'%s'}", key));
}

/* The first one's batch is on its way to the disk: the repeat has the same fate. */
static void a_repeat_waits_for_the_batch_of_the_first(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig->store->holds_batches = true;
    int64_t first = rig_send(anna, OPEN);
    rig_turn(rig);
    int64_t again = rig_send(anna, OPEN);
    rig_turn(rig);
    assert_null(rig_reply(anna, again));
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_same(rig_reply(anna, again), rig_reply(anna, first));
    assert_int_equal(rooms_open(rig), 1);
}

static void a_repeat_of_what_failed_is_no_success(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig->store->holds_batches = true;
    int64_t first = rig_send(anna, OPEN);
    rig_turn(rig);
    int64_t again = rig_send(anna, OPEN);
    rig_turn(rig);
    rig_fail_held(rig);
    assert_code(rig_reply(anna, first), "storage_unavailable");
    assert_code(rig_reply(anna, again), "storage_unavailable");
    rig_pass(rig, 2000);
    assert_int_equal(rooms_open(rig), 0);
    assert_ok(rig_ask(anna, OPEN));
    assert_int_equal(rooms_open(rig), 1);
}

/* Killed between the commit and the reply: the answer was never said, and is given then. */
static void what_was_stored_and_not_said_is_answered(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_send(anna, OPEN);
    rig_hang_up(anna);
    rig_turn(rig);
    size_t open = rooms_open(rig);
    rig_restart(rig);
    anna = rig_resume(rig, anna->token);
    assert_ok(rig_ask(anna, OPEN));
    assert_int_equal(rooms_open(rig), open);
}

static void the_newest_are_remembered(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "mini");
    for (int i = 0; i <= STORE_KEYS_MAX; i++) {
        rig_pass(rig, 2000);
        assert_ok(rig_ask(table.first, "{'op':'room.say','room':'%s','text':'%d','key':'k%d'}",
                          table.room, i, i));
    }
    rig_pass(rig, 10000);
    const json_t *first =
        rig_ask(table.first, "{'op':'room.say','room':'%s','text':'0','key':'k0'}", table.room);
    assert_int_equal(int_at(first, "n"), STORE_KEYS_MAX + 2);
    const json_t *last =
        rig_ask(table.first, "{'op':'room.say','room':'%s','text':'%d','key':'k%d'}", table.room,
                STORE_KEYS_MAX, STORE_KEYS_MAX);
    assert_int_equal(int_at(last, "n"), STORE_KEYS_MAX + 1);
}

static void a_day_is_remembered(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    const json_t *first = rig_ask(anna, OPEN);
    rig_hang_up(anna);
    rig_pass(rig, 23 * 3600 * 1000);
    anna = rig_resume(rig, anna->token);
    assert_same(rig_ask(anna, OPEN), first);
    rig_hang_up(anna);
    rig_pass(rig, 2 * 3600 * 1000);
    anna = rig_resume(rig, anna->token);
    assert_string_not_equal(text_at(rig_ask(anna, OPEN), "room.room"), text_at(first, "room.room"));
}

/* The clock on the wall jumps at a start, and a crash takes the uptime back: the key before is
 * older than the next one all the same. */
static void a_crash_forgets_no_key(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_hang_up(anna);
    rig_pass(rig, 40 * 3600 * 1000);
    anna = rig_resume(rig, anna->token);
    const json_t *first = rig_ask(anna, OPEN);
    for (int i = 0; i < 5; i++) {
        rig->now.wall_ms += (i % 2 == 0 ? 3 : -3) * INT64_C(86400000);
        rig_restart(rig);
        struct rig_peer *other = rig_guest(rig);
        assert_ok(rig_ask(other, OPEN));
        anna = rig_resume(rig, anna->token);
        assert_same(rig_ask(anna, OPEN), first);
    }
}

/* Waiting is not stored; a game that came of it is. */
static void a_player_who_asks_again_for_any_opponent_is_paired_once(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    const char *quick = "{'op':'room.quick','variant':'mini','key':'k'}";
    const json_t *first = rig_ask(anna, "%s", quick);
    assert_same(rig_ask(rig_resume(rig, anna->token), "%s", quick), first);
    assert_code(rig_ask(anna, "{'op':'room.quick','variant':'mini','key':'l'}"), "already_waiting");
    const json_t *second = rig_ask(boris, "%s", quick);
    rig_find_event(anna, "room.paired");
    rig_restart(rig);
    anna = rig_resume(rig, anna->token);
    boris = rig_resume(rig, boris->token);
    assert_same(rig_ask(anna, "%s", quick), first);
    assert_same(rig_ask(boris, "%s", quick), second);
    assert_code(rig_ask(anna, "{'op':'room.quick_cancel'}"), "not_waiting");
}

/* Answered when it is stored, and refused then if it lost a race. */
static void a_report_is_made_once(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    const char *report = "{'op':'player.report','name':'Boris','complaint':'insult','key':'%s'}";
    char line[128];
    snprintf(line, sizeof(line), report, "k");
    const json_t *first = rig_ask(anna, "%s", line);
    assert_same(rig_ask(anna, "%s", line), first);
    rig_restart(rig);
    anna = rig_resume(rig, anna->token);
    assert_same(rig_ask(anna, "%s", line), first);
    snprintf(line, sizeof(line), report, "l");
    assert_code(rig_ask(anna, "%s", line), "already_reported");
    assert_code(rig_ask(anna, "%s", line), "already_reported"); /* and is not remembered */
}

static void a_guest_who_registers_keeps_the_keys(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    const json_t *first = rig_ask(guest, OPEN);
    assert_ok(rig_ask(guest, "{'op':'auth.register','name':'Anna','password':'x7-kl'}"));
    assert_same(rig_ask(guest, OPEN), first);
    assert_int_equal(rooms_open(rig), 1);
}

/* Whoever sends keys without end gets nowhere with it. */
static void a_million_keys_are_bounded(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "mini");
    for (int i = 0; i < 1000; i++) {
        if (i % 10 == 0)
            rig_pass(rig, 20000);
        rig_ask(table.first, "{'op':'room.say','room':'%s','text':'x','key':'k%d'}", table.room, i);
    }
    rig_restart(rig);
    rig_resume(rig, table.first->token);
    rig_check_world(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_room_is_opened_once),
        RIG_TEST(a_line_is_said_once),
        RIG_TEST(a_key_is_its_players),
        RIG_TEST(another_request_cannot_have_the_key),
        RIG_TEST(what_is_safe_to_repeat_is_simply_done),
        RIG_TEST(what_was_refused_is_judged_anew),
        RIG_TEST(keys_are_texts_of_64_bytes_at_the_most),
        RIG_TEST(a_repeat_waits_for_the_batch_of_the_first),
        RIG_TEST(a_repeat_of_what_failed_is_no_success),
        RIG_TEST(what_was_stored_and_not_said_is_answered),
        RIG_TEST(the_newest_are_remembered),
        RIG_TEST(a_day_is_remembered),
        RIG_TEST(a_crash_forgets_no_key),
        RIG_TEST(a_player_who_asks_again_for_any_opponent_is_paired_once),
        RIG_TEST(a_report_is_made_once),
        RIG_TEST(a_guest_who_registers_keeps_the_keys),
        RIG_TEST(a_million_keys_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
