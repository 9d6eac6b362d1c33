/* SPDX-License-Identifier: MIT */
/*
 * Frames on their way out: each is encoded once, into one piece of memory that all its receivers
 * share, in the core's queues and in the shell's. It is freed with its last reference.
 */
#ifndef PENTAD_SERVER_CORE_FRAME_H
#define PENTAD_SERVER_CORE_FRAME_H

#include "server/core/core.h"

struct frame {
    uint32_t refs;
    uint32_t size; /* of `bytes` */
    uint32_t len;  /* the bytes that are sent */
    bool has_left; /* a port has it: its bytes stay as they are */
    uint64_t gate; /* leaves when this batch is durable (turn/outbox.h) */
    char bytes[];
};

/* Copies the first `len` bytes of core->encoded; the caller holds a reference. */
struct frame *frame_new(struct core *core, int len, uint64_t gate);
void frame_release(struct core *core, struct frame *frame);
/* Makes a frame that has not left tell what `told` tells, which is no longer than it was. */
void frame_become(struct frame *frame, const struct frame *told);

#endif
