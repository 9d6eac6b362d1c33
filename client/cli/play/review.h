/* SPDX-License-Identifier: MIT */
/*
 * Looking back at the table's game: a walk through its positions, also while it goes on; and of one
 * that is over an analysis, which comes from the driver by the visit's calls and is lent.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_REVIEW_H
#define PENTAD_CLIENT_CLI_PLAY_REVIEW_H

#include "brain/analysis/analysis.h"
#include "client/cli/play/visit.h"

#include <stdbool.h>
#include <stdint.h>

/* All but the first member begin as zeros. */
struct review {
    const struct visit *visit;
    bool is_running;
    unsigned percent;                /* how far it is; written by the driver, like the next one */
    int64_t left_ms;                 /* or -1 */
    uint64_t game;                   /* that it is about */
    const struct analysis *analysis; /* NULL before it is done; then a position of it is shown: */
    uint64_t looked_at;              /* the game of which an earlier position is shown; or 0 */
    unsigned plies;                  /* behind so many actions */
};

/* The game has ended: says that it can be analysed, unless it has no result. */
void review_offer(const struct review *review);
/* Whether the table's game can be analysed, and is not yet; says so otherwise. */
bool review_may_begin(struct review *review);
/* Asks for the analysis. */
void review_begin(struct review *review);
/* It is done; `error` is 0, or one of the brain. */
void review_take_analysis(struct review *review, int error, const struct analysis *analysis);
/* The table shows all that has happened: another game ends the review of the last one. */
void review_settle(struct review *review);

/* The commands `next` and `back` with a number of steps or "", `at` a number, `live`, `moves`; and
 * a number alone. */
void review_do_step(struct review *review, int step);
void review_do_steps(struct review *review, int way, const char *count);
void review_do_at(struct review *review, const char *number);
void review_do_live(struct review *review);
void review_do_moves(const struct review *review);
bool review_is_number(const struct review *review, const char *line);
void review_do_number(struct review *review, const char *line);

/* A move was typed: nobody moves on a board that is not there any more. False: the board as it
 * stands is shown now, and the move has to be typed again. */
bool review_do_move(struct review *review);
/* The table has taken an event: says what happens behind one's back. A move that makes it one's own
 * turn ends the looking back. */
void review_take_news(struct review *review, enum event event);
/* Whether an earlier position of the game is shown, without an analysis. */
bool review_looks_back(const struct review *review);

/* Whether a position of the game is shown in place of its end; then the table as it was, and the
 * sentence on how to go on. */
bool review_is_open(const struct review *review);
void review_put_table(const struct review *review, struct table *table_out);
/* The sentence below the board; empty where it is none of a review. */
void review_put_task(const struct review *review, char *text, size_t size);

/* How long what is shown stays right, which without an analysis would be so long. */
int64_t review_lasts_ms(const struct review *review, int64_t lasts_ms);

#endif
