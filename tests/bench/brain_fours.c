/* SPDX-License-Identifier: MIT */
/*
 * Writes positions of games of `pentad`, half of which are won by fours alone, and half are not:
 *
 *   brain_fours [EACH [SEED]] > tests/unit/brain/search/fours.txt
 *
 * The truth is a plain exhaustive search that shares no code with brain/
 * (tests/unit/brain/search/plain.c). A line: e for exactly five or f for five or more, the stones
 * that the side to move needs (its five counted), or 0 where it has no win with nine, a dot, and
 * the stones in turn, X first: a letter for the column and one for the row, both from a.
 */
#include "tests/bench/brain_games.h"
#include "tests/support/random.h"
#include "tests/unit/brain/search/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STONES_MAX 9
#define BUDGET 3000
#define NODES 150 /* a move: such games leave wins by fours behind */

struct writer {
    unsigned won;
    unsigned none;
    unsigned each;
    uint64_t chance;
};

static void show(struct plain *plain, const struct game *game, bool overline_wins)
{
    plain_init(plain, game->variant->width, game->variant->height, overline_wins);
    for (size_t cell = 0; cell < variant_cells(game->variant); cell++)
        if (game_cell(game, cell) != MARK_NONE)
            plain->cells[cell] = game_cell(game, cell) == MARK_X ? 'X' : 'O';
}

/* The fewest stones with which the side wins by fours: 0 if not with STONES_MAX, -1 if unknown. */
static int fewest(struct plain *plain, char side)
{
    for (int stones = 1; stones <= STONES_MAX; stones++) {
        long budget = BUDGET;
        if (plain_has_fours(plain, side, stones, &budget))
            return stones;
        if (budget < 0)
            return -1;
    }
    return 0;
}

static void write_position(const struct game *game, int stones)
{
    const struct action *actions = game_actions(game);
    int width = game->variant->width;
    printf("%c%d.", game->variant->overline == OVERLINE_WINS ? 'f' : 'e', stones);
    for (size_t ply = 0; ply < game->ply; ply++)
        printf("%c%c", 'a' + (int)action_cell(actions[ply]) % width,
               'a' + (int)action_cell(actions[ply]) / width);
    printf("\n");
}

/* Whether nothing that one would expect is missing here: a four can be made, or the other rule has
 * a win. */
static bool is_tempting(const struct game *game, char side)
{
    struct plain other;
    struct plain plain;
    show(&plain, game, game->variant->overline == OVERLINE_WINS);
    show(&other, game, game->variant->overline != OVERLINE_WINS);
    return plain_count_fours(&plain, side) >= 2 || fewest(&other, side) > 0;
}

static void look(void *ctx, const struct game *game, struct action action)
{
    struct writer *writer = ctx;
    struct plain plain;
    char side = game_next_mark(game) == MARK_X ? 'X' : 'O';
    (void)action;
    show(&plain, game, game->variant->overline == OVERLINE_WINS);
    int stones = fewest(&plain, side);
    /* None that is as good as over. */
    if (stones >= 3 && writer->won < writer->each) {
        write_position(game, stones);
        writer->won++;
    }
    /* Few of one game. */
    if (stones == 0 && writer->none < writer->each && random_below(&writer->chance, 3) == 0 &&
        is_tempting(game, side)) {
        write_position(game, 0);
        writer->none++;
    }
}

int main(int argc, char **argv)
{
    static const enum variant_id ids[] = {VARIANT_CLASSIC, VARIANT_CLASSIC, VARIANT_FREESTYLE};
    struct writer writer = {.each = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 500};
    uint64_t chance = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    struct games_side sides[3];
    for (size_t i = 0; i < 3; i++)
        games_side_init(&sides[i], "pentad", 10, NODES, variant_get(ids[i]));
    for (unsigned nth = 0; writer.won < writer.each || writer.none < writer.each; nth++) {
        struct game game;
        const struct games_side *side = &sides[nth % 3];
        games_open(&game, variant_get(ids[nth % 3]), side, &chance);
        games_play(&game, side, side, &chance, look, &writer);
    }
    for (size_t i = 0; i < 3; i++)
        games_side_deinit(&sides[i]);
    return 0;
}
