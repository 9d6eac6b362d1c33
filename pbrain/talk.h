/* SPDX-License-Identifier: MIT */
/*
 * A talk by the Gomocup protocol: lines of a manager come in, answers go out. It knows the board
 * and what the manager told, and asks a thinker for moves. Bytes, time and output are ports, so
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
    /* Gives the bytes that have come to talk_hear(), without waiting. NULL: nothing is heard during
     * a thought. */
    void (*listen)(void *ctx, struct talk *talk);
    void *ctx;
};

/* Makes a talk, which borrows both until it is freed. NULL if there is no memory. */
struct talk *talk_new(const struct talk_ports *ports, struct thinker *thinker);
void talk_free(struct talk *talk);

/* Takes bytes from the manager, as many as there is room for; returns their number. After
 * talk_run() there is some room. */
size_t talk_hear(struct talk *talk, const char *bytes, size_t len);
/* Notes that the manager has closed its end. */
void talk_hear_end(struct talk *talk);

/* Carries out the orders that were heard. */
void talk_run(struct talk *talk);
/* True if the talk has ended: by END, or because all of a closed input was done. */
bool talk_is_over(const struct talk *talk);

#endif
