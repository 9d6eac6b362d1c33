/* SPDX-License-Identifier: MIT */
/*
 * Private to the slow judge (tests/support/slow_rules.h): the columns of its table, and the
 * lines of its boards.
 */
#ifndef PENTAD_TESTS_SUPPORT_SLOW_ROW_H
#define PENTAD_TESTS_SUPPORT_SLOW_ROW_H

#include "tests/support/slow_rules.h"

enum { WINS, LOSES, FIRSTS };                  /* a row */
enum { DRAW, TO_FIRST, TO_SECOND, BY_POINTS }; /* a full board */
enum { EXACT, MORE, MORE_FOR_O };              /* a longer row */
enum { ANYWHERE, FLOOR, WALLS };               /* support */
enum { FREE, SWAP2, SWAP3, ORIGIN };           /* opening */
enum { NO_NEST, NINE, NINE_NINE };

struct slow_row {
    const char *key;
    int width, height, depth, row, longer;
    int goal, full, support, opening, reach; /* reach of the opening's second stone; third: twice */
    bool goes_round, is_wild, has_ban, vanishes, skips_rising, is_renju;
    const char *points;
    int nest;
    bool is_open, is_no_return;
    int map; /* 0: tactical, 1: functional, 2: hyperfunctional */
    int each, limit;
    int turn;
};

extern const int slow__directions[13][3];

/* The cell of column, row and level; -1: there is none. */
int slow__cell_at(const struct slow_row *row, int x, int y, int z);
/* Equal stones from the cell on in the direction, the cell included; a ring is not counted twice.
 */
int slow__run_from(const struct slow_game *game, int cell, const int d[3], int sign);
/* Whether black may not place there. The game is as it was afterwards. */
bool slow__is_forbidden(struct slow_game *game, int cell);

#endif
