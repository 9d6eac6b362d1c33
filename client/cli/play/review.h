/* SPDX-License-Identifier: MIT */
/*
 * Looking back at the table's game: a walk through its positions, also while it goes on; and after
 * its end an analysis, which the driver makes for the visit's calls and lends.
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
    unsigned percent;                /* of it is done; written by the driver, like the next one */
    int64_t left_ms;                 /* of the analysis, or -1 */
    uint64_t game;                   /* the game that it is about */
    const struct analysis *analysis; /* NULL until it is done; then a position of it is shown: */
    uint64_t looked_at;              /* the game whose earlier position is shown; or 0 */
    unsigned plies;                  /* the number of actions up to that position */
};

/* The game has ended: says that it can be analysed, unless it has no result. */
void review_offer(const struct review *review);
/* True if the table's game can be analysed, and is not yet; otherwise says why not. */
bool review_may_begin(struct review *review);
/* Asks for the analysis. */
void review_begin(struct review *review);
/* Takes the analysis; `error` is 0, or one of the brain. */
void review_take_analysis(struct review *review, int error, const struct analysis *analysis);
/* Called when the table shows all that has happened: another game ends the review of the last
 * one. */
void review_settle(struct review *review);

/* Do the commands `next` and `back` with a number of steps or "", `at` with a number, `live`,
 * `moves`; and a number alone. */
void review_do_step(struct review *review, int step);
void review_do_steps(struct review *review, int way, const char *count);
void review_do_at(struct review *review, const char *number);
void review_do_live(struct review *review);
void review_do_moves(const struct review *review);
bool review_is_number(const struct review *review, const char *line);
void review_do_number(struct review *review, const char *line);

/* Called when a move was typed, since nobody may move on an earlier position. False: the board as
 * it stands is shown now, and the move has to be typed again. */
bool review_do_move(struct review *review);
/* The table has taken an event: tells what happens while the player looks back. A move that makes
 * it the player's turn ends the looking back. */
void review_take_news(struct review *review, enum event event);
/* True if an earlier position of the game is shown, without an analysis. */
bool review_looks_back(const struct review *review);

/* True if a position of the game is shown in place of its end; and the table as it was then. */
bool review_is_open(const struct review *review);
void review_put_table(const struct review *review, struct table *table_out);
/* Writes the sentence below the board on how to go on; empty without a review. */
void review_put_task(const struct review *review, char *text, size_t size);

/* The time for which the text on the screen stays right; without an analysis it is `lasts_ms`. */
int64_t review_lasts_ms(const struct review *review, int64_t lasts_ms);

#endif
