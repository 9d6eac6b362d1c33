/* SPDX-License-Identifier: MIT */
/* Presence at tables: who is told that somebody came or went, when, and how often. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

static const json_t *watch(struct rig_peer *peer, const char *room)
{
    const json_t *reply = rig_ask(peer, "{'op':'room.watch','room':'%s'}", room);
    assert_ok(reply);
    return reply;
}

static void the_table_hears_who_comes_and_goes(void **state)
{
    struct rig_table table = rig_table(rig_guest(*state), rig_guest(*state), "mini", false);
    struct rig_peer *phone = rig_resume(*state, table.first->token);
    assert_int_equal(rig_event_count(table.second), 0); /* already there */
    rig_hang_up(table.first);
    rig_turn(*state);
    assert_int_equal(rig_event_count(table.second), 0); /* still there */
    rig_hang_up(phone);
    rig_turn(*state);
    const json_t *gone = rig_expect(table.second, "room.presence");
    assert_string_equal(text_at(gone, "name"), table.first->name);
    assert_false(bool_at(gone, "connected"));
    rig_resume(*state, table.first->token);
    rig_pass(*state, 1000);
    assert_true(bool_at(rig_expect(table.second, "room.presence"), "connected"));
}

/* Once, when the second is over, and as it is then. */
static void who_comes_and_goes_all_the_time_is_told_once_a_second(void **state)
{
    struct rig_table table = rig_table(rig_guest(*state), rig_guest(*state), "mini", false);
    struct rig_peer *back = table.first;
    for (int i = 0; i < 10; i++) {
        rig_hang_up(back);
        rig_pass(*state, 100);
        back = rig_resume(*state, table.first->token);
        rig_pass(*state, 50);
    }
    assert_false(bool_at(rig_expect(table.second, "room.presence"), "connected")); /* at once */
    assert_true(bool_at(rig_expect(table.second, "room.presence"), "connected"));
    assert_null(rig_next_event(table.second));
}

static void who_is_back_within_the_second_was_not_away(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_table(rig_guest(rig), rig_guest(rig), "mini", false);
    struct rig_peer *watcher = rig_guest(rig);
    watch(watcher, table.room);
    rig_hang_up(table.second);
    rig_turn(rig); /* told, and a second begins */
    rig_expect(watcher, "room.presence");
    rig_hang_up(table.first);
    rig_pass(rig, 500);
    rig_resume(rig, table.first->token);
    rig_pass(rig, 500);
    rig_pass(rig, 5000);
    assert_null(rig_next_event(watcher));
}

/* A watcher was told in a reply what was not so any more when all were told. */
static void who_was_told_otherwise_meanwhile_is_told_again(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_table(rig_guest(rig), rig_guest(rig), "mini", false);
    struct rig_peer *watcher = rig_guest(rig);
    rig_hang_up(table.first);
    rig_turn(rig); /* told, and a second begins */
    struct rig_peer *back = rig_resume(rig, table.first->token);
    const json_t *room = watch(watcher, table.room);
    assert_true(bool_at(room, "room.players.0.connected"));
    rig_hang_up(back);
    rig_turn(rig);
    rig_forget_events(watcher);
    rig_pass(rig, 1000);
    assert_false(bool_at(rig_expect(watcher, "room.presence"), "connected"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(the_table_hears_who_comes_and_goes),
        RIG_TEST(who_comes_and_goes_all_the_time_is_told_once_a_second),
        RIG_TEST(who_is_back_within_the_second_was_not_away),
        RIG_TEST(who_was_told_otherwise_meanwhile_is_told_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
