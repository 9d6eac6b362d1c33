/* SPDX-License-Identifier: MIT */
/*
 * The table of brain/learnt.h. A position is looked up as that of its eight views whose number is
 * least.
 */
#include "brain/learnt.h"

#include "brain/chance.h"
#include "brain/rated.h"

#include <stddef.h>
#include <string.h>

#define VIEWS 8

_Static_assert(LEARNT_CELLS == RATED_CELLS, "of one board");

enum {
    WON = 3,
    DRAWN = 1,
    LOST = -2,
};

/* A position, and which of its cells each cell of a game is. */
struct view {
    uint16_t position;
    uint8_t cells[LEARNT_CELLS];
};

void learnt_init(struct learnt *learnt)
{
    memset(learnt, 0, sizeof(*learnt));
    learnt->is_learning = true;
}

/* ---------------------------------------------------------------- positions */

/* The cell of the board that is seen at each place, turned and mirrored. */
static const uint8_t views[VIEWS][LEARNT_CELLS] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8}, {2, 1, 0, 5, 4, 3, 8, 7, 6}, {6, 7, 8, 3, 4, 5, 0, 1, 2},
    {8, 7, 6, 5, 4, 3, 2, 1, 0}, {0, 3, 6, 1, 4, 7, 2, 5, 8}, {2, 5, 8, 1, 4, 7, 0, 3, 6},
    {6, 3, 0, 7, 4, 1, 8, 5, 2}, {8, 5, 2, 7, 4, 1, 6, 3, 0},
};

static unsigned number_of(const uint8_t stones[LEARNT_CELLS], const uint8_t view[LEARNT_CELLS])
{
    unsigned number = 0;
    for (size_t at = 0; at < LEARNT_CELLS; at++)
        number = 3 * number + stones[view[at]];
    return number;
}

static struct view view_of(const struct game *game)
{
    struct view least = {.position = UINT16_MAX};
    uint8_t stones[LEARNT_CELLS];
    enum mark own = game_next_mark(game);
    size_t best = 0;
    for (size_t cell = 0; cell < LEARNT_CELLS; cell++) {
        enum mark mark = game_cell(game, cell);
        stones[cell] = mark == MARK_NONE ? 0 : mark == own ? 1 : 2;
    }
    for (size_t nth = 0; nth < VIEWS; nth++) {
        unsigned number = number_of(stones, views[nth]);
        if (number >= least.position)
            continue;
        least.position = (uint16_t)number;
        best = nth;
    }
    for (size_t at = 0; at < LEARNT_CELLS; at++)
        least.cells[views[best][at]] = (uint8_t)at;
    return least;
}

/* ---------------------------------------------------------------- rows */

/* The first row whose position is not before this one. */
static size_t find(const struct learnt *learnt, uint16_t position)
{
    size_t first = 0;
    size_t end = learnt->rows_count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (learnt->rows[middle].position < position)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

static bool is_at(const struct learnt *learnt, size_t at, uint16_t position)
{
    return at < learnt->rows_count && learnt->rows[at].position == position;
}

/* The row of the position, which is new if nobody has met it. NULL: a text brought so many rows
 * that no game has that there is no room. */
static struct learnt_row *row_of(struct learnt *learnt, const struct game *game,
                                 const struct view *view)
{
    size_t at = find(learnt, view->position);
    struct learnt_row *row = &learnt->rows[at];
    if (is_at(learnt, at, view->position))
        return row;
    if (learnt->rows_count == LEARNT_ROWS_MAX)
        return NULL;
    memmove(row + 1, row, (learnt->rows_count++ - at) * sizeof(*row));
    row->position = view->position;
    for (size_t cell = 0; cell < LEARNT_CELLS; cell++)
        row->ratings[view->cells[cell]] = game_cell(game, cell) == MARK_NONE ? LEARNT_NEW : 0;
    return row;
}

void learnt_rate(const struct learnt *learnt, const struct game *game,
                 uint32_t ratings_out[LEARNT_CELLS])
{
    struct view view = view_of(game);
    size_t at = find(learnt, view.position);
    bool is_known = is_at(learnt, at, view.position);
    for (size_t cell = 0; cell < LEARNT_CELLS; cell++) {
        bool is_free = game_cell(game, cell) == MARK_NONE;
        uint32_t rating = is_known ? learnt->rows[at].ratings[view.cells[cell]] : LEARNT_NEW;
        ratings_out[cell] = is_free ? rating : 0;
    }
}

/* ---------------------------------------------------------------- learning */

static void correct(struct learnt *learnt, const struct game *game, struct action action, int by)
{
    struct view view = view_of(game);
    struct learnt_row *row = row_of(learnt, game, &view);
    if (row == NULL)
        return;
    uint16_t *rating = &row->ratings[view.cells[action_cell(action)]];
    int corrected = *rating + by;
    if (corrected < LEARNT_LEAST)
        corrected = LEARNT_LEAST;
    *rating = (uint16_t)(corrected < LEARNT_MOST ? corrected : LEARNT_MOST);
}

void learnt_correct(struct learnt *learnt, const struct game *game, enum seat seat,
                    enum seat winner)
{
    const struct action *actions = game_actions(game);
    int by = winner == SEAT_NONE ? DRAWN : winner == seat ? WON : LOST;
    struct game played;
    game_init(&played, game->variant);
    for (size_t ply = 0; ply < game->ply; ply++) {
        if (game_to_act(&played) == seat)
            correct(learnt, &played, actions[ply], by);
        game_do(&played, actions[ply]);
    }
}

static void play_one(struct learnt *learnt, struct chance *chance)
{
    struct game game;
    game_init(&game, variant_get(VARIANT_MINI));
    while (game_status(&game) == GAME_OPEN) {
        uint32_t ratings[LEARNT_CELLS];
        learnt_rate(learnt, &game, ratings);
        game_do(&game, rated__by_chance(ratings, chance__next(chance)));
    }
    learnt_correct(learnt, &game, SEAT_FIRST, game_winner(&game));
    learnt_correct(learnt, &game, SEAT_SECOND, game_winner(&game));
}

void learnt_play(struct learnt *learnt, unsigned games, uint64_t seed)
{
    struct chance chance = {seed};
    for (unsigned i = 0; i < games; i++)
        play_one(learnt, &chance);
}
