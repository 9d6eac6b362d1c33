/* SPDX-License-Identifier: MIT */
/*
 * The sentences about a table: the next thing to do, the end of the game, the terms of a room, and
 * time: clocks, time controls, an absence that can be claimed. Functions of a table.
 */
#ifndef PENTAD_CLIENT_CLI_WORDS_TABLE_H
#define PENTAD_CLIENT_CLI_WORDS_TABLE_H

#include "client/cli/terminal/ink.h"
#include "client/core/table.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The one sentence on the next thing to do, and on who has to do it. */
void words_task(const struct table *table, char *text, size_t size);

/* How a move is typed: the middle one of those that can be made now; "" where there is none.
 * Returns whether it moves a stone that stands already. */
bool words_example(const struct game *game, char text[ACTION_TEXT_SIZE]);

/* The meaning of the signs of threats on the board, to the player or to a watcher. */
void words_threats(const struct table *table, char *text, size_t size);

/* The result of the table's game that is over: "You win: a winning row." Returns its colour. */
enum colour words_result(const struct table *table, char *text, size_t size);
/* The change of the rating number `index` by the game. */
void words_change(const struct table *table, size_t index, char *text, size_t size);
/* The question whether to resign, and what that would mean. Games against a computer are nobody's
 * conduct. */
void words_resign(const struct table *table, bool is_against_computer, char *text, size_t size);
/* The terms of a room: "Five in a row, 5m+3s, rated". */
void words_terms(const struct variant *variant, const struct time_control *control, bool is_rated,
                 char *text, size_t size);

/* "5m+3s", or "no clock". */
void words_control(const struct time_control *control, char *text, size_t size);

/* "4:58", "1:02:03", "2d 03:14". */
struct words_text words_duration(int64_t ms);
/* The time that a player has left at `now_ms` (as in client/core/table.h): "4:58", "0:07.3",
 * "1:02:03", "2d 03:14", and with periods "0:25 x3"; "~4:58" where it is a guess. Only if the table
 * has clocks; so for both players. */
void words_clock(const struct table *table, enum seat seat, int64_t now_ms, char *text,
                 size_t size);
void words_clocks(const struct table *table, int64_t now_ms, char *text, size_t size);
/* Whether these are the last seconds of one's own time, and they run. */
bool words_clock_is_urgent(const struct table *table, enum seat seat, int64_t now_ms);
/* How the game ends before long: without a first move, or by a claim of the opponent's absence; ""
 * where it does not. */
void words_claim(const struct table *table, int64_t now_ms, char *text, size_t size);
/* The time for which these texts of `now_ms` stay right; INT64_MAX where nothing runs. */
int64_t words_time_lasts_ms(const struct table *table, int64_t now_ms);

/* ------------------------------------------------------------------ turns */
/*
 * Sentences about the games in which it is the player's move.
 */

/* The player with that name is to move in this game: what has happened there. */
void words_your_move(const struct current_game_record *game, const char *name, char *text,
                     size_t size);
/* Somebody said this in a room where the player is not. */
void words_said_elsewhere(const struct room_said_event *said, char *text, size_t size);

#endif
