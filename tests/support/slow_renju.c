/* SPDX-License-Identifier: MIT */
/* Points that are forbidden in renju: the rules of its federation, by trying. */
#include "tests/support/slow_row.h"

#include <string.h>

static int count_line(const struct slow_game *game, int cell, int line)
{
    return slow__run_from(game, cell, slow__directions[line], 1) +
           slow__run_from(game, cell, slow__directions[line], -1) - 1;
}

static int along(const struct slow_game *game, int cell, int line, int steps)
{
    return slow__cell_at(game->row, cell % 15 + steps * slow__directions[line][0],
                         cell / 15 + steps * slow__directions[line][1], 0);
}

static bool makes_five(struct slow_game *game, int cell)
{
    bool is_five = false;
    game->cells[cell] = 'x';
    for (int line = 0; line < 4; line++)
        is_five = is_five || count_line(game, cell, line) == 5;
    game->cells[cell] = '.';
    return is_five;
}

/* Different sets of four stones of the line, the cell's among them, that one stone makes a five. */
static int fours_on(struct slow_game *game, int cell, int line)
{
    int sets[16][4];
    int count = 0;
    for (int steps = -4; steps <= 4; steps++) {
        int at = along(game, cell, line, steps);
        if (at < 0 || game->cells[at] != '.')
            continue;
        game->cells[at] = 'x';
        if (count_line(game, at, line) == 5) {
            int set[4];
            int k = 0;
            bool has_cell = false;
            int back = slow__run_from(game, at, slow__directions[line], -1) - 1;
            for (int i = -back; i < 5 - back; i++) {
                int one = along(game, at, line, i);
                if (one != at && k < 4)
                    set[k++] = one;
                has_cell = has_cell || one == cell;
            }
            bool is_new = has_cell;
            for (int s = 0; s < count; s++)
                is_new = is_new && memcmp(sets[s], set, sizeof(set)) != 0;
            if (is_new)
                memcpy(sets[count++], set, sizeof(set));
        }
        game->cells[at] = '.';
    }
    return count;
}

/* Whether the line has an unbroken four with the cell in it that two points make a five. */
static bool is_straight_four(struct slow_game *game, int cell, int line)
{
    if (count_line(game, cell, line) != 4)
        return false;
    int back = slow__run_from(game, cell, slow__directions[line], -1);
    int ends = 0;
    const int steps[2] = {-back, 4 - back + 1};
    for (int i = 0; i < 2; i++) {
        int at = along(game, cell, line, steps[i]);
        if (at < 0 || game->cells[at] != '.')
            continue;
        game->cells[at] = 'x';
        ends += count_line(game, at, line) == 5 ? 1 : 0;
        game->cells[at] = '.';
    }
    return ends == 2;
}

static bool has_three_on(struct slow_game *game, int cell, int line)
{
    for (int steps = -4; steps <= 4; steps++) {
        int at = along(game, cell, line, steps);
        if (at < 0 || game->cells[at] != '.' || makes_five(game, at))
            continue;
        game->cells[at] = 'x';
        int back = slow__run_from(game, at, slow__directions[line], -1) - 1;
        int on = slow__run_from(game, at, slow__directions[line], 1) - 1;
        bool has_cell = steps < 0 ? -steps <= on : steps <= back;
        bool is_four = has_cell && is_straight_four(game, at, line);
        game->cells[at] = '.';
        if (is_four && !slow__is_forbidden(game, at))
            return true;
    }
    return false;
}

bool slow__is_forbidden(struct slow_game *game, int cell)
{
    bool is_over = false;
    int fours = 0;
    int threes = 0;
    if (makes_five(game, cell))
        return false;
    game->cells[cell] = 'x';
    for (int line = 0; line < 4; line++) {
        is_over = is_over || count_line(game, cell, line) > 5;
        fours += fours_on(game, cell, line);
        threes += has_three_on(game, cell, line) ? 1 : 0;
    }
    game->cells[cell] = '.';
    return is_over || fours > 1 || threes > 1;
}
