/* SPDX-License-Identifier: MIT */
/*
 * Streams: the events that one player, or one place in a room, is sent, with numbers that rise by
 * one. A stream gives each event its number when the event is made, and keeps the last ones for a
 * while, by reference, so that they can be sent again as they were to somebody whose connection
 * broke. A stream keeps exactly what was said in it, and so nothing that was hidden from its
 * receiver.
 *
 * No number is used twice. Within a life of the server a stream begins after every number that any
 * stream has had; each life begins at a random number of 2^52, whatever clocks do
 * (docs/adr/0028-streams.md).
 */
#ifndef PENTAD_SERVER_CORE_STREAM_H
#define PENTAD_SERVER_CORE_STREAM_H

#include "server/core/desk/frame.h"
#include "server/core/state.h"

struct stream_ring;

/* The number at which a stream was when it got its first event that waits for a batch. */
struct stream_mark {
    uint64_t gate;
    uint64_t seq;
};

/* Numbered events to one receiver. Only this part uses the fields. */
struct stream {
    uint64_t seq; /* of the last event */
    struct stream_mark marks[2];
    struct stream_ring *ring; /* NULL: nothing can be sent again */
};

/* Draws the number behind which all streams of this life begin. */
void streams_start(struct core *core);

/* Begins a stream at a number that no stream has had; the events that it kept are dropped. */
void stream_begin(struct core *core, struct stream *stream);
/* Begins a stream at the number of another one that is told the same. */
void stream_begin_at(struct core *core, struct stream *stream, uint64_t seq);
/* Remembers the numbers of a stream that is about to begin anew for somebody else: if a commit
 * fails, it has the old numbers again and keeps no events. */
void stream_touch(struct core *core, struct stream *stream);
/* Drops what the stream keeps; its number stays. */
void stream_end(struct core *core, struct stream *stream);

/* Returns the number for the event that is being made. */
uint64_t stream_next(struct core *core, struct stream *stream);
/* Keeps the event that has just got its number. If one event is kept, all after it are. */
void stream_keep(struct core *core, struct stream *stream, struct frame *frame);
/* Sends the events after `since` to a connection. False, with nothing sent, if not all of them are
 * there any more, or never were. */
bool stream_resend(struct core *core, uint64_t conn, const struct stream *stream, int64_t since);
/* The number of the last event that no failing commit can take back: for a reply without a gate. */
uint64_t stream_sure(const struct core *core, const struct stream *stream);
/* The batch `failed` failed: events that waited for it or for a later one were not told, and their
 * numbers are used again. */
void stream_undo(struct core *core, struct stream *stream, uint64_t failed);

#endif
