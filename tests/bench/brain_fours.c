/* SPDX-License-Identifier: MIT */
/*
 * Writes positions of games of `pentad`, half of which are won by fours alone, and half are not:
 *
 *   brain_fours [EACH [SEED [TRAPS]]] > tests/unit/brain/search/fours.txt
 *
 * Among those that are not there are TRAPS of each kind (plain.h), and as many that would be won if
 * longer rows won; to have enough of them some games are moved into a corner, and some wins are
 * spoilt by a stone that makes sixes of their fives.
 *
 * The truth is a plain exhaustive search that shares no code with brain/
 * (tests/unit/brain/search/plain.c). The number of a line (tests/unit/brain/search/corpus.h) is how
 * many stones the side to move needs, its five counted, or 0 where it has no win with nine.
 */
#include "tests/bench/brain_games.h"
#include "tests/support/random.h"
#include "tests/unit/brain/search/corpus.h"

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
    unsigned traps[PLAIN_TRAPS + 1]; /* the last: won by the other rule */
    unsigned traps_each;
    uint64_t chance;
};

/* How far all stones can be moved towards the first cell. */
static size_t shift_to_corner(const struct game *game)
{
    size_t width = game->variant->width;
    size_t column = width;
    size_t row = width;
    for (size_t cell = 0; cell < variant_cells(game->variant); cell++) {
        if (game_cell(game, cell) == MARK_NONE)
            continue;
        column = cell % width < column ? cell % width : column;
        row = cell / width < row ? cell / width : row;
    }
    return row < width ? column + row * width : 0;
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

/* Whether nothing that one would expect is missing here: a four can be made, or the other rule has
 * a win. */
static bool is_tempting(const struct game *game, char side)
{
    struct plain other;
    struct plain plain;
    corpus_show(game, game->variant->overline == OVERLINE_WINS, 0, &plain);
    corpus_show(game, game->variant->overline != OVERLINE_WINS, 0, &other);
    return plain_count_fours(&plain, side) >= 2 || fewest(&other, side) > 0;
}

/* The game, and the two stones that spoilt it. */
static void write_spoilt(struct writer *writer, const struct game *game, struct plain *plain,
                         int cell)
{
    bool traps[PLAIN_TRAPS];
    int width = game->variant->width;
    int corner = (int)variant_cells(game->variant) - 1;
    corpus_write(game, 0, 0);
    printf("%c%c%c%c\n", 'a' + cell % width, 'a' + cell / width, 'a' + corner % width,
           'a' + corner / width);
    plain_find_traps(plain, plain->cells[cell], traps);
    for (int trap = 0; trap < PLAIN_TRAPS; trap++)
        writer->traps[trap] += traps[trap];
    writer->traps[PLAIN_TRAPS]++;
}

/* Writes a position without a win if it has a trap of which there are not enough. */
static void look_for_traps(struct writer *writer, const struct game *game, char side, size_t shift)
{
    bool traps[PLAIN_TRAPS + 1] = {false};
    bool is_wanted = false;
    struct plain plain;
    if (game->variant->overline == OVERLINE_WINS)
        return;
    corpus_show(game, false, shift, &plain);
    plain_find_traps(&plain, side, traps);
    plain.overline_wins = true;
    long budget = BUDGET;
    if (writer->traps[PLAIN_TRAPS] < writer->traps_each)
        traps[PLAIN_TRAPS] = plain_has_fours(&plain, side, STONES_MAX, &budget);
    plain.overline_wins = false;
    for (int trap = 0; trap <= PLAIN_TRAPS; trap++)
        is_wanted = is_wanted || (traps[trap] && writer->traps[trap] < writer->traps_each);
    if (!is_wanted || fewest(&plain, side) != 0)
        return;
    corpus_write(game, 0, shift);
    printf("\n");
    for (int trap = 0; trap <= PLAIN_TRAPS; trap++)
        writer->traps[trap] += traps[trap];
}

/* Adds a stone of either side to a position that is won: where the first makes sixes of the fives,
 * nothing is left but a win of the other rule. The second stands in a corner. */
static void look_for_spoilt(struct writer *writer, const struct game *game, char side)
{
    struct plain plain;
    int cells = (int)variant_cells(game->variant);
    corpus_show(game, false, 0, &plain);
    if (game->variant->overline == OVERLINE_WINS || plain.cells[cells - 1] != '.')
        return;
    plain.cells[cells - 1] = side == 'X' ? 'O' : 'X';
    for (int cell = 0; cell + 1 < cells && writer->traps[PLAIN_TRAPS] < writer->traps_each;
         cell++) {
        long budget = BUDGET;
        if (plain.cells[cell] != '.' || plain_would_win(&plain, cell, side))
            continue;
        plain.cells[cell] = side;
        plain.overline_wins = true;
        bool is_spoilt = plain_has_fours(&plain, side, STONES_MAX, &budget);
        plain.overline_wins = false;
        is_spoilt = is_spoilt && fewest(&plain, side) == 0;
        if (is_spoilt)
            write_spoilt(writer, game, &plain, cell);
        plain.cells[cell] = '.';
        if (is_spoilt)
            return;
    }
}

static bool is_full(const struct writer *writer)
{
    bool full = writer->won >= writer->each && writer->none >= writer->each;
    for (int trap = 0; trap <= PLAIN_TRAPS; trap++)
        full = full && writer->traps[trap] >= writer->traps_each;
    return full;
}

static void look(void *ctx, const struct game *game, struct action action)
{
    struct writer *writer = ctx;
    struct plain plain;
    char side = game_next_mark(game) == MARK_X ? 'X' : 'O';
    (void)action;
    if (random_below(&writer->chance, 3) == 0)
        look_for_traps(writer, game, side,
                       random_below(&writer->chance, 2) == 0 ? 0 : shift_to_corner(game));
    corpus_show(game, game->variant->overline == OVERLINE_WINS, 0, &plain);
    int stones = fewest(&plain, side);
    /* None that is as good as over. */
    if (stones >= 3 && writer->won < writer->each) {
        corpus_write(game, stones, 0);
        printf("\n");
        writer->won++;
    }
    if (stones >= 3 && random_below(&writer->chance, 3) == 0)
        look_for_spoilt(writer, game, side);
    /* Few of one game. */
    if (stones == 0 && writer->none < writer->each && random_below(&writer->chance, 3) == 0 &&
        is_tempting(game, side)) {
        corpus_write(game, 0, 0);
        printf("\n");
        writer->none++;
    }
}

int main(int argc, char **argv)
{
    static const enum variant_id ids[] = {VARIANT_CLASSIC, VARIANT_CLASSIC, VARIANT_FREESTYLE};
    struct writer writer = {.each = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 500};
    writer.traps_each = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 40;
    uint64_t chance = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    struct games_side sides[3];
    for (size_t i = 0; i < 3; i++)
        games_side_init(&sides[i], "pentad", 10, NODES, variant_get(ids[i]));
    for (unsigned nth = 0; !is_full(&writer); nth++) {
        struct game game;
        const struct games_side *side = &sides[nth % 3];
        games_open(&game, variant_get(ids[nth % 3]), side, &chance);
        games_play(&game, side, side, &chance, look, &writer);
    }
    for (size_t i = 0; i < 3; i++)
        games_side_deinit(&sides[i]);
    return 0;
}
