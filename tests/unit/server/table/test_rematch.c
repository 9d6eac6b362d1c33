/* SPDX-License-Identifier: MIT */
/* A rematch that is offered can be refused, and offered again. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

static const json_t *refuse(struct rig_peer *peer, const struct rig_table *table)
{
    return rig_ask(peer, "{'op':'room.rematch','room':'%s','refuse':true}", table->room);
}

static void offer(struct rig_peer *peer, const struct rig_table *table)
{
    assert_ok(rig_ask(peer, "{'op':'room.rematch','room':'%s'}", table->room));
}

static struct rig_table game_over(struct rig *rig)
{
    struct rig_table table = rig_guests_table(rig, "mini");
    rig_play(&table, "a1 b1 a2 b2 a3");
    rig_forget_events(table.first);
    rig_forget_events(table.second);
    return table;
}

static void both_are_told_of_a_refusal(void **state)
{
    struct rig_table table = game_over(*state);
    offer(table.first, &table);
    assert_ok(refuse(table.second, &table));
    assert_string_equal(text_at(rig_find_event(table.first, "room.rematch_refused"), "name"),
                        table.second->name);
    rig_find_event(table.second, "room.rematch_refused");
    const json_t *room = rig_ask(table.first, "{'op':'room.watch','room':'%s'}", table.room);
    assert_false(has_at(room, "room.rematch_by"));
    rig_check_world(*state);
}

static void what_was_refused_is_not_accepted_and_may_be_offered_again(void **state)
{
    struct rig_table table = game_over(*state);
    offer(table.first, &table);
    assert_ok(refuse(table.second, &table));
    assert_code(refuse(table.second, &table), "no_rematch_offer");
    offer(table.second, &table); /* an offer of the other one, and no game */
    assert_code(refuse(table.second, &table), "no_rematch_offer");
    assert_ok(refuse(table.first, &table));
    offer(table.first, &table);
    offer(table.second, &table);
    rig_find_event(table.first, "game.started");
}

static void a_refusal_whose_commit_fails_leaves_the_offer(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = game_over(rig);
    offer(table.first, &table);
    rig->store->holds_batches = true;
    rig_send(table.second, "{'op':'room.rematch','room':'%s','refuse':true}", table.room);
    rig_turn(rig);
    rig_fail_held(rig);
    rig_check_world(rig);
    for (int i = 0; i < 3; i++)
        rig_pass(rig, 1000);
    const json_t *room = rig_ask(table.second, "{'op':'room.watch','room':'%s'}", table.room);
    assert_string_equal(text_at(room, "room.rematch_by"), table.first->name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(both_are_told_of_a_refusal),
        RIG_TEST(what_was_refused_is_not_accepted_and_may_be_offered_again),
        RIG_TEST(a_refusal_whose_commit_fails_leaves_the_offer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
