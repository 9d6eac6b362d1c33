/* SPDX-License-Identifier: MIT */
/*
 * The meaning of events, in one sentence each.
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

/* An offer or request of the seat `by` that an action of the seat `mover` has ended: a draw offer
 * (`asked` is EVENT_GAME_DRAW_OFFERED) or a takeback request (EVENT_GAME_TAKEBACK_ASKED). */
struct words_lapse {
    enum event asked;
    int by;
    int mover;
};
void words_lapsed(const struct table *table, const struct words_lapse *lapse, char *text,
                  size_t size);

/* A line of the chat. A watcher's is marked as such: the players see it when the game is over. */
void words_line(const struct chat_line_record *line, bool is_old, char *text, size_t size);

/* ------------------------------------------------------------------ what was played */
/*
 * The moves of a table's game in words: one with its number, its player and its time, and all of
 * them as a list. Choices of the opening count as moves here. Functions of a table.
 */

/* The action at `ply`: "12. h8 (X), Anna, 0:07.3"; without a time if none is known. */
void words_move(const struct table *table, unsigned ply, char *text, size_t size);

/* The number of rows of two actions; and a row: "11. X h8 0:07.3  12. O i9 1:58", or, wide, with
 * cells of one width. */
unsigned words_moves_rows(const struct table *table);
void words_moves_row(const struct table *table, unsigned row, bool is_wide, char *text,
                     size_t size);

/* ------------------------------------------------------------------ what an analysis says */
/*
 * Sentences about the analysis of a game. They judge moves by the threats that they made, left or
 * missed, if the analysis sees threats (analysis_sees_threats()), and by what they won, lost and
 * missed. Functions of an analysis; texts that do not fit are cut.
 */

#define WORDS_MOVES 9
/* The moves of a line with spaces between, at most WORDS_MOVES, then an ellipsis. */
void words_moves(const struct variant *variant, const struct analysis_line *line, char *text,
                 size_t size);
/* The judgement on the ply's action in whole sentences; empty if there is nothing to say. Returns
 * its colour. */
enum colour words_verdict(const struct analysis *analysis, unsigned ply, char *text, size_t size);
/* The seat whose share is told: that of X, or the first player's if marks belong to nobody. */
enum seat words_share_seat(const struct analysis *analysis);
/* The share before a ply, or the proven result: "X wins: proven", "X 62 %". */
void words_prospect(const struct analysis *analysis, unsigned ply, char *text, size_t size);

#endif
