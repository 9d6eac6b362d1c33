/* SPDX-License-Identifier: MIT */
/*
 * The meaning of events, in a sentence each. The table has taken the event already.
 */
#ifndef PENTAD_CLIENT_CLI_WORDS_EVENT_H
#define PENTAD_CLIENT_CLI_WORDS_EVENT_H

#include "brain/analysis/verdict.h"
#include "client/cli/terminal/ink.h"
#include "client/core/table.h"
#include "proto/codec.h"

#include <stdbool.h>
#include <stddef.h>

/* Tells the meaning of an event that the table has taken; "" if there is nothing to tell. Returns
 * the colour. */
enum colour words_event(const struct table *table, enum event event, const union event_body *body,
                        char *text, size_t size);

/* An action of the seat `mover` has ended what was open: a draw offer (`asked` is
 * EVENT_GAME_DRAW_OFFERED) or a request to take back (EVENT_GAME_TAKEBACK_ASKED) of the seat `by`.
 */
struct words_lapse {
    enum event asked;
    int by;
    int mover;
};
void words_lapsed(const struct table *table, const struct words_lapse *lapse, char *text,
                  size_t size);

/* A line of the chat. One that was said by a watcher says so: the players see it when the game is
 * over. */
void words_line(const struct chat_line_record *line, bool is_old, char *text, size_t size);

/* ------------------------------------------------------------------ what was played */
/*
 * The moves of a table's game in words: one of them with its number, its player and its time, and
 * all of them as a list. Choices of the opening are moves, too. Functions of a table.
 */

/* The action at `ply`: "12. h8 (X), Anna, 0:07.3"; without a time where none is known. */
void words_move(const struct table *table, unsigned ply, char *text, size_t size);

/* The list's rows, of two actions each; and a row: "11. X h8 0:07.3  12. O i9 1:58", or, wide, with
 * cells of one width. */
unsigned words_moves_rows(const struct table *table);
void words_moves_row(const struct table *table, unsigned row, bool is_wide, char *text,
                     size_t size);

/* ------------------------------------------------------------------ what an analysis says */
/*
 * Sentences about the analysis of a game: moves by the threats that they made, left or missed,
 * where it sees any (analysis_sees_threats()), and by what they won, lost and missed.
 * Functions of an analysis; texts are cut where they do not fit.
 */

#define WORDS_MOVES 9
/* The moves of a line with spaces between, WORDS_MOVES of them at most, then an ellipsis. */
void words_moves(const struct variant *variant, const struct analysis_line *line, char *text,
                 size_t size);
/* The judgement on the ply's action in whole sentences; empty where there is nothing to say.
 * Returns the colour of it. */
enum colour words_verdict(const struct analysis *analysis, unsigned ply, char *text, size_t size);
/* The seat whose share is told: that of X, or of the first player where marks are nobody's. */
enum seat words_share_seat(const struct analysis *analysis);
/* The share before a ply, and whether something is proven: "X wins: proven", "X 62 %". */
void words_prospect(const struct analysis *analysis, unsigned ply, char *text, size_t size);

#endif
