/* SPDX-License-Identifier: MIT */
/* Sides: a game that was none gives nobody another first move, in rematches and where a lot
 * decides. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

/* So often that a lot would fall in both ways. */
#define TIMES 12

static void give_up(struct rig_peer *peer, const char *op, const struct rig_table *table)
{
    assert_ok(rig_ask(peer, "{'op':'%s','game':'%s'}", op, table->game));
}

/* The name of the player who begins the rematch that both want. */
static const char *begins_rematch(const struct rig_table *table)
{
    assert_ok(rig_ask(table->first, "{'op':'room.rematch','room':'%s'}", table->room));
    const json_t *reply = rig_ask(table->second, "{'op':'room.rematch','room':'%s'}", table->room);
    assert_ok(reply);
    return text_at(reply, "game.first.name");
}

static void a_rematch_swaps_the_sides(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    rig_play(&table, "a1 b1 a2 b2 c3 d4");
    give_up(table.first, "game.resign", &table);
    assert_string_equal(begins_rematch(&table), table.second->name);
}

static void a_rematch_after_an_abort_keeps_the_sides(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    give_up(table.first, "game.abort", &table);
    assert_string_equal(begins_rematch(&table), table.first->name);
}

static void a_rematch_after_a_game_that_was_broken_off_keeps_the_sides(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    rig_play(&table, "a1 b1 a2 b2");
    give_up(table.first, "game.resign", &table);
    assert_string_equal(begins_rematch(&table), table.first->name);
}

static void a_rematch_after_a_game_that_nobody_began_keeps_the_sides(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, "{'kind':'fischer','main_ms':600000}");
    rig_pass(rig, 60000);
    rig_check_end(rig_find_event(table.first, "game.ended"), "none", "no_start");
    assert_string_equal(begins_rematch(&table), table.first->name);
}

/* ------------------------------------------------------------------ where a lot decides */

/* A game whose first move is drawn by lot; its first and second are those of the game. */
static struct rig_table by_lot(struct rig_peer *opener, struct rig_peer *joiner)
{
    struct rig_table table = {.first = opener, .second = joiner};
    const json_t *opened = rig_ask(opener, "{'op':'room.open','variant':'classic'}");
    assert_ok(opened);
    snprintf(table.room, sizeof(table.room), "%s", text_at(opened, "room.room"));
    const json_t *joined = rig_ask(joiner, "{'op':'room.join','room':'%s'}", table.room);
    assert_ok(joined);
    snprintf(table.game, sizeof(table.game), "%s", text_at(joined, "game.game"));
    if (strcmp(text_at(joined, "game.first.name"), joiner->name) == 0) {
        table.first = joiner;
        table.second = opener;
    }
    rig_pass(opener->rig, 10000);
    return table;
}

/* The room of a game that is over closes, and so does one that waits again. */
static void part(const struct rig_table *table)
{
    rig_leave(table->first, table->room);
    rig_leave(table->second, table->room);
}

static void abort_and_part(const struct rig_table *table)
{
    give_up(table->first, "game.abort", table);
    part(table);
}

static void an_abort_gives_no_other_side(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_table table = by_lot(anna, rig_guest(rig));
    bool is_first = table.first == anna;
    for (int i = 0; i < TIMES; i++) {
        abort_and_part(&table);
        table = by_lot(rig_guest(rig), anna);
        assert_int_equal(table.first == anna, is_first);
    }
    rig_check_world(rig);
}

/* Both are due the first move, or both the second. */
static void two_who_are_due_the_same_draw_lots(void **state)
{
    struct rig *rig = *state;
    struct rig_table one = by_lot(rig_guest(rig), rig_guest(rig));
    struct rig_table other = by_lot(rig_guest(rig), rig_guest(rig));
    bool has_begun[2] = {false};
    for (int i = 0; i < TIMES; i++) {
        abort_and_part(&one);
        abort_and_part(&other);
        struct rig_table firsts = by_lot(one.first, other.first);
        has_begun[firsts.first == one.first ? 0 : 1] = true;
        other = by_lot(one.second, other.second);
        one = firsts;
    }
    assert_true(has_begun[0] && has_begun[1]);
}

static void a_game_that_was_played_makes_the_next_a_lot_again(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    bool was[2] = {false};
    for (int i = 0; i < TIMES; i++) {
        struct rig_table table = by_lot(anna, rig_guest(rig));
        was[table.first == anna ? 0 : 1] = true;
        rig_play(&table, "a1 b1 a2 b2 c3 d4");
        give_up(anna, "game.resign", &table);
        part(&table);
    }
    assert_true(was[0] && was[1]);
}

static void a_side_is_due_to_who_comes_back(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_table table = by_lot(anna, rig_guest(rig));
    bool is_first = table.first == anna;
    for (int i = 0; i < TIMES; i++) {
        abort_and_part(&table);
        size_t players = core_count(rig->core).players;
        rig_hang_up(anna);
        rig_turn(rig);
        assert_int_equal(core_count(rig->core).players, players - 1);
        anna = rig_resume(rig, anna->token);
        table = by_lot(anna, rig_guest(rig));
        assert_int_equal(table.first == anna, is_first);
    }
}

static void agree_and_part(const struct rig_table *table)
{
    assert_ok(rig_ask(table->first, "{'op':'game.draw','game':'%s'}", table->game));
    assert_ok(rig_ask(table->second, "{'op':'game.draw','game':'%s'}", table->game));
    part(table);
}

/* The commit of an abort fails: by that end nobody is due anything at another table. */
static void a_side_is_not_due_by_an_end_that_was_undone(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    bool was[2] = {false};
    for (int i = 0; i < TIMES; i++) {
        struct rig_table table = by_lot(anna, rig_guest(rig));
        rig->store->holds_batches = true;
        rig_send(anna, "{'op':'game.abort','game':'%s'}", table.game);
        rig_turn(rig);
        rig_fail_held(rig);
        rig_pass(rig, 60000);
        struct rig_table other = by_lot(anna, rig_guest(rig));
        was[(other.first == anna) == (table.first == anna) ? 0 : 1] = true;
        agree_and_part(&table);
        agree_and_part(&other);
    }
    assert_true(was[0] && was[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_rematch_swaps_the_sides),
        RIG_TEST(a_rematch_after_an_abort_keeps_the_sides),
        RIG_TEST(a_rematch_after_a_game_that_was_broken_off_keeps_the_sides),
        RIG_TEST(a_rematch_after_a_game_that_nobody_began_keeps_the_sides),
        RIG_TEST(an_abort_gives_no_other_side),
        RIG_TEST(two_who_are_due_the_same_draw_lots),
        RIG_TEST(a_game_that_was_played_makes_the_next_a_lot_again),
        RIG_TEST(a_side_is_due_to_who_comes_back),
        RIG_TEST(a_side_is_not_due_by_an_end_that_was_undone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
