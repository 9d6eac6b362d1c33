/* SPDX-License-Identifier: MIT */
/*
 * Rules that differ in constants alone, and the ones that need no more than that.
 */
#include "engine/grid.h"

#include "engine/lines.h"
#include "engine/require.h"
#include "engine/space.h"

#include <stddef.h>

static const struct grid *grid_of(const struct game *game)
{
    return &rules__of(game)->grid;
}

static bool is_plain(const struct grid *grid)
{
    return grid->space == GRID_FLAT && grid->lines_out == 0;
}

static bool has_row(const struct game *game, size_t cell)
{
    return is_plain(grid_of(game)) ? lines_has_win(game, cell) : space__has_win(game, cell);
}

static void win(struct game *game, enum seat seat)
{
    game->status = GAME_WON;
    game->winner = (int8_t)seat;
}

/* The player who did the last action: seats alternate with the plies. */
static enum seat mover(const struct game *game)
{
    return game->ply % 2 == 1 ? SEAT_FIRST : SEAT_SECOND;
}

static void end_by_row(struct game *game)
{
    switch (grid_of(game)->goal) {
    case GRID_ROW_WINS:
        win(game, mover(game));
        break;
    case GRID_ROW_LOSES:
        win(game, seat_other(mover(game)));
        break;
    case GRID_ROW_IS_FIRSTS:
        win(game, SEAT_FIRST);
        break;
    }
}

/* Of the cells with stones of the player; the first one has X. */
static unsigned grid_points(const struct game *game, enum seat seat)
{
    uint8_t mark = seat == SEAT_FIRST ? MARK_X : MARK_O;
    unsigned points = 0;
    for (size_t cell = 0; cell < layout__cell_count(game->variant); cell++)
        if (layout__cells(game)[cell] == mark)
            points += variant_cell_points(game->variant, cell);
    return points;
}

static void end_by_full_board(struct game *game)
{
    unsigned first = 0;
    unsigned second = 0;
    switch (grid_of(game)->full) {
    case GRID_FULL_IS_DRAWN:
        game->status = GAME_DRAWN;
        break;
    case GRID_FULL_IS_FIRSTS:
        win(game, SEAT_FIRST);
        break;
    case GRID_FULL_IS_SECONDS:
        win(game, SEAT_SECOND);
        break;
    case GRID_FULL_COUNTS:
        first = grid_points(game, SEAT_FIRST);
        second = grid_points(game, SEAT_SECOND);
        game->status = GAME_DRAWN;
        if (first != second)
            win(game, first > second ? SEAT_FIRST : SEAT_SECOND);
        break;
    }
}

void grid__put(struct game *game, size_t cell, enum mark mark)
{
    size_t cells = layout__cell_count(game->variant);
    REQUIRE(cell < cells);
    layout__cells_to_write(game)[cell] = (uint8_t)mark;
    game->stones++;
    if (has_row(game, cell))
        end_by_row(game);
    else if (game->stones == cells)
        end_by_full_board(game);
}

void grid__place(struct game *game, struct action action)
{
    grid__put(game, action.code, standard__mark(game));
}

static size_t last_cell(const struct game *game)
{
    return action_square(game->variant, layout__actions(game)[game->ply - 1]);
}

size_t grid__line(const struct game *game, size_t *cells_out, size_t cap)
{
    size_t cell = last_cell(game);
    return is_plain(grid_of(game)) ? lines_get_win(game, cell, cells_out, cap)
                                   : space__get_win(game, cell, cells_out, cap);
}

enum reason grid__reason(const struct game *game)
{
    if (has_row(game, last_cell(game)))
        return REASON_ROW;
    return grid_of(game)->full == GRID_FULL_COUNTS ? REASON_POINTS : REASON_FULL_BOARD;
}

/* ------------------------------------------------------------------ the rules themselves */

/* GRID(ID, id, space, goal, full, lines_out, points): all said, none left to a default. */
#define GRID(ID, id, space_, goal_, full_, lines_out_, points_)                                    \
    const struct rules rules__##id = {                                                             \
        STANDARD__NUMBERS(ID),                                                                     \
        GRID__RULES,                                                                               \
        .check = standard__check,                                                                  \
        .points = (points_) != NULL ? grid_points : NULL,                                          \
        .wins = (goal_) == GRID_ROW_WINS && (full_) == GRID_FULL_IS_DRAWN ? WINS_IN_ROWS           \
                                                                          : WINS_ANYWHERE,         \
        .grid = {.space = space_,                                                                  \
                 .goal = goal_,                                                                    \
                 .full = full_,                                                                    \
                 .lines_out = lines_out_,                                                          \
                 .points = points_}};

#define RISING (1u << SPACE_RISING)

GRID(MISERE, misere, GRID_FLAT, GRID_ROW_LOSES, GRID_FULL_IS_DRAWN, 0, NULL)
GRID(SILVERMAN, silverman, GRID_FLAT, GRID_ROW_IS_FIRSTS, GRID_FULL_IS_SECONDS, 0, NULL)
GRID(SILVERMAN_ONE, silverman_one, GRID_FLAT, GRID_ROW_IS_FIRSTS, GRID_FULL_IS_SECONDS, RISING,
     NULL)
GRID(SCORE3, score3, GRID_FLAT, GRID_ROW_WINS, GRID_FULL_COUNTS, 0, "232313232")
GRID(SCORE4, score4, GRID_FLAT, GRID_ROW_WINS, GRID_FULL_COUNTS, 0, "2332311331132332")
GRID(SCORE5, score5, GRID_FLAT, GRID_ROW_WINS, GRID_FULL_COUNTS, 0, "2232221212321232121222322")
GRID(CUBE, cube, GRID_CUBE, GRID_ROW_WINS, GRID_FULL_IS_DRAWN, 0, NULL)
GRID(CUBE_MISERE, cube_misere, GRID_CUBE, GRID_ROW_LOSES, GRID_FULL_IS_DRAWN, 0, NULL)
GRID(CYLINDER, cylinder, GRID_CYLINDER, GRID_ROW_WINS, GRID_FULL_IS_DRAWN, 0, NULL)
