/* SPDX-License-Identifier: MIT */
/*
 * Positions as plain values, beside the games of engine/ that lead to some of them.
 */
#include "brain/search/position.h"
#include "engine/needs.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

static const struct variant small = {.key = "small",
                                     .name = "Five on 8x7",
                                     .width = 8,
                                     .height = 7,
                                     .stored = 56,
                                     .row = 5,
                                     .overline = OVERLINE_NOTHING,
                                     .rules = RULES_STANDARD,
                                     .needs = NEED_PLAIN};

/* The position of a game of the variant, also where the game is over. */
static void position_of(const struct game *game, struct position *position)
{
    position_init(position, game->variant);
    for (size_t i = 0; i < game->ply; i++)
        assert_true(position_place(position, (unsigned)action_cell(game_actions(game)[i])));
}

static void play_beside(const struct variant *variant, uint64_t *chance)
{
    struct position position;
    struct game game;
    game_init(&game, variant);
    while (game_status(&game) == GAME_OPEN) {
        size_t cell = random_below(chance, variant_cells(variant));
        position_of(&game, &position);
        assert_false(position_is_over(&position));
        (void)game_act(&game, action_place(cell));
    }
    position_of(&game, &position);
    assert_true(position_is_over(&position));
}

TEST(a_position_is_over_where_its_game_is)
{
    struct variant longer = small;
    uint64_t chance = 3;
    longer.overline = OVERLINE_WINS;
    for (int i = 0; i < 200; i++) {
        play_beside(&small, &chance);
        play_beside(&longer, &chance);
    }
}

static void set_row(struct position *position, const struct variant *variant, unsigned from,
                    unsigned step, unsigned count)
{
    position_init(position, variant);
    for (unsigned i = 0; i < count; i++)
        assert_true(position_set(position, from + i * step, COLOUR_O));
}

TEST(a_row_is_no_longer_than_the_board_is_wide)
{
    struct position position;
    /* Five cells in the order of their numbers, around the edge: f1 g1 h1 a2 b2, then the same
     * rising and falling. */
    set_row(&position, &small, 5, 1, 5);
    assert_false(position_is_over(&position));
    set_row(&position, &small, 6, 9, 5);
    assert_false(position_is_over(&position));
    set_row(&position, &small, 2, 7, 5);
    assert_false(position_is_over(&position));
    set_row(&position, &small, 3, 9, 5);
    assert_true(position_is_over(&position));
    set_row(&position, &small, 7, 7, 5);
    assert_true(position_is_over(&position));
}

TEST(six_are_a_row_where_longer_rows_win)
{
    struct position position;
    struct variant longer = small;
    longer.overline = OVERLINE_WINS;
    set_row(&position, &small, 0, 8, 6);
    assert_false(position_is_over(&position));
    set_row(&position, &longer, 0, 8, 6);
    assert_true(position_is_over(&position));
}
