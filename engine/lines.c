/* SPDX-License-Identifier: MIT */
/*
 * Winning rows: the four rows through a stone, counted both ways from it. "Exactly five" is judged
 * for each direction by itself, so a five wins although another row through the same stone is
 * longer.
 */
#include "engine/lines.h"

#include "engine/layout.h"

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

void lines__through(const struct variant *variant, size_t cell, struct line lines[LINES])
{
    int width = variant->width;
    int left = (int)cell % width;
    int down = (int)cell / width;
    int right = width - 1 - left;
    int up = variant->height - 1 - down;
    lines[0] = (struct line){1, right, left};                                     /* horizontal */
    lines[1] = (struct line){width, up, down};                                    /* vertical */
    lines[2] = (struct line){width + 1, smaller(right, up), smaller(left, down)}; /* rising */
    lines[3] = (struct line){1 - width, smaller(right, down), smaller(left, up)}; /* falling */
}

/* Counts the stones like the one on `cell` that follow it at every `step`, within the `room`. */
static int run_length(const struct game *game, size_t cell, int step, int room)
{
    const uint8_t *stone = &layout__cells(game)[cell];
    int length = 0;
    while (length < room && stone[(length + 1) * step] == *stone)
        length++;
    return length;
}

bool lines__is_winning_length(const struct variant *variant, int length)
{
    if (variant->overline == OVERLINE_WINS)
        return length >= variant->row;
    return length == variant->row;
}

bool lines__is_win(const struct game *game, size_t cell, int length)
{
    bool is_longer = length > game->variant->row;
    if (is_longer && game->variant->overline == OVERLINE_WINS_FOR_O)
        return layout__cells(game)[cell] == MARK_O;
    return lines__is_winning_length(game->variant, length);
}

bool lines__has_win(const struct game *game, size_t cell)
{
    struct line lines[LINES];
    int enough = game->variant->row; /* one more than a row needs tells an overline */
    lines__through(game->variant, cell, lines);
    for (size_t i = 0; i < LINES; i++) {
        int ahead = run_length(game, cell, lines[i].step, smaller(lines[i].ahead, enough));
        int behind = run_length(game, cell, -lines[i].step, smaller(lines[i].behind, enough));
        if (lines__is_win(game, cell, behind + 1 + ahead))
            return true;
    }
    return false;
}

size_t lines__get_win(const struct game *game, size_t cell, size_t *cells_out, size_t cap)
{
    struct line lines[LINES];
    lines__through(game->variant, cell, lines);
    for (size_t i = 0; i < LINES; i++) {
        int step = lines[i].step;
        int behind = run_length(game, cell, -step, lines[i].behind);
        int length = behind + 1 + run_length(game, cell, step, lines[i].ahead);
        if (!lines__is_win(game, cell, length))
            continue;
        for (int k = 0; k < length && (size_t)k < cap; k++)
            cells_out[k] = (size_t)((int)cell + (k - behind) * step);
        return (size_t)length;
    }
    return 0;
}
