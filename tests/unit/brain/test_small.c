/* SPDX-License-Identifier: MIT */
/* Minimax over small boards: the same values as without its short cuts, for every horizon. */
#include "brain/small.h"
#include "engine/needs.h"
#include "tests/support/random.h"
#include "tests/support/test.h"
#include "tests/unit/brain/asking.h"

#include <stdlib.h>

static bool can_a_row_be_made(const struct game *game)
{
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int width = game->variant->width;
    int height = game->variant->height;
    for (int at = 0; at < width * height * 4; at++) {
        bool has[3] = {false};
        int i = 0;
        for (; i < game->variant->row; i++) {
            int x = at / 4 % width + steps[at % 4][0] * i;
            int y = at / 4 / width + steps[at % 4][1] * i;
            if (x >= width || y < 0 || y >= height)
                break;
            has[game_cell(game, (size_t)(x + y * width))] = true;
        }
        if (i == game->variant->row && !(has[MARK_X] && has[MARK_O]))
            return true;
    }
    return false;
}

struct plain {
    struct game game;
    enum seat asked;
    unsigned horizon;
};

static unsigned plain_value(struct plain *plain, unsigned ply)
{
    struct game *game = &plain->game;
    if (game_status(game) == GAME_WON)
        return game_winner(game) == plain->asked ? SMALL_WIN - ply : ply;
    if (game_status(game) == GAME_DRAWN ||
        (game->variant->needs == NEED_PLAIN && !can_a_row_be_made(game)))
        return SMALL_DRAW;
    if (ply == plain->horizon)
        return SMALL_UNSEEN;
    bool is_asked = game_to_act(game) == plain->asked;
    unsigned best = is_asked ? 0 : SMALL_WIN;
    struct action action;
    for (size_t at = 0; game_next_legal(game, &at, &action);) {
        game_do(game, action);
        unsigned value = plain_value(plain, ply + 1);
        game_undo(game);
        if (is_asked ? value > best : value < best)
            best = value;
    }
    return best;
}

/* All horizons, one after the other over the same table. */
static void check_against_plain(const struct game *game)
{
    struct thinking thinking = {.memory_size = small__memory_size(game->variant)};
    struct plain plain = {.asked = game_to_act(game)};
    struct small small;
    game_copy(&plain.game, game);
    thinking.memory = malloc(thinking.memory_size);
    assert_non_null(thinking.memory);
    small__begin(&small, game, &thinking);
    for (plain.horizon = 1; plain.horizon <= small__plies_left(&small); plain.horizon++) {
        assert_true(small__look(&small, plain.horizon));
        struct action action;
        for (size_t at = 0; game_next_legal(&plain.game, &at, &action);) {
            game_do(&plain.game, action);
            assert_int_equal(small.values[action.code], plain_value(&plain, 1));
            game_undo(&plain.game);
        }
    }
    free(thinking.memory);
}

TEST(on_other_boards_every_value_is_that_of_plain_minimax)
{
    struct variant boards[] = {asking_board(4, 2, 2), asking_board(7, 1, 3), asking_board(2, 4, 3),
                               asking_board(2, 2, 3), asking_board(8, 1, 3)};
    boards[4].overline = OVERLINE_NOTHING;
    for (size_t i = 0; i < sizeof(boards) / sizeof(*boards); i++) {
        struct game game;
        game_init(&game, &boards[i]);
        check_against_plain(&game);
    }
}

TEST(on_3x3_every_value_is_that_of_plain_minimax)
{
    uint64_t chance = 3;
    for (int i = 0; i < 100; i++) {
        struct game game;
        game_init(&game, variant_get(VARIANT_MINI));
        while (game.ply < 3 + i % 2)
            (void)game_act(&game, action_place((size_t)random_below(&chance, 9)));
        check_against_plain(&game);
    }
}

/* Every small row but achi, whose stones move, with few stones left to place. */
TEST(by_other_rules_every_value_is_that_of_plain_minimax)
{
    static struct action list[GAME_LEGAL_MAX];
    uint64_t chance = 4;
    unsigned rows = 0;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        const struct variant *variant = variant_get((enum variant_id)id);
        if (!small__plays(variant) || variant->needs == NEED_PLAIN)
            continue;
        rows++;
        for (int i = 0; i < 12; i++) {
            struct game game;
            size_t left = (variant->needs & NEED_MARKS) != 0 ? 4 : 5;
            game_init(&game, variant);
            while (game_status(&game) == GAME_OPEN && variant_cells(variant) - game.ply > left)
                game_do(
                    &game,
                    list[random_below(&chance, game_legal_actions(&game, list, GAME_LEGAL_MAX))]);
            if (game_status(&game) == GAME_OPEN)
                check_against_plain(&game);
        }
    }
    assert_int_equal(rows, 8);
}

static bool stop_the_third_time(void *ctx)
{
    return ++*(int *)ctx >= 3;
}

TEST(what_was_known_remains_when_it_is_stopped)
{
    struct variant variant = asking_board(4, 4, 4);
    int asked = 0;
    struct thinking thinking = {
        .memory_size = small__memory_size(&variant), .stop = stop_the_third_time, .ctx = &asked};
    struct small small;
    struct game game;
    game_init(&game, &variant);
    thinking.memory = malloc(thinking.memory_size);
    assert_non_null(thinking.memory);
    small__begin(&small, &game, &thinking);
    assert_true(small__look(&small, 2));
    assert_false(small__look(&small, 16));
    assert_true(small.was_stopped);
    assert_int_equal(small.seen, 2);
    assert_int_equal(small.values[0], SMALL_UNSEEN);
    assert_int_equal(small.nodes, 2048);
    free(thinking.memory);
}
