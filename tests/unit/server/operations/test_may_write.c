/* SPDX-License-Identifier: MIT */
/*
 * Permission to write to a player: blocks, the receiver's settings, and so many strangers an hour.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

static const json_t *write_to(struct rig_peer *peer, const char *to, const char *text)
{
    return rig_ask(peer, "{'op':'message.send','to':'%s','text':'%s'}", to, text);
}

static void a_block_holds_both_ways_whoever_is_there(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(rig_ask(boris, "{'op':'block.add','name':'anna'}"));
    assert_code(write_to(anna, "boris", "hello"), "blocked");
    assert_code(write_to(boris, "anna", "hello"), "blocked");
    rig_hang_up(boris);
    rig_turn(rig);
    assert_code(write_to(anna, "boris", "hello"), "blocked");
    assert_int_equal(count_at(rig_ask(anna, "{'op':'message.threads'}"), "threads"), 0);
}

/* The block is set while the store is asked about the receiver, whom it still tells as unblocked.
 */
static void a_block_that_comes_meanwhile_wins(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    const json_t *known = write_to(boris, "anna", "hello");
    assert_ok(known);
    int64_t block = rig_send(boris, "{'op':'block.add','name':'anna'}");
    int64_t sent = rig_send(anna, "{'op':'message.send','to':'boris','text':'hello'}");
    rig_turn(rig);
    assert_ok(rig_reply(boris, block));
    bool is_blocked = strcmp(rig_code(rig_reply(anna, sent)), "blocked") == 0;
    rig_expect(boris, "message.sent");
    assert_int_equal(rig_event_count(boris), is_blocked ? 0 : 1);
    assert_code(write_to(anna, "boris", "hello"), "blocked");
}

static const json_t *set_writers(struct rig_peer *peer, const char *who)
{
    return rig_ask(peer, "{'op':'settings.set','settings':{'messages_from':'%s'}}", who);
}

static void who_may_write_is_the_receivers_choice(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *carla = rig_player(rig, "Carla");
    struct rig_table table = rig_table(anna, boris, "classic", false);
    rig_play(&table, "h8 i9 h9 j9 h10 k9");
    assert_ok(rig_ask(anna, "{'op':'game.resign','game':'%s'}", table.game));
    assert_ok(set_writers(boris, "met"));
    assert_ok(write_to(anna, "boris", "hello"));
    assert_code(write_to(carla, "boris", "hello"), "no_messages");
    rig_hang_up(boris);
    rig_turn(rig);
    assert_code(write_to(carla, "boris", "hello"), "no_messages");
    boris = rig_resume(rig, boris->token);
    assert_ok(set_writers(boris, "nobody"));
    assert_code(write_to(anna, "boris", "hello"), "no_messages");
    assert_ok(set_writers(boris, "everyone"));
    assert_ok(write_to(carla, "boris", "hello"));
}

static void an_hour_has_room_for_twenty_strangers(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    static const char LETTERS[] = "abcdefghjkmnpqrstuwxyz"; /* none looks like another */
    for (int i = 0; i < 22; i++) {
        char name[16];
        snprintf(name, sizeof(name), "friend-%c", LETTERS[i]);
        rig_hang_up(rig_player(rig, name));
        const json_t *reply = write_to(anna, name, "hello");
        assert_code(reply, i < 20 ? "" : "too_many_openings");
        if (i >= 20)
            assert_true(int_at(reply, "error.retry_after_ms") > 0);
        rig_pass(rig, 5000);
    }
    assert_ok(write_to(anna, "friend-a", "again")); /* known by now */
    rig_pass(rig, 20000);
    rig_restart(rig);
    anna = rig_resume(rig, anna->token);
    assert_code(write_to(anna, "friend-z", "hello"), "too_many_openings");
    rig_restart(rig);
    rig_pass(rig, INT64_C(3600) * 1000);
    anna = rig_resume(rig, anna->token);
    assert_ok(write_to(anna, "friend-z", "hello"));
}

/* Two to strangers: when the first is sent, the store is asked again about the second. */
static void a_sender_who_goes_between_two_openings_is_not_forgotten_too_soon(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_hang_up(rig_player(rig, "Boris"));
    rig_hang_up(rig_player(rig, "Carla"));
    rig_turn(rig);
    rig->store->holds_answers = true;
    rig_send(anna, "{'op':'message.send','to':'boris','text':'hello'}");
    rig_send(anna, "{'op':'message.send','to':'carla','text':'hello'}");
    rig_turn(rig);
    rig->store->lets_answers = 1;
    rig_turn(rig);
    rig_hang_up(anna);
    rig_turn(rig);
    rig->store->lets_answers = 1;
    rig_turn(rig);
    rig_turn(rig);
    rig->store->holds_answers = false;
    rig_turn(rig);
    anna = rig_resume(rig, anna->token);
    assert_int_equal(count_at(rig_ask(anna, "{'op':'message.threads'}"), "threads"), 1);
    rig_check_world(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_sender_who_goes_between_two_openings_is_not_forgotten_too_soon),
        RIG_TEST(a_block_holds_both_ways_whoever_is_there),
        RIG_TEST(a_block_that_comes_meanwhile_wins),
        RIG_TEST(who_may_write_is_the_receivers_choice),
        RIG_TEST(an_hour_has_room_for_twenty_strangers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
