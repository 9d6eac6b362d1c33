/* SPDX-License-Identifier: MIT */
/*
 * Private to server/shell/. The frames that wait for one peer, by reference: their bytes are the
 * core's, and many peers may have the same. The queue's own memory comes from the slab.
 */
#ifndef PENTAD_SERVER_SHELL_OUTPUT_H
#define PENTAD_SERVER_SHELL_OUTPUT_H

#include "base/slab.h"
#include "server/core/core.h"

#include <stdbool.h>
#include <stddef.h>

#include <uv.h>

/* The owners of frames and queues: the same for every call with one output. */
struct output_home {
    struct core *core;
    struct slab *slab;
};

struct output_queue;

/* All zero: empty, and without memory. */
struct output {
    struct output_queue *queue; /* NULL: nothing waits */
};

bool output_is_empty(const struct output *output);
/* The sum of core_frame_size() of all that wait. */
size_t output_size(const struct output *output);
/* Adds a frame, with a reference of its own. False: there is no memory, and nothing was changed. */
bool output_add(struct output *output, const struct output_home *home, struct frame *frame);
/* The bytes that wait, in order, in at most `max` pieces. Returns the number of pieces, and their
 * length. They stay valid until output_take() or output_drop(). */
size_t output_pieces(const struct output *output, uv_buf_t *pieces_out, size_t max,
                     size_t *len_out);
/* The first `len` bytes are on their way. */
void output_take(struct output *output, const struct output_home *home, size_t len);
/* Drops all that waits. */
void output_drop(struct output *output, const struct output_home *home);

#endif
