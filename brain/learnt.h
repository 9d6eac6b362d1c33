/* SPDX-License-Identifier: MIT */
/*
 * The experience of the player `table` in tic-tac-toe: nine ratings for each position in which it
 * acted, corrected by how games ended. A plain value that owns nothing. It serves as the tables of
 * that player (brain/computer.h); a caller may give one that learnt something else in their place.
 *
 * Positions that turn or mirror into each other are one. What counts is whose stones they are, not
 * who began. There are 627 in which somebody acts.
 */
#ifndef PENTAD_BRAIN_LEARNT_H
#define PENTAD_BRAIN_LEARNT_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LEARNT_CELLS 9
#define LEARNT_ROWS_MAX 627
/* All rows as text: cells, a space and at most four digits for each rating, the end of the line;
 * and the final NUL. */
#define LEARNT_TEXT_SIZE (LEARNT_ROWS_MAX * (LEARNT_CELLS + 5 * LEARNT_CELLS + 1) + 1)

/* Ratings: of a cell that was never tried, the least and the most. */
enum {
    LEARNT_NEW = 10,
    LEARNT_LEAST = 1,
    LEARNT_MOST = 1000,
};

struct learnt_row {
    uint16_t position; /* its cells in base 3: 0 empty, 1 own, 2 the other's */
    uint16_t ratings[LEARNT_CELLS];
};

struct learnt {
    bool is_learning; /* plays by chance, in proportion to ratings; else a highest one */
    uint16_t rows_count;
    struct learnt_row rows[LEARNT_ROWS_MAX]; /* those met so far, in the order of positions */
};

/* Makes a table that has learnt nothing yet, and is learning. */
void learnt_init(struct learnt *learnt);

/* Rates the cells of an open game of tic-tac-toe for the player to act, by their numbers in the
 * game; a cell with a stone has 0. */
void learnt_rate(const struct learnt *learnt, const struct game *game,
                 uint32_t ratings_out[LEARNT_CELLS]);

/* Corrects the ratings of what the player at `seat` did in a finished game. `winner` is SEAT_NONE
 * if nobody won; the caller tells it, because games also end without a row. */
void learnt_correct(struct learnt *learnt, const struct game *game, enum seat seat,
                    enum seat winner);

/* Writes the rows as text, NUL-terminated: a line for each, with its nine cells (`.` empty, `*`
 * own, `o` the other's) and their ratings. `is_learning` is not written. */
void learnt_format(const struct learnt *learnt, char text_out[LEARNT_TEXT_SIZE]);
/* Reads such a text; the table is then not learning. False if it is no such text; then nothing has
 * been learnt. */
bool learnt_parse(struct learnt *learnt, const char *text, size_t len);

/* Plays `games` games of tic-tac-toe against itself, and learns from both sides of each. */
void learnt_play(struct learnt *learnt, unsigned games, uint64_t seed);

#endif
