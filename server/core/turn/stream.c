/* SPDX-License-Identifier: MIT */
/*
 * Numbers of events, and the events that can be sent again: rings of frames, in the order of their
 * last events, so that the ring goes first that was quiet for longest.
 */
#include "server/core/turn/stream.h"

#include "server/core/turn/outbox.h"
#include "server/core/turn/state.h"
#include "server/core/turn/turn.h"
#include "server/core/turn/writes.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include <utlist.h>

/* A life of the server begins its numbers anywhere below this power of two; as many events later
 * they are still below 2^53. */
#define STREAM_START_BITS 52

/* ------------------------------------------------------------------ rings */

static struct frame **place_of(struct stream_ring *ring, uint64_t seq)
{
    return &ring->frames[seq % STREAM_KEPT];
}

/* The memory that is counted: a frame in two rings counts twice. */
static void count_bytes(struct core *core, size_t more, size_t less)
{
    core->turn->streams.bytes += more;
    core->turn->streams.bytes -= less;
}

static void drop(struct core *core, struct stream_ring *ring, uint64_t seq)
{
    struct frame **place = place_of(ring, seq);
    count_bytes(core, 0, core_frame_size(*place));
    frame_release(core, *place);
    *place = NULL;
    ring->count--;
}

static struct stream_ring *ring_new(struct core *core, struct stream *stream)
{
    struct stream_ring *ring = slab_take(&core->slab, sizeof(*ring));
    memset(ring, 0, sizeof(*ring));
    ring->stream = stream;
    stream->ring = ring;
    count_bytes(core, sizeof(*ring), 0);
    return ring;
}

void stream_end(struct core *core, struct stream *stream)
{
    struct stream_ring *ring = stream->ring;
    if (ring == NULL)
        return;
    for (uint64_t seq = 0; seq < STREAM_KEPT; seq++) /* the stream's own number may be restored */
        if (*place_of(ring, seq) != NULL)
            drop(core, ring, seq);
    DL_DELETE(core->turn->streams.rings, ring);
    count_bytes(core, 0, sizeof(*ring));
    slab_give(&core->slab, ring, sizeof(*ring));
    stream->ring = NULL;
}

/* Whether the ring that was used least goes. */
static bool is_due(const struct core *core, const struct stream_ring *oldest)
{
    return core->turn->streams.bytes > core->options.resend_bytes ||
           core->now.mono_ms - oldest->at_ms >= STREAM_KEPT_MS || shortage_is_on(core);
}

static void bound(struct core *core)
{
    while (core->turn->streams.rings != NULL && is_due(core, core->turn->streams.rings))
        stream_end(core, core->turn->streams.rings->stream);
}

void stream_keep(struct core *core, struct stream *stream, struct frame *frame)
{
    struct stream_ring *ring = stream->ring;
    if (ring != NULL)
        DL_DELETE(core->turn->streams.rings, ring);
    else
        ring = ring_new(core, stream);
    if (ring->count == STREAM_KEPT)
        drop(core, ring, stream->seq - STREAM_KEPT);
    *place_of(ring, stream->seq) = frame;
    ring->count++;
    frame->refs++;
    count_bytes(core, core_frame_size(frame), 0);
    ring->at_ms = core->now.mono_ms;
    DL_APPEND(core->turn->streams.rings, ring);
    bound(core);
}

bool stream_resend(struct core *core, uint64_t conn, const struct stream *stream, int64_t since)
{
    uint64_t kept = stream->ring != NULL ? stream->ring->count : 0;
    uint64_t from = (uint64_t)since;
    if (since < 0 || from > stream->seq || stream->seq - from > kept)
        return false;
    for (uint64_t seq = from + 1; seq <= stream->seq; seq++) {
        struct frame *frame = *place_of(stream->ring, seq);
        conn_answered(core, conn, core_frame_size(frame));
        outbox_push(core, conn, frame);
    }
    return true;
}

/* ------------------------------------------------------------------ numbers */

void streams_start(struct core *core)
{
    uint64_t dice;
    core->ports.random(core->ports.ctx, &dice, sizeof(dice));
    core->turn->streams.last = dice >> (64 - STREAM_START_BITS);
}

void stream_begin(struct core *core, struct stream *stream)
{
    stream_begin_at(core, stream, ++core->turn->streams.last);
}

void stream_begin_at(struct core *core, struct stream *stream, uint64_t seq)
{
    stream_end(core, stream);
    *stream = (struct stream){.seq = seq};
}

/* Two batches can be unsettled, the one under way and the one that fills: so the two last gates are
 * enough to know where to go back to. */
uint64_t stream_next(struct core *core, struct stream *stream)
{
    uint64_t gate = writes_gate(core);
    struct stream_mark *mark = &stream->marks[gate % 2];
    if (mark->gate != gate)
        *mark = (struct stream_mark){.gate = gate, .seq = stream->seq};
    stream->seq++;
    if (stream->seq > core->turn->streams.last)
        core->turn->streams.last = stream->seq;
    return stream->seq;
}

static void forget_kept(struct core *core, void *stream)
{
    stream_end(core, stream);
}

void stream_touch(struct core *core, struct stream *stream)
{
    static const struct writes_owner owner = {.restored = forget_kept};
    writes_touch(core, stream, offsetof(struct stream, ring), &owner, stream);
}

/* The number that the stream had before its first event with this gate or a later one. */
static uint64_t before_gate(const struct stream *stream, uint64_t gate)
{
    uint64_t seq = stream->seq;
    for (int i = 0; i < 2; i++) {
        const struct stream_mark *mark = &stream->marks[i];
        if (mark->gate >= gate && mark->seq < seq)
            seq = mark->seq;
    }
    return seq;
}

uint64_t stream_sure(const struct core *core, const struct stream *stream)
{
    return before_gate(stream, core->turn->writes.settled + 1);
}

void stream_undo(struct core *core, struct stream *stream, uint64_t failed)
{
    uint64_t seq = before_gate(stream, failed);
    for (; stream->seq > seq; stream->seq--)
        if (stream->ring != NULL && stream->ring->count > 0)
            drop(core, stream->ring, stream->seq);
    memset(stream->marks, 0, sizeof(stream->marks));
}
