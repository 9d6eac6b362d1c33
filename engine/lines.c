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

void lines_through(size_t width, size_t height, size_t cell, struct line lines[LINES])
{
    int step = (int)width;
    int left = (int)cell % step;
    int down = (int)cell / step;
    int right = step - 1 - left;
    int up = (int)height - 1 - down;
    lines[0] = (struct line){1, right, left};                                    /* horizontal */
    lines[1] = (struct line){step, up, down};                                    /* vertical */
    lines[2] = (struct line){step + 1, smaller(right, up), smaller(left, down)}; /* rising */
    lines[3] = (struct line){1 - step, smaller(right, down), smaller(left, up)}; /* falling */
}

bool lines_is_winning_length(const struct variant *variant, int length)
{
    if (variant->overline == OVERLINE_WINS)
        return length >= variant->row;
    return length == variant->row;
}

bool lines_is_win(const struct game *game, size_t cell, int length)
{
    bool is_longer = length > game->variant->row;
    if (is_longer && game->variant->overline == OVERLINE_WINS_FOR_O)
        return layout__cells(game)[cell] == MARK_O;
    return lines_is_winning_length(game->variant, length);
}

bool lines_has_win(const struct game *game, size_t cell)
{
    struct line lines[LINES];
    const uint8_t *marks = layout__cells(game);
    int enough = game->variant->row; /* one more than a row needs tells an overline */
    lines_through(game->variant->width, game->variant->height, cell, lines);
    for (size_t i = 0; i < LINES; i++) {
        struct line near = {.step = lines[i].step,
                            .ahead = smaller(lines[i].ahead, enough),
                            .behind = smaller(lines[i].behind, enough)};
        if (lines_is_win(game, cell, lines_length(marks, cell, &near, marks[cell])))
            return true;
    }
    return false;
}

size_t lines_get_win(const struct game *game, size_t cell, size_t *cells_out, size_t cap)
{
    struct line lines[LINES];
    const uint8_t *marks = layout__cells(game);
    lines_through(game->variant->width, game->variant->height, cell, lines);
    for (size_t i = 0; i < LINES; i++) {
        int length = lines_length(marks, cell, &lines[i], marks[cell]);
        int behind = lines_run(marks, cell, &lines[i], -1, marks[cell]);
        if (!lines_is_win(game, cell, length))
            continue;
        for (int k = 0; k < length && (size_t)k < cap; k++)
            cells_out[k] = (size_t)((int)cell + (k - behind) * lines[i].step);
        return (size_t)length;
    }
    return 0;
}
