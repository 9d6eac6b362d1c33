/* SPDX-License-Identifier: MIT */
/*
 * The moves of a table's game in words: one of them with its number, its player and its time, and
 * all of them as a list. Choices of the opening are moves, too. Functions of a table.
 */
#ifndef PENTAD_CLIENT_CLI_WORDS_PLAYED_H
#define PENTAD_CLIENT_CLI_WORDS_PLAYED_H

#include "client/core/table.h"

#include <stddef.h>

/* A time of thought: "0:07.3", "1:58", "2d 03:14". */
void words_spent(int64_t spent_ms, char *text, size_t size);
/* The action at `ply`: "12. h8 (X), Anna, 0:07.3"; without a time where none is known. */
void words_move(const struct table *table, unsigned ply, char *text, size_t size);

/* The list's rows, of two actions each; and a row: "11. X h8 0:07.3  12. O i9 1:58", or with cells
 * of one width. */
unsigned words_moves_rows(const struct table *table);
void words_moves_row(const struct table *table, unsigned row, char *text, size_t size);
void words_moves_wide_row(const struct table *table, unsigned row, char *text, size_t size);

#endif
