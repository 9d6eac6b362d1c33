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

/* The one sentence on the next thing to do and who has to do it. */
void words_task(const struct table *table, char *text, size_t size);

/* An example of how a move is typed: the middle one of those that can be made now; "" if there is
 * none. Returns true if it moves a stone that is on the board. */
bool words_example(const struct game *game, char text[ACTION_TEXT_SIZE]);

/* The meaning of the signs of threats on the board, for the player or a watcher. */
void words_threats(const struct table *table, char *text, size_t size);

/* The result of the table's game, which is over: "You win: a winning row." Returns its colour. */
enum colour words_result(const struct table *table, char *text, size_t size);
/* The change number `index` of ratings by the game. */
void words_change(const struct table *table, size_t index, char *text, size_t size);
/* The question if the player wants to resign, with the consequences. Games against a computer do
 * not count in the conduct. */
void words_resign(const struct table *table, bool is_against_computer, char *text, size_t size);
/* The terms of a room: "Five in a row, 5m+3s, rated". */
void words_terms(const struct variant *variant, const struct time_control *control, bool is_rated,
                 char *text, size_t size);

/* "5m+3s", or "no clock". */
void words_control(const struct time_control *control, char *text, size_t size);

/* "4:58", "1:02:03", "2d 03:14". */
struct words_text words_duration(int64_t ms);
/* The time that a player has left at `now_ms` (as in client/core/table.h): "4:58", "0:07.3",
 * "1:02:03", "2d 03:14", and with periods "0:25 x3"; "~4:58" if it is a guess. Only if the table
 * has clocks; so is the next, for both players. */
void words_clock(const struct table *table, enum seat seat, int64_t now_ms, char *text,
                 size_t size);
void words_clocks(const struct table *table, int64_t now_ms, char *text, size_t size);
/* True if these are the last seconds of one's own time, and they run. */
bool words_clock_is_urgent(const struct table *table, enum seat seat, int64_t now_ms);
/* The way in which the game soon ends: for lack of a first move, or by a claim for the opponent's
 * absence; "" if it does not. */
void words_claim(const struct table *table, int64_t now_ms, char *text, size_t size);
/* The time for which these texts of `now_ms` stay right; INT64_MAX if nothing runs. */
int64_t words_time_lasts_ms(const struct table *table, int64_t now_ms);

/* ------------------------------------------------------------------ turns */
/*
 * Sentences about the games in which it is the player's move.
 */

/* Tells that the player with that name is to move in this game, and what happened there. */
void words_your_move(const struct current_game_record *game, const char *name, char *text,
                     size_t size);
/* Tells what somebody said in a room where the player is not. */
void words_said_elsewhere(const struct room_said_event *said, char *text, size_t size);

#endif
