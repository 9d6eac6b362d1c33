/* SPDX-License-Identifier: MIT */
/*
 * The sentences about a table: what is expected next, how the game ended, the terms of a room.
 * Functions of a table.
 */
#ifndef PENTAD_CLIENT_CLI_WORDS_TABLE_H
#define PENTAD_CLIENT_CLI_WORDS_TABLE_H

#include "client/cli/terminal/ink.h"
#include "client/core/table.h"

#include <stddef.h>

/* The one sentence about what is expected next and of whom. */
void words_task(const struct table *table, char *text, size_t size);

/* What the signs of threats on the board mean to who looks at it. */
void words_threats(const struct table *table, char *text, size_t size);

/* The result of the table's game that is over: "You win: a winning row." Returns its colour. */
enum colour words_result(const struct table *table, char *text, size_t size);
/* What the game did to the rating number `index`. */
void words_change(const struct table *table, size_t index, char *text, size_t size);
/* The terms of a room: "Five in a row, 5m+3s, rated". */
void words_terms(const struct room_record *room, char *text, size_t size);

#endif
