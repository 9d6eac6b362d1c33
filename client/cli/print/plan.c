/* SPDX-License-Identifier: MIT */
/*
 * The plan of client/cli/print/plan.h.
 */
#include "client/cli/print/plan.h"

#define CELL_MAX 180
#define BESIDE 60       /* for the numbers of rows, and the letters of columns */
#define BESIDE_LEVEL 70 /* beside a level, for the numbers of its rows */
#define ABOVE_LEVEL 110 /* for its own letter and those of its columns */
#define NAMES_MIN 18
#define NAMES_MAX 32

/* Room around the squares: of each level, and in all. */
struct margins {
    int left; /* of each level */
    int right;
    int top;
    int bottom;
};

static struct margins margins_of(size_t levels)
{
    if (levels > 1)
        return (struct margins){.left = BESIDE_LEVEL, .top = ABOVE_LEVEL};
    return (struct margins){BESIDE, BESIDE, BESIDE, BESIDE};
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int between(int least, int value, int most)
{
    return value < least ? least : smaller(value, most);
}

void plan_init(struct plan *plan, const struct board *board, struct area room)
{
    int levels = (int)variant_levels(board->game->variant);
    int columns = (int)board->part.width;
    int rows = (int)board->part.height;
    struct margins margins = margins_of((size_t)levels);
    int across = (room.width - levels * margins.left - margins.right) / (levels * columns);
    int down = (room.height - margins.top - margins.bottom) / rows;
    int cell = smaller(smaller(across, down), CELL_MAX);
    int step = margins.left + columns * cell;
    int width = levels * step + margins.right;
    int left = room.x + (room.width - width) / 2;
    *plan = (struct plan){
        .board = board,
        .levels = (size_t)levels,
        .area = {left, room.y, width, margins.top + rows * cell + margins.bottom},
        .level = {left + margins.left, room.y + margins.top, columns * cell, rows * cell},
        .step = step,
        .cell = cell,
        .names = between(NAMES_MIN, cell * 45 / 100, NAMES_MAX),
    };
}

struct point plan_corner(const struct plan *plan, size_t level, size_t column, size_t row)
{
    const struct board_part *part = &plan->board->part;
    int right = (int)column - (int)part->left;
    int down = (int)(part->low + part->height) - 1 - (int)row;
    return (struct point){plan->level.x + (int)level * plan->step + right * plan->cell,
                          plan->level.y + down * plan->cell};
}

bool plan_shows(const struct plan *plan, size_t cell)
{
    const struct variant *variant = plan->board->game->variant;
    const struct board_part *part = &plan->board->part;
    size_t column = cell % variant->width;
    size_t row = cell / variant->width % variant->height;
    return column >= part->left && column < part->left + part->width && row >= part->low &&
           row < part->low + part->height;
}

struct point plan_middle(const struct plan *plan, size_t cell)
{
    const struct variant *variant = plan->board->game->variant;
    size_t column = cell % variant->width;
    size_t row = cell / variant->width % variant->height;
    size_t level = cell / variant->width / variant->height;
    struct point corner = plan_corner(plan, level, column, row);
    return (struct point){corner.x + plan->cell / 2, corner.y + plan->cell / 2};
}
