/* SPDX-License-Identifier: MIT */
/*
 * The lines of a chat that a report carries: those that the reporter can read at that moment, never
 * those that the reporter claims to have read.
 */
#ifndef PENTAD_SERVER_CORE_REPORT_LINES_H
#define PENTAD_SERVER_CORE_REPORT_LINES_H

#include "server/core/state.h"

/* The first member of the data of call->wait. */
struct report_lines {
    uint64_t player; /* the one reported */
    uint64_t room;   /* the room of the reported game; 0: none */
    bool has_played; /* the reporter played in that game, and so has read its chat, even if it is
                        over */
    struct store_line_place places[STORE_REPORT_LINES];
    size_t count;
    int (*then)(struct call *call); /* called when they are known */
};

/* Finds the lines for the asker's report, and goes on with `then`; may wait for the store. Returns
 * 0 or an error, as commands do. */
int report_lines_take(struct call *call);

#endif
