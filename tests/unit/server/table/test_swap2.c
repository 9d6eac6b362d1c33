/* SPDX-License-Identifier: MIT */
/* The opening Swap2 at the table: its three answers, and whose turn it is. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <string.h>

static void place_three(const struct rig_table *table)
{
    assert_ok(rig_move(table->first, table->game, 0, "h8"));
    assert_ok(rig_move(table->first, table->game, 1, "i9"));
    assert_ok(rig_move(table->first, table->game, 2, "j10"));
}

static const json_t *choose(struct rig_peer *peer, const struct rig_table *table, int ply,
                            const char *choice)
{
    return rig_ask(peer, "{'op':'game.move','game':'%s','ply':%d,'action':'%s'}", table->game, ply,
                   choice);
}

static void the_first_player_places_three_stones(void **state)
{
    struct rig_table table = rig_guests_table(*state, "swap2");
    assert_code(rig_move(table.second, table.game, 0, "a1"), "not_your_turn");
    place_three(&table);
    const char *cells[] = {"xh8", "oi9", "xj10"};
    for (int i = 0; i < 3; i++)
        assert_string_equal(text_at(rig_expect(table.second, "game.moved"), "board.cells"),
                            cells[i]);
    const json_t *game = rig_game(table.first, table.game);
    assert_string_equal(text_at(game, "board.expects"), "choice");
    assert_string_equal(text_at(game, "to_act"), "second");
    assert_string_equal(text_at(game, "board.first_mark"), "none");
}

static void the_opening_asks_for_a_choice_and_no_stone(void **state)
{
    struct rig_table table = rig_guests_table(*state, "swap2");
    place_three(&table);
    assert_code(rig_move(table.second, table.game, 3, "a1"), "must_choose");
    assert_code(choose(table.first, &table, 3, "white"), "not_your_turn");
    assert_code(choose(table.second, &table, 2, "white"), "stale_ply");
    assert_code(choose(table.second, &table, 3, "red"), "bad_notation");
}

static void white_keeps_o_and_plays_next(void **state)
{
    struct rig_table table = rig_guests_table(*state, "swap2");
    place_three(&table);
    rig_forget_events(table.first);
    assert_int_equal(int_at(choose(table.second, &table, 3, "white"), "ply"), 4);
    const json_t *chosen = rig_find_event(table.first, "game.moved");
    assert_string_equal(text_at(chosen, "action"), "white");
    assert_string_equal(text_at(chosen, "board.first_mark"), "x");
    assert_string_equal(text_at(chosen, "to_act"), "second");
    assert_ok(rig_move(table.second, table.game, 4, "a1"));
    assert_int_equal(text_at(rig_find_event(table.first, "game.moved"), "board.cells")[0], 'o');
}

static void black_swaps_and_the_first_player_plays_o(void **state)
{
    struct rig_table table = rig_guests_table(*state, "swap2");
    place_three(&table);
    rig_forget_events(table.first);
    assert_ok(choose(table.second, &table, 3, "black"));
    const json_t *chosen = rig_find_event(table.first, "game.moved");
    assert_string_equal(text_at(chosen, "board.first_mark"), "o");
    assert_string_equal(text_at(chosen, "to_act"), "first");
    assert_code(rig_move(table.second, table.game, 4, "a1"), "not_your_turn");
    assert_ok(rig_move(table.first, table.game, 4, "a1"));
}

static void two_more_hand_the_choice_to_the_first_player(void **state)
{
    struct rig_table table = rig_guests_table(*state, "swap2");
    place_three(&table);
    assert_ok(choose(table.second, &table, 3, "two_more"));
    assert_ok(rig_move(table.second, table.game, 4, "a1"));
    assert_ok(rig_move(table.second, table.game, 5, "b1"));
    assert_code(choose(table.second, &table, 6, "black"), "not_your_turn");
    assert_code(choose(table.first, &table, 6, "two_more"), "cannot_choose");
    assert_ok(choose(table.first, &table, 6, "black"));
    const json_t *game = rig_game(table.first, table.game);
    assert_string_equal(text_at(game, "actions"), "h8 i9 j10 two_more a1 b1 black");
    assert_string_equal(text_at(game, "board.first_mark"), "x");
    assert_string_equal(text_at(game, "to_act"), "second");
    assert_string_equal(text_at(game, "board.next_mark"), "o");
    rig_check_world(*state);
}

static void a_choice_can_be_repeated(void **state)
{
    struct rig_table table = rig_guests_table(*state, "swap2");
    place_three(&table);
    choose(table.second, &table, 3, "black");
    assert_int_equal(int_at(choose(table.second, &table, 3, "black"), "ply"), 4);
    assert_code(choose(table.second, &table, 3, "white"), "stale_ply");
    assert_code(choose(table.first, &table, 3, "black"), "stale_ply");
}

/* Three stones are three actions, but only one player has moved. */
static void the_game_can_be_aborted_until_the_second_player_has_answered(void **state)
{
    struct rig_table one = rig_guests_table(*state, "swap2");
    struct rig_table other = rig_guests_table(*state, "swap2");
    place_three(&one);
    assert_ok(rig_ask(one.first, "{'op':'game.abort','game':'%s'}", one.game));
    place_three(&other);
    choose(other.second, &other, 3, "white");
    assert_code(rig_ask(other.first, "{'op':'game.abort','game':'%s'}", other.game),
                "too_late_to_abort");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(the_first_player_places_three_stones),
        RIG_TEST(the_opening_asks_for_a_choice_and_no_stone),
        RIG_TEST(white_keeps_o_and_plays_next),
        RIG_TEST(black_swaps_and_the_first_player_plays_o),
        RIG_TEST(two_more_hand_the_choice_to_the_first_player),
        RIG_TEST(a_choice_can_be_repeated),
        RIG_TEST(the_game_can_be_aborted_until_the_second_player_has_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
