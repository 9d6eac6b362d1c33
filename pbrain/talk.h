/* SPDX-License-Identifier: MIT */
/*
 * A talk by the Gomocup protocol: lines of a manager come in, answers go out. It knows the
 * board, what the manager told, and asks a thinker for moves. Bytes, time and output are ports, so
 * that a test can be the manager, and the clock.
 *
 * One thread. While it thinks it asks `listen` for more bytes, so that a manager is heard during a
 * thought: END and a new game end it without an answer, INFO changes its limits.
 */
#ifndef PENTAD_PBRAIN_TALK_H
#define PENTAD_PBRAIN_TALK_H

#include "pbrain/thinker.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct talk;

struct talk_ports {
    void (*say)(void *ctx, const char *line); /* without its end */
    int64_t (*now_ms)(void *ctx);             /* monotonic */
    /* Gives the bytes that are there to talk_hear(), without waiting. NULL: nobody speaks during
     * a thought. */
    void (*listen)(void *ctx, struct talk *talk);
    void *ctx;
};

/* Borrows both, to its end. NULL without memory. */
struct talk *talk_new(const struct talk_ports *ports, struct thinker *thinker);
void talk_free(struct talk *talk);

/* Takes bytes from the manager, as many as there is room for; returns how many. After
 * talk_run() there is room for some. */
size_t talk_hear(struct talk *talk, const char *bytes, size_t len);
/* The manager has closed its end. */
void talk_hear_end(struct talk *talk);

/* Does what was heard. */
void talk_run(struct talk *talk);
/* Whether it ended: by END, or since all of a closed input was done. */
bool talk_is_over(const struct talk *talk);

#endif
