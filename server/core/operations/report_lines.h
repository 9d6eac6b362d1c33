/* SPDX-License-Identifier: MIT */
/*
 * The lines of a chat that a report carries: what the reporter can read at that moment, and never
 * what the reporter says to have read.
 */
#ifndef PENTAD_SERVER_CORE_REPORT_LINES_H
#define PENTAD_SERVER_CORE_REPORT_LINES_H

#include "server/core/state.h"

/* The first member of the data of call->wait. */
struct report_lines {
    uint64_t player; /* the one reported */
    uint64_t room;   /* of the game that is reported; 0: none */
    bool has_played; /* the reporter, in that game: has read its chat, which may be over */
    struct store_line_place places[STORE_REPORT_LINES];
    size_t count;
    int (*then)(struct call *call); /* the way on, when they are known */
};

/* Finds the lines for the asker's report, and goes on with `then`; may wait for the store. Returns
 * 0 or an error, as commands do. */
int report_lines_take(struct call *call);

#endif
