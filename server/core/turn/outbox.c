/* SPDX-License-Identifier: MIT */
/*
 * The queues of held output. A connection without held frames has an empty queue and costs nothing.
 */
#include "server/core/turn/outbox.h"

#include "server/core/desk/conn.h"
#include "server/core/turn/call.h"
#include "server/core/turn/writes.h"

#include <assert.h>
#include <string.h>

#include <utlist.h>

static struct frame *frame_new(struct core *core, int len, uint64_t gate)
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
    assert(told->len <= frame->size);
    frame->len = told->len;
    memcpy(frame->bytes, told->bytes, told->len);
}

struct frame *frame_event(struct core *core, enum event event, const void *body)
{
    int len = event_encode(event, body, core->encoded, sizeof(core->encoded));
    assert(len > 0); /* every event fits by the limits of the table */
    return frame_new(core, len, writes_gate(core));
}

/* ------------------------------------------------------------------ queues */

static void queue_append(struct core *core, struct conn *conn, struct frame *frame, int64_t id)
{
    struct out_entry *entry = slab_take(&core->slab, sizeof(*entry));
    *entry = (struct out_entry){.frame = frame, .reply_to = id};
    frame->refs++;
    conn->outbox.bytes += frame->size;
    if (conn->outbox.last != NULL)
        conn->outbox.last->next = entry;
    else
        conn->outbox.first = entry;
    conn->outbox.last = entry;
    if (!conn->outbox.is_listed) {
        conn->outbox.is_listed = true;
        DL_APPEND2(core->gated, conn, gated_prev, gated_next);
    }
}

static struct out_entry *queue_take(struct conn *conn)
{
    struct out_entry *entry = conn->outbox.first;
    conn->outbox.bytes -= entry->frame->size;
    conn->outbox.first = entry->next;
    if (conn->outbox.first == NULL)
        conn->outbox.last = NULL;
    return entry;
}

static void entry_free(struct core *core, struct out_entry *entry)
{
    frame_release(core, entry->frame);
    slab_give(&core->slab, entry, sizeof(*entry));
}

static void unlist(struct core *core, struct conn *conn)
{
    if (!conn->outbox.is_listed)
        return;
    conn->outbox.is_listed = false;
    DL_DELETE2(core->gated, conn, gated_prev, gated_next);
}

static void put(struct core *core, struct conn *conn, struct frame *frame, int64_t id)
{
    if (conn->is_ending)
        return; /* its last word is said */
    if (conn->outbox.first == NULL && frame->gate <= core->writes.settled)
        conn_send(core, conn, frame->bytes, frame->len);
    else
        queue_append(core, conn, frame, id);
}

/* A connection that asks for more than may wait while the disk is slow is told so, and nothing
 * more. */
static void put_within_limit(struct core *core, struct conn *conn, struct frame *frame, int64_t id)
{
    if (!conn->is_ending && conn->outbox.bytes + frame->size > core->options.held_bytes)
        outbox_bye_error(core, conn, ERR_BUSY);
    else
        put(core, conn, frame, id);
}

/* ------------------------------------------------------------------ saying something */

void outbox_push(struct core *core, struct conn *conn, struct frame *frame)
{
    put_within_limit(core, conn, frame, NO_REQUEST_ID);
}

void outbox_bye(struct core *core, struct conn *conn, const struct bye_event *bye)
{
    int len = event_encode(EVENT_BYE, bye, core->encoded, sizeof(core->encoded));
    assert(len > 0);
    struct frame *frame = frame_new(core, len, OUTBOX_NO_GATE);
    put(core, conn, frame, NO_REQUEST_ID);
    frame_release(core, frame);
    conn_end(core, conn);
}

void outbox_bye_error(struct core *core, struct conn *conn, int error)
{
    const struct bye_event bye = {.code = error_code(error), .message = error_message(error)};
    outbox_bye(core, conn, &bye);
}

void outbox_conn_silent(struct core *core, const struct conn_silence *silence)
{
    outbox_bye_error(core, silence->conn, silence->error);
}

void outbox_error(struct core *core, struct conn *conn, int64_t id, const struct fault *fault,
                  int64_t retry_after_ms)
{
    meter_error(core, fault->error);
    int len = error_encode(id, fault, retry_after_ms, core->encoded, sizeof(core->encoded));
    assert(len > 0);
    /* A line that cannot even be read as a request is wrong in any case. */
    struct frame *frame =
        frame_new(core, len, id == NO_REQUEST_ID ? OUTBOX_NO_GATE : writes_gate(core));
    put_within_limit(core, conn, frame, id);
    frame_release(core, frame);
}

static void put_reply(const struct call *call, struct conn *conn, uint64_t gate, const void *reply)
{
    struct core *core = call->core;
    int64_t id = call->origin.request;
    int len = reply_encode(call->op, id, reply, core->encoded, sizeof(core->encoded));
    if (len < 0) {
        const struct fault fault = {.error = ERR_REPLY_TOO_LONG};
        outbox_error(core, conn, id, &fault, 0);
        return;
    }
    struct frame *frame = frame_new(core, len, gate);
    put_within_limit(core, conn, frame, id);
    frame_release(core, frame);
}

void outbox_reply(struct call *call, uint64_t gate, const void *reply)
{
    put_reply(call, call_conn(call), gate, reply);
}

void outbox_reply_or(struct call *call, const void *reply, outbox_take_back_fn *take_back,
                     uint64_t subject)
{
    struct conn *conn = call_conn(call);
    struct out_entry *last = conn->outbox.last;
    put_reply(call, conn, writes_gate(call->core), reply);
    if (conn->outbox.last == last)
        return; /* it left */
    conn->outbox.last->take_back = take_back;
    conn->outbox.last->subject = subject;
}

/* ------------------------------------------------------------------ batches settle */

static void release(struct core *core, struct conn *conn)
{
    struct out_entry *first = conn->outbox.first;
    while (first != NULL && first->frame->gate <= core->writes.settled) {
        struct out_entry *entry = queue_take(conn);
        conn_send(core, conn, entry->frame->bytes, entry->frame->len);
        entry_free(core, entry);
        first = conn->outbox.first;
    }
    if (first == NULL) {
        unlist(core, conn);
        conn_output_gone(core, conn);
    }
}

void outbox_release_all(struct core *core)
{
    struct conn *conn;
    struct conn *next;
    DL_FOREACH_SAFE2(core->gated, conn, next, gated_next)
        release(core, conn);
}

/* Frames whose batch had settled left when it did, so all that is still here depends on the batch
 * that failed, or on one that was filling behind it, or only stood behind such a frame. */
static void fail_entry(struct core *core, struct conn *conn, const struct out_entry *entry)
{
    if (entry->frame->gate == OUTBOX_NO_GATE) {
        conn_send(core, conn, entry->frame->bytes, entry->frame->len);
    } else if (entry->reply_to != NO_REQUEST_ID) {
        const struct fault fault = {.error = ERR_STORAGE_UNAVAILABLE};
        int len = error_encode(entry->reply_to, &fault, WRITES_PROBE_MS, core->encoded,
                               sizeof(core->encoded));
        conn_send(core, conn, core->encoded, (size_t)len);
    }
}

static struct out_entry *last_promise(struct conn *conn)
{
    struct out_entry *last = NULL;
    for (struct out_entry *entry = conn->outbox.first; entry != NULL; entry = entry->next)
        last = entry->take_back != NULL ? entry : last;
    return last;
}

/* Undoes the promises of held replies like everything else: the last first. */
static void take_back_all(struct core *core, struct conn *conn)
{
    for (struct out_entry *last = last_promise(conn); last != NULL; last = last_promise(conn)) {
        outbox_take_back_fn *take_back = last->take_back;
        last->take_back = NULL;
        take_back(core, conn, last->subject);
    }
}

static void fail(struct core *core, struct conn *conn)
{
    take_back_all(core, conn);
    while (conn->outbox.first != NULL) {
        struct out_entry *entry = queue_take(conn);
        fail_entry(core, conn, entry);
        entry_free(core, entry);
    }
    unlist(core, conn);
    conn_output_gone(core, conn);
}

void outbox_fail_all(struct core *core)
{
    struct conn *conn;
    struct conn *next;
    DL_FOREACH_SAFE2(core->gated, conn, next, gated_next)
        fail(core, conn);
}

void outbox_conn_gone(struct core *core, struct conn *conn)
{
    while (conn->outbox.first != NULL)
        entry_free(core, queue_take(conn));
    unlist(core, conn);
}
