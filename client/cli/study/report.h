/* SPDX-License-Identifier: MIT */
/*
 * An analysis for people, as text of at most 79 columns, and for programs. Functions of values.
 */
#ifndef PENTAD_CLIENT_CLI_STUDY_REPORT_H
#define PENTAD_CLIENT_CLI_STUDY_REPORT_H

#include "brain/analysis/verdict.h"
#include "client/cli/terminal/ink.h"
#include "engine/record.h"

/* Borrowed for the call. */
struct report {
    const struct analysis *analysis;
    const char *names[SEAT_COUNT]; /* by seat; NULL: not known */
    unsigned start;                /* plies that were set up, or laid out, before the game */
    enum record_rule rule;         /* how the variant was identified */
};

/* Puts the essentials on one screen: where the game was lost, the curve, and what cost each player
 * most. */
void report_put(const struct report *report, struct ink *ink);
/* Puts everything: also all mistakes, missed wins, and the board where the game was lost. */
void report_put_all(const struct report *report, struct ink *ink);
/* Writes the sentence on how well the player at `seat` played. */
void report_say_accuracy(const struct report *report, enum seat seat, char *text, size_t size);
/* Writes the one sentence on where the game was lost. Returns the ply of that move, or
 * VERDICT_NOWHERE. */
uint32_t report_say_loss(const struct report *report, char *text, size_t size);
/* Puts the report as one JSON object on one line. */
void report_put_json(const struct report *report, struct ink *ink);
/* Puts the game as SGF, with comments, and variations where another move was better. */
void report_put_sgf(const struct report *report, struct ink *ink);

#endif
