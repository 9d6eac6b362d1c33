/* SPDX-License-Identifier: MIT */
/* A player with several windows: a seat is the player's, and stays when one of them closes. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

static const json_t *leave(struct rig_peer *peer, const char *room)
{
    return rig_ask(peer, "{'op':'room.leave','room':'%s','keeps_seat':true}", room);
}

static void a_window_that_closes_keeps_the_seat_of_another_one(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    struct rig_table table = rig_table(anna, boris, "mini", false);
    struct rig_peer *window = rig_resume(*state, anna->token);
    rig_play(&table, "a1 b1 a2 b2 a3");
    assert_ok(rig_ask(window, "{'op':'room.watch','room':'%s'}", table.room));
    rig_forget_events(anna);
    rig_forget_events(boris);
    const json_t *reply = leave(window, table.room);
    assert_ok(reply);
    assert_false(bool_at(reply, "left"));
    assert_int_equal(rig_event_count(anna) + rig_event_count(boris), 0);
    assert_ok(rig_ask(anna, "{'op':'room.rematch','room':'%s'}", table.room));
    rig_expect(boris, "room.rematch_offered");
    reply = leave(anna, table.room); /* the last one of hers */
    assert_false(has_at(reply, "left") && !bool_at(reply, "left"));
    rig_find_event(boris, "room.left");
}

/* One that looks at something else is not at the table. */
static void a_connection_that_is_elsewhere_keeps_no_seat(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    struct rig_table table = rig_table(anna, boris, "mini", false);
    struct rig_peer *lobby = rig_resume(*state, anna->token);
    assert_ok(rig_ask(lobby, "{'op':'lobby.watch'}"));
    rig_play(&table, "a1 b1 a2 b2 a3");
    rig_forget_events(boris);
    assert_ok(leave(anna, table.room));
    rig_find_event(boris, "room.left");
}

/* Leaving for good means all windows. */
static void who_leaves_for_good_leaves_with_all_windows(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    struct rig_table table = rig_table(anna, boris, "mini", false);
    struct rig_peer *window = rig_resume(*state, anna->token);
    assert_ok(rig_ask(window, "{'op':'room.watch','room':'%s'}", table.room));
    rig_play(&table, "a1 b1 a2 b2 a3");
    rig_forget_events(boris);
    assert_ok(rig_ask(window, "{'op':'room.leave','room':'%s'}", table.room));
    rig_find_event(boris, "room.left");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_window_that_closes_keeps_the_seat_of_another_one),
        RIG_TEST(a_connection_that_is_elsewhere_keeps_no_seat),
        RIG_TEST(who_leaves_for_good_leaves_with_all_windows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
