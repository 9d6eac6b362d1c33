/* SPDX-License-Identifier: MIT */
/* Five in a row said plainly. */
#include "tests/unit/brain/search/plain.h"

#include <string.h>

void plain_init(struct plain *plain, int width, int height, bool overline_wins)
{
    *plain = (struct plain){.width = width, .height = height, .overline_wins = overline_wins};
    memset(plain->cells, '.', sizeof(plain->cells));
}

static char at(const struct plain *plain, int x, int y)
{
    if (x < 0 || y < 0 || x >= plain->width || y >= plain->height)
        return '#';
    return plain->cells[x + y * plain->width];
}

int plain_run(const struct plain *plain, int cell, int dx, int dy)
{
    int x = cell % plain->width;
    int y = cell / plain->width;
    char side = at(plain, x, y);
    int length = 1;
    for (int k = 1; at(plain, x + k * dx, y + k * dy) == side; k++)
        length++;
    for (int k = 1; at(plain, x - k * dx, y - k * dy) == side; k++)
        length++;
    return length;
}

bool plain_wins_along(const struct plain *plain, int cell, int dx, int dy)
{
    int length = plain_run(plain, cell, dx, dy);
    return plain->overline_wins ? length >= 5 : length == 5;
}

bool plain_wins(const struct plain *plain, int cell)
{
    return plain_wins_along(plain, cell, 1, 0) || plain_wins_along(plain, cell, 0, 1) ||
           plain_wins_along(plain, cell, 1, 1) || plain_wins_along(plain, cell, -1, 1);
}

bool plain_would_win(struct plain *plain, int cell, char side)
{
    plain->cells[cell] = side;
    bool wins = plain_wins(plain, cell);
    plain->cells[cell] = '.';
    return wins;
}

int plain_wins_of(struct plain *plain, char side, int *cells_out, int cap)
{
    int count = 0;
    for (int cell = 0; cell < plain->width * plain->height; cell++) {
        if (plain->cells[cell] != '.' || !plain_would_win(plain, cell, side))
            continue;
        if (count < cap)
            cells_out[count] = cell;
        count++;
    }
    return count;
}

static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

/* Whether a line through the cell has three stones of `side` within four cells: without them one
 * more makes no four. */
static bool may_make_four(const struct plain *plain, int cell, char side)
{
    for (int way = 0; way < 4; way++) {
        int count = 0;
        for (int k = -4; k <= 4; k++)
            count += at(plain, cell % plain->width + k * ways[way][0],
                        cell / plain->width + k * ways[way][1]) == side;
        if (count >= 3)
            return true;
    }
    return false;
}

/* The cells on which the next stone of the side makes five with the stone on `cell`, which it has
 * just placed, having had none before; returns how many, and writes up to two. */
static int fives_with(struct plain *plain, int cell, int cells_out[2])
{
    char side = plain->cells[cell];
    int count = 0;
    for (int way = 0; way < 4; way++) {
        for (int k = -4; k <= 4; k++) {
            int x = cell % plain->width + k * ways[way][0];
            int y = cell / plain->width + k * ways[way][1];
            if (at(plain, x, y) != '.' || !plain_would_win(plain, x + y * plain->width, side))
                continue;
            if (count < 2)
                cells_out[count] = x + y * plain->width;
            count++;
        }
    }
    return count;
}

int plain_count_fours(struct plain *plain, char side)
{
    int fives[2];
    int count = 0;
    for (int cell = 0; cell < plain->width * plain->height; cell++) {
        if (plain->cells[cell] != '.' || !may_make_four(plain, cell, side))
            continue;
        plain->cells[cell] = side;
        count += fives_with(plain, cell, fives) > 0;
        plain->cells[cell] = '.';
    }
    return count;
}

/* Whether the stone on `cell` is in a longer row than wins. */
static bool is_too_long(const struct plain *plain, int cell)
{
    for (int way = 0; !plain->overline_wins && way < 4; way++)
        if (plain_run(plain, cell, ways[way][0], ways[way][1]) > 5)
            return !plain_wins(plain, cell);
    return false;
}

/* Whether the stone on `cell` is in a row of four with an edge right behind one end of it. */
static bool ends_at_edge(const struct plain *plain, int cell)
{
    for (int way = 0; way < 4; way++) {
        int length = plain_run(plain, cell, ways[way][0], ways[way][1]);
        for (int sign = -1; length == 4 && sign <= 1; sign += 2) {
            int x = cell % plain->width;
            int y = cell / plain->width;
            for (; at(plain, x, y) == plain->cells[cell]; x += sign * ways[way][0])
                y += sign * ways[way][1];
            if (at(plain, x, y) == '#')
                return true;
        }
    }
    return false;
}

void plain_find_traps(struct plain *plain, char side, bool traps_out[PLAIN_TRAPS])
{
    char other = side == 'X' ? 'O' : 'X';
    int fives[2];
    int answers[2];
    memset(traps_out, 0, PLAIN_TRAPS * sizeof(*traps_out));
    for (int cell = 0; cell < plain->width * plain->height; cell++) {
        if (plain->cells[cell] != '.')
            continue;
        plain->cells[cell] = side;
        traps_out[PLAIN_TRAP_SIX] |= is_too_long(plain, cell);
        if (may_make_four(plain, cell, side) && fives_with(plain, cell, fives) == 1) {
            traps_out[PLAIN_TRAP_EDGE] |= ends_at_edge(plain, cell);
            plain->cells[fives[0]] = other;
            traps_out[PLAIN_TRAP_BLOCK] |= fives_with(plain, fives[0], answers) > 0;
            plain->cells[fives[0]] = '.';
        }
        plain->cells[cell] = '.';
    }
}

/* Whether the four that was made on `cell` wins. The other side, which has no five of its own, has
 * to answer it, and may do so with a four. */
static bool four_wins(struct plain *plain, int cell, int stones, long *budget)
{
    char side = plain->cells[cell];
    int fives[2];
    int count = fives_with(plain, cell, fives);
    if (count != 1)
        return count > 1;
    plain->cells[fives[0]] = side == 'X' ? 'O' : 'X';
    bool wins = plain_has_fours(plain, side, stones - 1, budget);
    plain->cells[fives[0]] = '.';
    return wins;
}

bool plain_has_fours(struct plain *plain, char side, int stones, long *budget)
{
    char other = side == 'X' ? 'O' : 'X';
    int must[2];
    if (plain_wins_of(plain, side, NULL, 0) > 0)
        return stones >= 1;
    int forced = plain_wins_of(plain, other, must, 2);
    if (stones < 2 || forced > 1 || --*budget < 0)
        return false;
    for (int cell = 0; cell < plain->width * plain->height; cell++) {
        if (plain->cells[cell] != '.' || (forced == 1 && cell != must[0]) ||
            !may_make_four(plain, cell, side))
            continue;
        plain->cells[cell] = side;
        bool wins = four_wins(plain, cell, stones, budget);
        plain->cells[cell] = '.';
        if (wins)
            return true;
    }
    return false;
}

int plain_value(struct plain *plain, char side)
{
    int best = -2;
    if (plain_wins_of(plain, side, NULL, 0) > 0)
        return 1;
    for (int cell = 0; best < 1 && cell < plain->width * plain->height; cell++) {
        if (plain->cells[cell] != '.')
            continue;
        plain->cells[cell] = side;
        int value = -plain_value(plain, side == 'X' ? 'O' : 'X');
        plain->cells[cell] = '.';
        best = value > best ? value : best;
    }
    return best == -2 ? 0 : best; /* a full board is drawn */
}
