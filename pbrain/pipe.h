/* SPDX-License-Identifier: MIT */
/*
 * The manager at the other end of standard input and output: the ports of a talk. Reading waits
 * between thoughts and never during one.
 */
#ifndef PENTAD_PBRAIN_PIPE_H
#define PENTAD_PBRAIN_PIPE_H

#include "pbrain/talk.h"

#include <stdbool.h>
#include <stddef.h>

struct pipe {
    char bytes[4096]; /* those from `at` on were not heard yet */
    size_t at;
    size_t len;
    bool is_over; /* the manager has closed its end */
};

/* Makes the ports. `pipe` is all zero, and outlives every user of the ports. */
struct talk_ports pipe_ports(struct pipe *pipe);

/* Waits for bytes, and gives the talk those that have come. */
void pipe_wait(struct pipe *pipe, struct talk *talk);

#endif
