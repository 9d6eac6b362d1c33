/* SPDX-License-Identifier: MIT */
/*
 * Rows in space: steps from cell to cell, each looked at by its coordinates. A row that goes round
 * a cylinder ends where it began.
 */
#include "engine/space.h"

#include "engine/layout.h"
#include "engine/lines.h"

#define FLAT_DIRECTIONS 4

enum {
    COLUMN,
    ROW,
    LEVEL,
    AXES,
};

static const int8_t directions[SPACE_DIRECTIONS][AXES] = {
    {1, 0, 0}, {0, 1, 0},  {1, 1, 0}, {1, -1, 0}, {0, 0, 1},  {1, 0, 1},   {1, 0, -1},
    {0, 1, 1}, {0, 1, -1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1},
};

/* A walk over cells of a board. */
struct walk {
    const struct game *game;
    const int8_t *direction;
    int sides[AXES];
    bool goes_round;
};

/* The cell one step further, `sign` 1 ahead and -1 behind; false at the edge. */
static bool step(const struct walk *walk, int sign, size_t *cell)
{
    int at[AXES] = {(int)*cell % walk->sides[COLUMN],
                    (int)*cell / walk->sides[COLUMN] % walk->sides[ROW],
                    (int)*cell / walk->sides[COLUMN] / walk->sides[ROW]};
    for (int axis = 0; axis < AXES; axis++) {
        int side = walk->sides[axis];
        at[axis] += sign * walk->direction[axis];
        if (axis == COLUMN && walk->goes_round)
            at[axis] = (at[axis] + side) % side;
        if (at[axis] < 0 || at[axis] >= side)
            return false;
    }
    *cell = (size_t)((at[LEVEL] * walk->sides[ROW] + at[ROW]) * walk->sides[COLUMN] + at[COLUMN]);
    return true;
}

/* The stones like the one on `cell` that follow it; `last_out` is the last of them, or the cell. */
static int run_length(const struct walk *walk, int sign, size_t cell, size_t *last_out)
{
    const uint8_t *cells = layout__cells(walk->game);
    size_t at = cell;
    int length = 0;
    *last_out = cell;
    while (step(walk, sign, &at) && at != cell && cells[at] == cells[cell]) {
        *last_out = at;
        length++;
    }
    return length;
}

/* The length of the row through the cell, whose first cell is `first_out`. */
static int row_length(const struct walk *walk, size_t cell, size_t *first_out)
{
    size_t last;
    size_t next;
    int behind = run_length(walk, -1, cell, first_out);
    int ahead = run_length(walk, 1, cell, &last);
    next = *first_out;
    bool is_ring = behind > 0 && step(walk, -1, &next) && next == cell;
    return is_ring ? behind + 1 : behind + 1 + ahead;
}

/* The winning row through the cell: its length, 0 if there is none, and the walk along it. */
static int find_win(const struct game *game, size_t cell, struct walk *walk_out, size_t *first_out)
{
    const struct variant *variant = game->variant;
    const struct grid *grid = &rules__of(game)->grid;
    int levels = (int)variant_levels(variant);
    int count = levels > 1 ? SPACE_DIRECTIONS : FLAT_DIRECTIONS;
    *walk_out = (struct walk){.game = game,
                              .sides = {variant->width, variant->height, levels},
                              .goes_round = grid->space == GRID_CYLINDER};
    for (int i = 0; i < count; i++) {
        if ((grid->lines_out >> i & 1) != 0)
            continue;
        walk_out->direction = directions[i];
        int length = row_length(walk_out, cell, first_out);
        if (lines_is_win(game, cell, length))
            return length;
    }
    return 0;
}

bool space__has_win(const struct game *game, size_t cell)
{
    struct walk walk;
    size_t first;
    return find_win(game, cell, &walk, &first) > 0;
}

size_t space__get_win(const struct game *game, size_t cell, size_t *cells_out, size_t cap)
{
    struct walk walk;
    size_t at;
    int length = find_win(game, cell, &walk, &at);
    for (int i = 0; i < length; i++) {
        if ((size_t)i < cap)
            cells_out[i] = at;
        (void)step(&walk, 1, &at);
    }
    return (size_t)length;
}

/* The cell `count` steps further on an axis of a walk; false at the edge. */
static bool coordinate(const struct walk *walk, int axis, int from, int count, int *at_out)
{
    int side = walk->sides[axis];
    int at = from + count * walk->direction[axis];
    if (axis == COLUMN && walk->goes_round)
        at = (at + side) % side;
    *at_out = at;
    return at >= 0 && at < side;
}

/* The cell so many steps from one with these coordinates; false at the edge. */
static bool cell_at(const struct walk *walk, const int from[AXES], int count, size_t *cell_out)
{
    int at[AXES];
    for (int axis = 0; axis < AXES; axis++)
        if (!coordinate(walk, axis, from[axis], count, &at[axis]))
            return false;
    *cell_out =
        (size_t)((at[LEVEL] * walk->sides[ROW] + at[ROW]) * walk->sides[COLUMN] + at[COLUMN]);
    return true;
}

bool space__strip(const struct game *game, size_t cell, int line, struct strip *strip_out)
{
    const struct variant *variant = game->variant;
    const struct grid *grid = &rules__of(game)->grid;
    const int levels = (int)variant_levels(variant);
    const int width = variant->width;
    const int height = variant->height;
    const int reach = variant->row - 1;
    const int from[AXES] = {(int)cell % width, (int)cell / width % height,
                            (int)cell / width / height};
    strip_out->count = 0;
    if (line >= (levels > 1 ? SPACE_DIRECTIONS : FLAT_DIRECTIONS))
        return false;
    if ((grid->lines_out >> line & 1) != 0)
        return true;
    const struct walk walk = {.game = game,
                              .direction = directions[line],
                              .sides = {width, height, levels},
                              .goes_round = grid->space == GRID_CYLINDER};
    for (int i = -reach; i <= reach; i++) {
        size_t at;
        if (!cell_at(&walk, from, i, &at))
            continue;
        strip_out->cells[strip_out->count] = at;
        strip_out->marks[strip_out->count++] = (uint8_t)game_cell(game, at);
    }
    return true;
}
