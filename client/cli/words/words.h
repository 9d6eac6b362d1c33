/* SPDX-License-Identifier: MIT */
/*
 * What a table has to tell a person, in sentences: what is to be done next, what just happened, how
 * the game ended. Functions of a table; the texts hold names as the server sent them, so they are
 * shown with ink_put() only.
 */
#ifndef PENTAD_CLIENT_CLI_WORDS_WORDS_H
#define PENTAD_CLIENT_CLI_WORDS_WORDS_H

#include "client/cli/terminal/ink.h"
#include "client/core/table.h"
#include "proto/codec.h"
#include "proto/settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WORDS_SIZE 512

/* The one sentence about what is expected next and of whom. */
void words_task(const struct table *table, char *text, size_t size);

/* What the signs of threats on the board mean to who looks at it. */
void words_threats(const struct table *table, char *text, size_t size);

/* What an event that the table has taken means, or "" if there is nothing to tell. Returns its
 * colour. */
enum colour words_event(const struct table *table, enum event event, const union event_body *body,
                        char *text, size_t size);

/* An action ended what was open: a draw offer (`asked` is EVENT_GAME_DRAW_OFFERED) or a request to
 * take back (EVENT_GAME_TAKEBACK_ASKED) of the seat `by`. */
void words_lapsed(const struct table *table, enum event asked, int by, char *text, size_t size);

/* What somebody said at the table, and that it was said while watching, for a game's players hear
 * that when it is over. */
void words_line(const struct chat_line_record *line, char *text, size_t size);

/* The result of the table's game that is over: "You win: a winning row." Returns its colour. */
enum colour words_result(const struct table *table, char *text, size_t size);
/* What the game did to the rating number `index`. */
void words_change(const struct table *table, size_t index, char *text, size_t size);

/* "anna (1523)", after a rated game "anna (1531, +8)", "guest-7 (guest)". */
void words_person(const struct table_person *person, char *text, size_t size);
/* What is to be said of the player's connection, to stand behind the name: ", away", ", 120 ms", or
 * nothing. */
void words_connection(const struct table_person *person, char *text, size_t size);
/* "X", "O" or "?" while the opening has not fixed it. */
const char *words_mark(enum mark mark);
/* What a setting can be: "wood, paper, night, contrast". */
void words_setting(enum setting setting, char *text, size_t size);
/* A variant's name, "rated" and so on, translated. */
const char *words_variant(const struct variant *variant);
const char *words_rated(bool is_rated);
const char *words_reason(int reason);
const char *words_score(int score);
const char *words_room_state(int state);
const char *words_decline(int reason);
/* The terms of a room: "Five in a row, 5m+3s, rated". */
void words_terms(const struct room_record *room, char *text, size_t size);
/* The columns of such words in a table: what the widest takes in the person's language, and one
 * between; not below `least`. */
int words_columns(const char *(*word)(int), int count, int least);
/* The warning that a login gave; `now_ms` tells whether it comes too late. */
void words_fine_warning(const struct fine_warning_record *warning, int64_t now_ms, char *text,
                        size_t size);
/* A fine that was just taken. */
void words_fined(const struct rating_fined_event *event, char *text, size_t size);

/* client/cli/words/order.c: what a moderator and an operator do. */
const char *words_role(int role);
/* Somebody is banned, or muted; `until` NONE: for good. */
void words_banned(const char *name, int64_t until, char *text, size_t size);
void words_muted(const char *name, int64_t until, char *text, size_t size);
/* One's own mute. */
void words_own_mute(const struct sanction_record *mute, char *text, size_t size);
/* What was done to one's own account. */
void words_account(const struct account_changed_event *event, char *text, size_t size);
/* A new report, for those who keep order. */
void words_reported(const struct mod_reported_event *event, char *text, size_t size);

/* "5m+3s", or "no clock". */
void words_control(const struct time_control *control, char *text, size_t size);

/* What a player has left at `now_ms` (as in client/core/table.h): "4:58", "0:07.3", "1:02:03",
 * "2d 03:14", and with periods "0:25 x3". Only if the table has clocks; so for both players. */
void words_clock(const struct table *table, enum seat seat, int64_t now_ms, char *text,
                 size_t size);
void words_clocks(const struct table *table, int64_t now_ms, char *text, size_t size);
/* Whether these are the last seconds of one's own time, and they run. */
bool words_clock_is_urgent(const struct table *table, enum seat seat, int64_t now_ms);
/* How the absence of the opponent can be claimed, or "" where it cannot. */
void words_claim(const struct table *table, int64_t now_ms, char *text, size_t size);
/* How long what these say at `now_ms` stays right; INT64_MAX where nothing runs. */
int64_t words_time_lasts_ms(const struct table *table, int64_t now_ms);

/* The day and the hour, in the person's time zone. */
void words_time(int64_t ms, char *text, size_t size);

#endif
