/* SPDX-License-Identifier: MIT */
/*
 * Counting references to frames; the functions for the shell are in core.h.
 */
#include "server/core/desk/frame.h"

#include "base/getter.h"
#include "server/core/state.h"

#include <assert.h>
#include <string.h>

/* A short line takes more memory than it has bytes: its head, and its place in a queue. */
#define FRAME_PLACE_SIZE 64

struct frame *frame_new(struct core *core, int len, uint64_t gate)
{
    struct frame *frame = slab_take(&core->slab, sizeof(*frame) + (size_t)len);
    *frame = (struct frame){.refs = 1, .size = (uint32_t)len, .len = (uint32_t)len, .gate = gate};
    memcpy(frame->bytes, core->encoded, (size_t)len);
    return frame;
}

void frame_release(struct core *core, struct frame *frame)
{
    if (--frame->refs == 0)
        slab_give(&core->slab, frame, sizeof(*frame) + frame->size);
}

void frame_become(struct frame *frame, const struct frame *told)
{
    assert(told->len <= frame->size && !frame->has_left);
    frame->len = told->len;
    memcpy(frame->bytes, told->bytes, told->len);
}

/* ------------------------------------------------------------------ for the shell */

GETTER(const char *, core_frame_bytes, frame, frame->bytes)
GETTER(size_t, core_frame_len, frame, frame->len)

size_t core_frame_size(const struct frame *frame)
{
    return sizeof(*frame) + frame->size + FRAME_PLACE_SIZE;
}

void core_frame_keep(struct frame *frame)
{
    frame->refs++;
}

void core_frame_release(struct core *core, struct frame *frame)
{
    frame_release(core, frame);
}
