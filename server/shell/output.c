/* SPDX-License-Identifier: MIT */
/*
 * The queue is an array in which the waiting frames stand side by side. It grows by doubling, from
 * what nearly every turn needs, and goes when it is empty: a quiet peer has none.
 */
#include "server/shell/output.h"

#include <string.h>

#define FRAMES_MIN 8

bool output_is_empty(const struct output *output)
{
    return output->first == output->end;
}

static size_t size_of(size_t frames)
{
    return frames * sizeof(struct frame *);
}

/* Makes room for one more: at the front, where frames have left, or in more memory. */
static bool reserve(struct output *output, const struct output_home *home)
{
    size_t count = output->end - output->first;
    size_t cap = output->cap == 0          ? FRAMES_MIN
                 : count < output->cap / 2 ? output->cap
                                           : 2 * output->cap;
    struct frame **frames = output->frames;
    if (output->end < output->cap)
        return true;
    if (cap != output->cap)
        frames = slab_try_take(home->slab, size_of(cap));
    if (frames == NULL)
        return false;
    if (count > 0)
        memmove(frames, output->frames + output->first, size_of(count));
    if (cap != output->cap)
        slab_give(home->slab, output->frames, size_of(output->cap));
    output->frames = frames;
    output->cap = cap;
    output->first = 0;
    output->end = count;
    return true;
}

bool output_add(struct output *output, const struct output_home *home, struct frame *frame)
{
    if (!reserve(output, home))
        return false;
    core_frame_keep(frame);
    output->frames[output->end++] = frame;
    output->size_bytes += core_frame_size(frame);
    return true;
}

size_t output_pieces(const struct output *output, uv_buf_t *pieces_out, size_t max, size_t *len_out)
{
    size_t count = output->end - output->first;
    size_t skipped = output->taken;
    *len_out = 0;
    if (count > max)
        count = max;
    for (size_t i = 0; i < count; i++) {
        const struct frame *frame = output->frames[output->first + i];
        size_t len = core_frame_len(frame) - skipped;
        pieces_out[i] = uv_buf_init((char *)core_frame_bytes(frame) + skipped, (unsigned)len);
        *len_out += len;
        skipped = 0;
    }
    return count;
}

static void release_first(struct output *output, const struct output_home *home)
{
    struct frame *frame = output->frames[output->first++];
    output->size_bytes -= core_frame_size(frame);
    core_frame_release(home->core, frame);
}

static void free_queue(struct output *output, const struct output_home *home)
{
    slab_give(home->slab, output->frames, size_of(output->cap));
    *output = (struct output){0};
}

void output_take(struct output *output, const struct output_home *home, size_t len)
{
    output->taken += len;
    while (!output_is_empty(output) &&
           output->taken >= core_frame_len(output->frames[output->first])) {
        output->taken -= core_frame_len(output->frames[output->first]);
        release_first(output, home);
    }
    if (output_is_empty(output))
        free_queue(output, home);
}

void output_drop(struct output *output, const struct output_home *home)
{
    while (!output_is_empty(output))
        release_first(output, home);
    free_queue(output, home);
}
