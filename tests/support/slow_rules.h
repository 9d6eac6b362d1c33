/* SPDX-License-Identifier: MIT */
/*
 * A slow judge of all games, for tests: it shares no code with the engine, knows actions by their
 * texts, looks at every line of the whole board after each of them, and has a table of its own.
 */
#ifndef PENTAD_TESTS_SUPPORT_SLOW_RULES_H
#define PENTAD_TESTS_SUPPORT_SLOW_RULES_H

#include <stdbool.h>
#include <stddef.h>

#define SLOW_CELLS (255 * 255)
#define SLOW_TEXT 16

struct slow_row;

struct slow_game {
    const struct slow_row *row;
    char cells[SLOW_CELLS]; /* '.', 'x' or 'o', from a1 row by row, level by level */
    int ply;
    int to_act; /* 0: the first player */
    int x_is;   /* the player with X, -1: nobody has it yet */
    bool is_over;
    int winner; /* -1: nobody */
    const char *reason;
    int last; /* the cell of the last stone */
    char small[81];
    char fields[9];
    int points[2];
    bool is_counted[2][64][4]; /* sets of five that a side had, by their first cell and direction */
};

/* Begins a game of the variant; false if the table has none of the key. */
bool slow_begin(struct slow_game *game, const char *key);
/* Whether the action may be done now. */
bool slow_is_legal(const struct slow_game *game, const char *text);
void slow_do(struct slow_game *game, const char *text);
/* The texts that anybody could think of in this game, legal or not; returns how many there are and
 * writes number `at`. */
size_t slow_candidates(const struct slow_game *game, size_t at, char text[SLOW_TEXT]);

#endif
