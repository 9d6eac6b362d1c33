/* SPDX-License-Identifier: MIT */
/*
 * Lines of chats that reports carry, and that upheld ones hide: a part of truth.h.
 */
#ifndef PENTAD_TESTS_SIM_TRUTH_REPORT_LINES_H
#define PENTAD_TESTS_SIM_TRUTH_REPORT_LINES_H

#include "db/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sim;
struct truth;
struct truth_line;
struct truth_room;

#define TRUTH_CARRIED 20 /* lines of a report (docs/PROTOCOL.md, mod.report) */

/* Whether an upheld report hides a line, and since when the server has told so. */
struct truth_hidden {
    bool is_stored;
    bool is_known;
    int64_t known_ms;
};

struct truth_carried {
    uint64_t room;
    uint32_t lines[TRUTH_CARRIED];
    size_t count;
};

/* Holds what a report carries against what its reporter can read at that moment. */
void truth__lines_carried(struct sim *sim, const struct store_report *report,
                          struct truth_carried *carried_out);
/* An upheld report, of these lines on this player: holds what the operation says to have hidden
 * against what it has to hide. */
void truth__lines_hide(struct sim *sim, const struct store_op *op, uint64_t player,
                       const struct truth_carried *carried);
/* The server says that lines of such a report are hidden: it knows that from now on. */
void truth_lines_known(struct sim *sim, uint64_t player, const struct truth_carried *carried);
void truth_line_known(const struct sim *sim, struct truth_line *line);
/* The server starts: it knows all that are. */
void truth_lines_start(struct sim *sim);
/* Whether a line that was asked for at that moment must be told as hidden. */
bool truth_is_hidden_by(const struct truth_line *line, int64_t at_ms);

#endif
