/* SPDX-License-Identifier: MIT */
/*
 * The queue is one block, in which the waiting frames stand side by side. It grows by doubling,
 * from what nearly every turn needs, and goes when it is empty: a quiet peer has none.
 */
#include "server/shell/output.h"

#include <string.h>

/* With the head, a step of the slab. */
#define FRAMES_MIN 4

struct output_queue {
    uint32_t first;    /* of those that wait: at least one does */
    uint32_t end;      /* behind the last one */
    uint32_t cap;      /* of `frames` */
    size_t taken;      /* bytes of the first one that are on their way */
    size_t size_bytes; /* core_frame_size() of all */
    struct frame *frames[];
};

bool output_is_empty(const struct output *output)
{
    return output->queue == NULL;
}

size_t output_size(const struct output *output)
{
    return output->queue != NULL ? output->queue->size_bytes : 0;
}

static size_t size_of(uint32_t frames)
{
    return sizeof(struct output_queue) + frames * sizeof(struct frame *);
}

static struct output_queue *queue_new(const struct output_home *home, uint32_t cap)
{
    struct output_queue *queue = slab_try_take(home->slab, size_of(cap));
    if (queue != NULL)
        *queue = (struct output_queue){.cap = cap};
    return queue;
}

static void queue_free(const struct output_home *home, struct output_queue *queue)
{
    if (queue != NULL)
        slab_give(home->slab, queue, size_of(queue->cap));
}

/* Moves what waits in `from` to the front of `to`, which may be the same. */
static void move(struct output_queue *to, const struct output_queue *from)
{
    uint32_t count = from->end - from->first;
    memmove(to->frames, from->frames + from->first, count * sizeof(struct frame *));
    to->taken = from->taken;
    to->size_bytes = from->size_bytes;
    to->first = 0;
    to->end = count;
}

/* Makes room for one more: at the front, where frames have left, or in more memory. Returns the
 * queue that has it, or NULL. */
static struct output_queue *reserve(struct output *output, const struct output_home *home)
{
    struct output_queue *queue = output->queue;
    if (queue == NULL)
        return queue_new(home, FRAMES_MIN);
    if (queue->end < queue->cap)
        return queue;
    bool is_half_empty = queue->end - queue->first < queue->cap / 2;
    struct output_queue *roomy = is_half_empty ? queue : queue_new(home, 2 * queue->cap);
    if (roomy == NULL)
        return NULL;
    move(roomy, queue);
    if (roomy != queue)
        queue_free(home, queue);
    return roomy;
}

bool output_add(struct output *output, const struct output_home *home, struct frame *frame)
{
    struct output_queue *queue = reserve(output, home);
    if (queue == NULL)
        return false;
    core_frame_keep(frame);
    queue->frames[queue->end++] = frame;
    queue->size_bytes += core_frame_size(frame);
    output->queue = queue;
    return true;
}

size_t output_pieces(const struct output *output, uv_buf_t *pieces_out, size_t max, size_t *len_out)
{
    const struct output_queue *queue = output->queue;
    *len_out = 0;
    if (queue == NULL)
        return 0;
    size_t count = queue->end - queue->first;
    size_t skipped = queue->taken;
    if (count > max)
        count = max;
    for (size_t i = 0; i < count; i++) {
        const struct frame *frame = queue->frames[queue->first + i];
        size_t len = core_frame_len(frame) - skipped;
        pieces_out[i] = uv_buf_init((char *)core_frame_bytes(frame) + skipped, (unsigned)len);
        *len_out += len;
        skipped = 0;
    }
    return count;
}

/* Releases the first frame; with the last one the queue goes. */
static void release_first(struct output *output, const struct output_home *home)
{
    struct output_queue *queue = output->queue;
    struct frame *frame = queue->frames[queue->first++];
    queue->size_bytes -= core_frame_size(frame);
    core_frame_release(home->core, frame);
    if (queue->first < queue->end)
        return;
    queue_free(home, queue);
    output->queue = NULL;
}

void output_take(struct output *output, const struct output_home *home, size_t len)
{
    size_t taken = len + (output->queue != NULL ? output->queue->taken : 0);
    while (!output_is_empty(output)) {
        struct output_queue *queue = output->queue;
        size_t first_len = core_frame_len(queue->frames[queue->first]);
        queue->taken = taken;
        if (taken < first_len)
            return;
        taken -= first_len;
        release_first(output, home);
    }
}

void output_drop(struct output *output, const struct output_home *home)
{
    while (!output_is_empty(output))
        release_first(output, home);
}
