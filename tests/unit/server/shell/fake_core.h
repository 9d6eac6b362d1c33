/* SPDX-License-Identifier: MIT */
/*
 * A double of the core for tests of the shell: server/core/core.h with lines of text instead of a
 * protocol. It checks what the shell owes the core: the time comes first in every turn, every turn
 * ends, every connection is opened and closed once, and no input comes from inside a port.
 *
 * Lines that it knows: "echo TEXT" says TEXT; "tell TEXT" says TEXT to everybody, in one frame;
 * "flood N" says N bytes; "count" says how many bytes
 * of "junk ..." lines came; "bye" says bye and closes; "late" says late when the time has come;
 * "keep N" has N bytes more wait for the disk; "turn" says how many turns have ended;
 * "stall" keeps the loop until fake_end_stall(); "clock" says the time of the turn and what was
 * left out of it; "hash TEXT" has a worker hash; "hold" leaves the core unsettled until the store
 * is ready.
 */
#ifndef PENTAD_TESTS_UNIT_SERVER_SHELL_FAKE_CORE_H
#define PENTAD_TESTS_UNIT_SERVER_SHELL_FAKE_CORE_H

#include "server/core/core.h"

#include <stddef.h>

#define FAKE_LATE_MS 20
/* More that waits for one connection ends it. */
#define FAKE_UNSENT_MAX ((size_t)8 << 20)

struct fake_counts {
    size_t opened;
    size_t closed;
    size_t heard; /* frames, and those that were too long */
    size_t turns;
    size_t store_ready;
    size_t shut_down;
    size_t reports;         /* of what was not sent */
    size_t most_unsent;     /* the most that was told of one connection */
    size_t taken;           /* bytes, by all reports */
    size_t cut;             /* connections, for what waited for them */
    size_t frames;          /* that there are now */
    size_t most_frames;     /* at once */
    size_t broken_promises; /* of the shell */
    char address[64];       /* of the last connection */
};
struct fake_counts fake_core_counts(const struct core *core);
/* Any thread. */
void fake_wait_for_stall(const struct core *core);
void fake_end_stall(struct core *core);
/* A frame of these bytes, with one reference. */
struct frame *fake_frame(struct core *core, const char *bytes, size_t len);

#endif
