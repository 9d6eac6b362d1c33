/* SPDX-License-Identifier: MIT */
/* Correspondence games that sleep outside memory, and what wakes them. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define DAY_MS INT64_C(86400000)

/* Two players at a table with two days a move. */
struct slow {
    struct rig *rig;
    struct rig_table table;
    char tokens[2][65];
};

static struct slow slow_table(struct rig *rig)
{
    struct slow slow = {.rig = rig};
    struct rig_table *table = &slow.table;
    table->first = rig_player(rig, "Anna");
    table->second = rig_player(rig, "Boris");
    const json_t *opened =
        rig_ask(table->first,
                "{'op':'room.open','variant':'classic','rated':true,'first':'opener',"
                "'clock':{'kind':'correspondence','period_ms':%lld}}",
                (long long)(2 * DAY_MS));
    assert_ok(opened);
    snprintf(table->room, sizeof(table->room), "%s", text_at(opened, "room.room"));
    const json_t *joined = rig_ask(table->second, "{'op':'room.join','room':'%s'}", table->room);
    snprintf(table->game, sizeof(table->game), "%s", text_at(joined, "game.game"));
    assert_ok(rig_move(table->first, table->game, 0, "h8"));
    assert_ok(rig_move(table->second, table->game, 1, "i9"));
    assert_ok(rig_ask(table->second, "{'op':'room.say','room':'%s','text':'hello'}", table->room));
    snprintf(slow.tokens[0], sizeof(slow.tokens[0]), "%s", table->first->token);
    snprintf(slow.tokens[1], sizeof(slow.tokens[1]), "%s", table->second->token);
    return slow;
}

static void both_go(struct slow *slow)
{
    rig_hang_up(slow->table.first);
    rig_hang_up(slow->table.second);
    rig_turn(slow->rig);
}

static void check_counts(struct rig *rig, size_t asleep, size_t rooms, size_t games)
{
    struct core_counts counts = core_count(rig->core);
    assert_int_equal(counts.asleep, asleep);
    assert_int_equal(counts.rooms, rooms);
    assert_int_equal(counts.games, games);
}

static void a_table_sleeps_when_nobody_is_there(void **state)
{
    struct slow slow = slow_table(*state);
    rig_hang_up(slow.table.first);
    rig_turn(*state);
    check_counts(*state, 0, 1, 1);
    rig_hang_up(slow.table.second);
    rig_turn(*state);
    check_counts(*state, 1, 0, 0);
    assert_int_equal(core_count(((struct rig *)*state)->core).players, 0);
}

static void a_game_with_a_faster_clock_does_not_sleep(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_table(rig_guest(rig), rig_guest(rig), "mini", false);
    rig_hang_up(table.first);
    rig_hang_up(table.second);
    rig_turn(rig);
    check_counts(rig, 0, 1, 1);
}

static void check_awake(struct slow *slow, struct rig_peer *peer, const json_t *reply)
{
    assert_int_equal(count_at(reply, "rooms"), 1);
    assert_string_equal(text_at(reply, "rooms.0.room"), slow->table.room);
    assert_string_equal(text_at(reply, "rooms.0.state"), "playing");
    check_counts(slow->rig, 0, 1, 1);
    const json_t *seen = rig_ask(peer, "{'op':'room.watch','room':'%s'}", slow->table.room);
    assert_string_equal(text_at(seen, "chat.0.text"), "hello");
    assert_string_equal(text_at(seen, "game.actions"), "h8 i9");
    assert_ok(rig_move(peer, slow->table.game, 2, "h7"));
    rig_check_world(slow->rig);
}

static void resuming_wakes_it(void **state)
{
    struct slow slow = slow_table(*state);
    both_go(&slow);
    struct rig_peer *anna = rig_connect(*state);
    const json_t *reply = rig_ask(anna, "{'op':'auth.resume','token':'%s'}", slow.tokens[0]);
    check_awake(&slow, anna, reply);
}

static void a_login_wakes_it(void **state)
{
    struct slow slow = slow_table(*state);
    both_go(&slow);
    struct rig_peer *anna = rig_connect(*state);
    const json_t *reply =
        rig_ask(anna, "{'op':'auth.login','name':'anna','password':'secret of Anna'}");
    check_awake(&slow, anna, reply);
}

static void the_opponents_game_is_woken_once(void **state)
{
    struct slow slow = slow_table(*state);
    both_go(&slow);
    struct rig *rig = *state;
    rig->store->holds_answers = true;
    struct rig_peer *anna = rig_connect(rig);
    struct rig_peer *boris = rig_connect(rig);
    int64_t first = rig_send(anna, "{'op':'auth.resume','token':'%s'}", slow.tokens[0]);
    int64_t second = rig_send(boris, "{'op':'auth.resume','token':'%s'}", slow.tokens[1]);
    rig_turn(rig);
    rig->store->holds_answers = false;
    rig_turn(rig);
    assert_ok(rig_reply(anna, first));
    assert_ok(rig_reply(boris, second));
    check_counts(rig, 0, 1, 1);
    assert_ok(rig_move(anna, slow.table.game, 2, "h7"));
    rig_find_event(boris, "game.moved");
}

static void who_watches_wakes_it_and_lets_it_sleep_again(void **state)
{
    struct slow slow = slow_table(*state);
    struct rig_peer *guest = rig_guest(*state);
    both_go(&slow);
    check_counts(*state, 1, 0, 0);
    const json_t *seen = rig_ask(guest, "{'op':'room.watch','room':'%s'}", slow.table.room);
    assert_string_equal(text_at(seen, "game.actions"), "h8 i9");
    check_counts(*state, 0, 1, 1);
    assert_ok(rig_ask(guest, "{'op':'room.leave','room':'%s'}", slow.table.room));
    check_counts(*state, 1, 0, 0);
}

static void a_wake_that_the_store_refuses_is_told_and_can_be_tried_again(void **state)
{
    struct rig *rig = *state;
    struct slow slow = slow_table(rig);
    both_go(&slow);
    struct rig_peer *carla = rig_guest(rig);
    rig->store->fails_queries = true;
    const json_t *refused = rig_ask(carla, "{'op':'room.watch','room':'%s'}", slow.table.room);
    assert_code(refused, "storage_unavailable");
    assert_true(int_at(refused, "error.retry_after_ms") > 0);
    check_counts(rig, 1, 0, 0);
    rig->store->fails_queries = false;
    assert_ok(rig_ask(carla, "{'op':'room.watch','room':'%s'}", slow.table.room));
    check_counts(rig, 0, 1, 1);
    rig_check_world(rig);
}

static void who_asked_and_is_gone_leaves_it_to_sleep_again(void **state)
{
    struct rig *rig = *state;
    struct slow slow = slow_table(rig);
    both_go(&slow);
    struct rig_peer *carla = rig_guest(rig);
    rig->store->holds_answers = true;
    rig_send(carla, "{'op':'room.watch','room':'%s'}", slow.table.room);
    rig_turn(rig);
    rig_hang_up(carla);
    rig->store->holds_answers = false;
    rig_turn(rig);
    rig_turn(rig);
    check_counts(rig, 1, 0, 0);
    rig_check_world(rig);
}

static void asleep_it_can_be_looked_at_but_not_joined(void **state)
{
    struct slow slow = slow_table(*state);
    struct rig_peer *guest = rig_guest(*state);
    both_go(&slow);
    const json_t *game = rig_game(guest, slow.table.game);
    assert_string_equal(text_at(game, "actions"), "h8 i9");
    assert_string_equal(text_at(game, "room"), slow.table.room);
    assert_int_equal(int_at(game, "clocks.first_ms"), 2 * DAY_MS);
    assert_code(rig_ask(guest, "{'op':'room.join','room':'%s'}", slow.table.room), "room_full");
    check_counts(*state, 1, 0, 0);
}

static void its_flag_falls_in_its_sleep(void **state)
{
    struct slow slow = slow_table(*state);
    struct rig *rig = *state;
    both_go(&slow);
    rig_pass(rig, 2 * DAY_MS - 1);
    check_counts(rig, 1, 0, 0);
    rig_pass(rig, 1);
    rig_pass(rig, 0);
    assert_int_equal(core_count(rig->core).asleep, 0);
    struct rig_peer *anna = rig_resume(rig, slow.tokens[0]);
    const json_t *game = rig_game(anna, slow.table.game);
    assert_string_equal(text_at(game, "reason"), "time");
    assert_string_equal(text_at(game, "result"), "second");
    rig_check_world(rig);
}

static void check_told_that(struct rig_peer *peer, const struct slow *slow, const char *score,
                            const char *opponent)
{
    const json_t *list = rig_ask(peer, "{'op':'memo.list'}");
    assert_int_equal(count_at(list, "memos"), 1);
    assert_string_equal(text_at(list, "memos.0.kind"), "game_over");
    assert_string_equal(text_at(list, "memos.0.game"), slow->table.game);
    assert_string_equal(text_at(list, "memos.0.score"), score);
    assert_string_equal(text_at(list, "memos.0.name"), opponent);
}

static void who_was_away_is_told_at_the_next_login_how_it_ended(void **state)
{
    struct slow slow = slow_table(*state);
    struct rig *rig = *state;
    both_go(&slow);
    rig_pass(rig, 2 * DAY_MS);
    rig_pass(rig, 0);
    struct rig_peer *anna = rig_connect(rig);
    const json_t *reply = rig_ask(anna, "{'op':'auth.resume','token':'%s'}", slow.tokens[0]);
    assert_true(bool_at(reply, "memos"));
    check_told_that(anna, &slow, "lost", "Boris");
    check_told_that(rig_resume(rig, slow.tokens[1]), &slow, "won", "Anna");
}

static void who_is_here_sees_it_and_needs_no_memo(void **state)
{
    struct slow slow = slow_table(*state);
    rig_hang_up(slow.table.first);
    rig_turn(*state);
    assert_ok(rig_ask(slow.table.second, "{'op':'game.resign','game':'%s'}", slow.table.game));
    assert_int_equal(count_at(rig_ask(slow.table.second, "{'op':'memo.list'}"), "memos"), 0);
    check_told_that(rig_resume(*state, slow.tokens[0]), &slow, "void", "Boris");
}

static void a_wake_that_the_store_does_not_answer_is_tried_again(void **state)
{
    struct slow slow = slow_table(*state);
    struct rig *rig = *state;
    both_go(&slow);
    rig->store->fails_queries = true;
    rig_pass(rig, 2 * DAY_MS);
    check_counts(rig, 1, 0, 0);
    rig->store->fails_queries = false;
    rig_pass(rig, 1000);
    rig_pass(rig, 0);
    assert_int_equal(core_count(rig->core).asleep, 0);
}

static void after_a_restart_it_is_asleep_and_its_days_go_on(void **state)
{
    struct slow slow = slow_table(*state);
    struct rig *rig = *state;
    both_go(&slow);
    rig_pass(rig, DAY_MS);
    rig->now.wall_ms += 10 * DAY_MS;
    rig_restart(rig);
    check_counts(rig, 1, 0, 0);
    assert_int_equal(core_count(rig->core).players, 0);
    rig_pass(rig, DAY_MS / 2);
    struct rig_peer *anna = rig_resume(rig, slow.tokens[0]);
    int64_t left_ms = int_at(rig_game(anna, slow.table.game), "clocks.first_ms");
    assert_in_range(left_ms, DAY_MS / 2, DAY_MS / 2 + 60000);
    assert_ok(rig_move(anna, slow.table.game, 2, "h7"));
}

static void nothing_sleeps_before_it_is_stored(void **state)
{
    struct slow slow = slow_table(*state);
    struct rig *rig = *state;
    rig->store->holds_batches = true;
    rig_send(slow.table.first, "{'op':'game.move','game':'%s','ply':2,'action':'h7'}",
             slow.table.game);
    rig_turn(rig);
    both_go(&slow);
    check_counts(rig, 0, 1, 1);
    rig_fail_held(rig);
    rig_pass(rig, 1000);
    rig_pass(rig, 0);
    check_counts(rig, 1, 0, 0);
    struct rig_peer *anna = rig_resume(rig, slow.tokens[0]);
    assert_string_equal(text_at(rig_game(anna, slow.table.game), "actions"), "h8 i9");
    rig_check_world(rig);
}

static void a_woken_room_keeps_its_place_in_the_list(void **state)
{
    struct slow slow = slow_table(*state);
    struct rig *rig = *state;
    both_go(&slow);
    struct rig_peer *guest = rig_guest(rig);
    assert_ok(rig_ask(guest, "{'op':'room.open','variant':'mini'}"));
    assert_ok(rig_ask(guest, "{'op':'room.watch','room':'%s'}", slow.table.room));
    const json_t *list = rig_ask(guest, "{'op':'room.list'}");
    assert_int_equal(count_at(list, "rooms"), 2);
    assert_string_equal(text_at(list, "rooms.0.variant"), "mini");
    assert_string_equal(text_at(list, "rooms.1.room"), slow.table.room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_table_sleeps_when_nobody_is_there),
        RIG_TEST(a_game_with_a_faster_clock_does_not_sleep),
        RIG_TEST(resuming_wakes_it),
        RIG_TEST(a_login_wakes_it),
        RIG_TEST(the_opponents_game_is_woken_once),
        RIG_TEST(who_watches_wakes_it_and_lets_it_sleep_again),
        RIG_TEST(a_wake_that_the_store_refuses_is_told_and_can_be_tried_again),
        RIG_TEST(who_asked_and_is_gone_leaves_it_to_sleep_again),
        RIG_TEST(asleep_it_can_be_looked_at_but_not_joined),
        RIG_TEST(its_flag_falls_in_its_sleep),
        RIG_TEST(who_was_away_is_told_at_the_next_login_how_it_ended),
        RIG_TEST(who_is_here_sees_it_and_needs_no_memo),
        RIG_TEST(a_wake_that_the_store_does_not_answer_is_tried_again),
        RIG_TEST(after_a_restart_it_is_asleep_and_its_days_go_on),
        RIG_TEST(nothing_sleeps_before_it_is_stored),
        RIG_TEST(a_woken_room_keeps_its_place_in_the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
