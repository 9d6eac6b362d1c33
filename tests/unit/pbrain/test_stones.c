/* SPDX-License-Identifier: MIT */
/*
 * The board of the protocol, and the games that lead to it.
 */
#include "pbrain/stones.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/random.h"

#include <string.h>

static struct stones board;
static struct game game;
static struct variant own;

static void put(int side, int x, int y)
{
    assert_int_equal(stones_put(&board, x, y, side == 1 ? STONES_OWN : STONES_OTHER), STONES_OK);
}

static enum stones_error make(enum overline overline)
{
    return stones_game(&board, stones_variant(&board, overline, &own), &game);
}

static void squares_are_counted_from_the_top_left(void **state)
{
    unsigned x;
    unsigned y;
    char text[GAME_TEXT_SIZE];
    (void)state;
    stones_init(&board, 20, 15);
    put(1, 0, 0);
    put(2, 19, 14);
    assert_int_equal(make(OVERLINE_WINS), STONES_OK);
    game_format(&game, text, sizeof(text));
    assert_string_equal(text, "a15 t1");
    for (size_t i = 0; i < 2; i++) {
        stones_square(&board, game_actions(&game)[i], &x, &y);
        assert_int_equal(x, board.stones[i].x);
        assert_int_equal(y, board.stones[i].y);
    }
}

static void a_row_of_the_table_is_used_where_there_is_one(void **state)
{
    (void)state;
    stones_init(&board, 19, 19);
    assert_ptr_equal(stones_variant(&board, OVERLINE_NOTHING, &own), variant_get(VARIANT_CLASSIC));
    stones_init(&board, 20, 20);
    const struct variant *variant = stones_variant(&board, OVERLINE_NOTHING, &own);
    assert_ptr_equal(variant, &own);
    assert_int_equal(variant->width, 20);
    assert_int_equal(variant->overline, OVERLINE_NOTHING);
    assert_true(variant_can_be_played(variant));
}

static void sizes_have_bounds(void **state)
{
    (void)state;
    assert_true(stones_has_size(5, 5));
    assert_true(stones_has_size(20, 20));
    assert_true(stones_has_size(19, 20));
    assert_false(stones_has_size(4, 20));
    assert_false(stones_has_size(20, 21));
    assert_false(stones_has_size(-1, 20));
    assert_false(stones_has_size(INT64_MAX, 20));
}

static void faults_have_names_and_change_nothing(void **state)
{
    (void)state;
    stones_init(&board, 15, 15);
    put(1, 3, 4);
    assert_int_equal(stones_put(&board, 3, 4, STONES_OTHER), STONES_OCCUPIED);
    assert_int_equal(stones_put(&board, 15, 0, STONES_OTHER), STONES_OUTSIDE);
    assert_int_equal(stones_put(&board, 0, -1, STONES_OTHER), STONES_OUTSIDE);
    assert_int_equal(stones_put(&board, 3 + 256, 4, STONES_OTHER), STONES_OUTSIDE);
    assert_int_equal(stones_take(&board, 4, 3), STONES_EMPTY);
    assert_int_equal(stones_take(&board, 99, 3), STONES_OUTSIDE);
    assert_int_equal(board.count, 1);
    assert_int_equal(stones_take(&board, 3, 4), STONES_OK);
    assert_int_equal(board.count, 0);
}

static void the_order_in_which_turns_were_told_is_kept(void **state)
{
    char text[GAME_TEXT_SIZE];
    (void)state;
    stones_init(&board, 15, 15);
    put(2, 7, 7);
    put(1, 8, 8);
    put(2, 6, 6);
    assert_int_equal(make(OVERLINE_WINS), STONES_OK);
    game_format(&game, text, sizeof(text));
    assert_string_equal(text, "h8 i7 g9");
}

static void stones_in_any_order_make_a_game_in_which_one_acts(void **state)
{
    (void)state;
    stones_init(&board, 15, 15);
    for (int i = 0; i < 3; i++)
        put(1, 2 * i, 0);
    for (int i = 0; i < 3; i++)
        put(2, 2 * i, 3);
    assert_int_equal(make(OVERLINE_WINS), STONES_OK);
    assert_int_equal(game.stones, 6);
    assert_int_equal(game_seat_mark(&game, game_to_act(&game)),
                     game_cell(&game, action_cell(action_place(14 * 15))));
    put(2, 10, 10);
    assert_int_equal(make(OVERLINE_WINS), STONES_OK);
    assert_int_equal(game.stones, 7);
    assert_int_equal(game_seat_mark(&game, game_to_act(&game)), MARK_O);
}

static void stones_that_no_turns_lead_to_are_refused(void **state)
{
    (void)state;
    stones_init(&board, 15, 15);
    put(1, 0, 0);
    assert_int_equal(make(OVERLINE_WINS), STONES_UNEQUAL);
    put(2, 1, 0);
    put(2, 3, 0);
    put(2, 5, 0);
    assert_int_equal(make(OVERLINE_WINS), STONES_UNEQUAL);
}

static void any_stones_make_a_position_with_oneself_to_act(void **state)
{
    struct position position;
    (void)state;
    stones_init(&board, 15, 15);
    for (int i = 0; i < 4; i++)
        put(1, i, 0);
    put(2, 14, 14);
    const struct variant *variant = stones_variant(&board, OVERLINE_NOTHING, &own);
    stones_position(&board, variant, &position);
    assert_int_equal(position.count, 5);
    assert_int_equal(position.stones[0].cell, 14 * 15);
    assert_int_equal(position.stones[0].colour, position.to_move);
    assert_int_not_equal(position.stones[4].colour, position.to_move);
    assert_false(position.overline_wins);
    assert_false(position_is_over(&position));
    put(1, 4, 0);
    stones_position(&board, variant, &position);
    assert_true(position_is_over(&position));
    put(1, 5, 0);
    stones_position(&board, variant, &position);
    assert_false(position_is_over(&position));
    stones_position(&board, stones_variant(&board, OVERLINE_WINS, &own), &position);
    assert_true(position_is_over(&position));
}

/* Six in a row are nothing by exactly five, but five of them were a row if the sixth came last. */
static void six_in_a_row_is_set_up_where_it_is_nothing(void **state)
{
    (void)state;
    stones_init(&board, 15, 15);
    for (int i = 0; i < 6; i++) {
        put(1, 3 + i, 5);
        put(2, 2 * i, 9);
    }
    assert_int_equal(make(OVERLINE_NOTHING), STONES_OK);
    assert_int_equal(game.stones, 12);
    assert_int_equal(make(OVERLINE_WINS), STONES_OVER);
}

static void a_row_is_the_end(void **state)
{
    (void)state;
    stones_init(&board, 15, 15);
    for (int i = 0; i < 5; i++) {
        put(2, 3 + i, 5);
        put(1, 2 * i, 9);
    }
    assert_int_equal(make(OVERLINE_NOTHING), STONES_OVER);
    assert_int_equal(make(OVERLINE_WINS), STONES_OVER);
}

/* Any open game, its stones told in any order: the same stones, the same side to act. */
static void every_game_is_made_again_from_its_stones(void **state)
{
    uint64_t chance = 7;
    (void)state;
    for (int nth = 0; nth < 300; nth++) {
        unsigned count = (unsigned)random_below(&chance, 60);
        stones_init(&board, 9, 9);
        for (unsigned i = 0; i < count; i++) {
            int x = (int)random_below(&chance, 9);
            int y = (int)random_below(&chance, 9);
            (void)stones_put(&board, x, y, board.count % 2 == 0 ? STONES_OWN : STONES_OTHER);
        }
        bool is_even = board.count % 2 == 0;
        struct stones told = board;
        if (!is_even) /* then the other side began */
            for (unsigned i = 0; i < told.count; i++)
                told.stones[i].side ^= 1;
        board = told;
        if (make(OVERLINE_NOTHING) != STONES_OK)
            continue;
        struct game first = game;
        for (unsigned i = board.count; i > 1; i--) {
            unsigned j = (unsigned)random_below(&chance, i);
            struct stone stone = board.stones[i - 1];
            board.stones[i - 1] = board.stones[j];
            board.stones[j] = stone;
        }
        assert_int_equal(make(OVERLINE_NOTHING), STONES_OK);
        assert_int_equal(game_to_act(&game), game_to_act(&first));
        for (size_t cell = 0; cell < 81; cell++)
            assert_int_equal(game_cell(&game, cell), game_cell(&first, cell));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_are_counted_from_the_top_left),
        cmocka_unit_test(a_row_of_the_table_is_used_where_there_is_one),
        cmocka_unit_test(sizes_have_bounds),
        cmocka_unit_test(faults_have_names_and_change_nothing),
        cmocka_unit_test(the_order_in_which_turns_were_told_is_kept),
        cmocka_unit_test(stones_in_any_order_make_a_game_in_which_one_acts),
        cmocka_unit_test(stones_that_no_turns_lead_to_are_refused),
        cmocka_unit_test(any_stones_make_a_position_with_oneself_to_act),
        cmocka_unit_test(six_in_a_row_is_set_up_where_it_is_nothing),
        cmocka_unit_test(a_row_is_the_end),
        cmocka_unit_test(every_game_is_made_again_from_its_stones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
