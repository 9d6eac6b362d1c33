/* SPDX-License-Identifier: MIT */
/*
 * Five in a row said plainly, to judge the search by: it walks over cells, knows no tables, and
 * shares no code with brain/. Cells are '.', 'X' and 'O'.
 */
#ifndef PENTAD_TESTS_UNIT_BRAIN_SEARCH_PLAIN_H
#define PENTAD_TESTS_UNIT_BRAIN_SEARCH_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

#define PLAIN_SIDE_MAX 20
#define PLAIN_CELLS_MAX (PLAIN_SIDE_MAX * PLAIN_SIDE_MAX)

struct plain {
    int width;
    int height;
    bool overline_wins;
    char cells[PLAIN_CELLS_MAX]; /* column + row * width */
};

void plain_init(struct plain *plain, int width, int height, bool overline_wins);

/* The length of the row of the stone on `cell` along (dx, dy). */
int plain_run(const struct plain *plain, int cell, int dx, int dy);
/* Whether the stone on `cell` wins along that line, or along any. */
bool plain_wins_along(const struct plain *plain, int cell, int dx, int dy);
bool plain_wins(const struct plain *plain, int cell);
/* Whether a stone of `side` on the empty cell would. */
bool plain_would_win(struct plain *plain, int cell, char side);
/* The empty cells on which a stone of `side` wins; returns how many, and writes up to `cap`. */
int plain_wins_of(struct plain *plain, char side, int *cells_out, int cap);

/* The empty cells on which a stone of `side` makes a four, or more. */
int plain_count_fours(struct plain *plain, char side);

/* What lies in wait for whoever looks for a win by fours of `side`, to move. */
enum plain_trap {
    PLAIN_TRAP_SIX,   /* a stone that would make a row of more than five, and wins nothing */
    PLAIN_TRAP_BLOCK, /* a four whose only answer makes a four */
    PLAIN_TRAP_EDGE,  /* a four that would have two answers if the board went on */
    PLAIN_TRAPS,
};

/* Tells which of them are there. */
void plain_find_traps(struct plain *plain, char side, bool traps_out[PLAIN_TRAPS]);

/* Whether `side`, to move, wins by fours alone with at most `stones` of its own, the five counted:
 * every four and every answer is tried, whatever it is. `budget` counts down the positions that
 * are looked at; when it is used up the answer is false. */
bool plain_has_fours(struct plain *plain, char side, int stones, long *budget);

/* The result for `side`, to move, when both play as well as can be: 1 won, 0 drawn, -1 lost. Every
 * game is gone through to its end, so there should be few empty cells. */
int plain_value(struct plain *plain, char side);

#endif
