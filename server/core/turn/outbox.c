/* SPDX-License-Identifier: MIT */
/*
 * The queues of held output. A connection without held output has no queue, and costs nothing.
 */
#include "server/core/turn/outbox.h"

#include "base/getter.h"
#include "server/core/desk/conn.h"
#include "server/core/turn/call.h"
#include "server/core/turn/state.h"
#include "server/core/turn/turn.h"
#include "server/core/turn/writes.h"

#include <assert.h>

#include <utlist.h>

struct frame *frame_numbered(struct core *core, enum event event, uint64_t seq, const void *body)
{
    int len = event_encode(event, (int64_t)seq, body, core->encoded, sizeof(core->encoded));
    assert(len > 0); /* every event fits by the limits of the table */
    return frame_new(core, len, writes_gate(core));
}

struct frame *frame_event(struct core *core, enum event event, const void *body)
{
    assert(!event_is_numbered(event)); /* those are made where they get their numbers */
    return frame_numbered(core, event, NO_SEQ, body);
}

/* ------------------------------------------------------------------ queues */

static struct outbox *find(const struct core *core, uint64_t conn)
{
    return id_table_find(&core->turn->outboxes_by_conn, conn);
}

/* NULL if nothing can be said to the connection any more. */
static struct outbox *outbox_new(struct core *core, uint64_t conn)
{
    if (!conn_is_open(core, conn))
        return NULL;
    struct outbox *outbox = slab_take(&core->slab, sizeof(*outbox));
    *outbox = (struct outbox){.conn = conn};
    id_table_add(&core->turn->outboxes_by_conn, conn, outbox);
    DL_APPEND(core->turn->outboxes, outbox);
    return outbox;
}

static void append(struct core *core, struct outbox *outbox, struct frame *frame, int64_t reply_to)
{
    struct out_entry *entry = slab_take(&core->slab, sizeof(*entry));
    *entry = (struct out_entry){.frame = frame, .reply_to = reply_to};
    frame->refs++;
    outbox->bytes += core_frame_size(frame);
    core->turn->held_bytes += core_frame_size(frame);
    if (outbox->last != NULL)
        outbox->last->next = entry;
    else
        outbox->first = entry;
    outbox->last = entry;
}

static struct out_entry *take(struct core *core, struct outbox *outbox)
{
    struct out_entry *entry = outbox->first;
    outbox->bytes -= core_frame_size(entry->frame);
    core->turn->held_bytes -= core_frame_size(entry->frame);
    outbox->first = entry->next;
    if (outbox->first == NULL)
        outbox->last = NULL;
    return entry;
}

static void entry_free(struct core *core, struct out_entry *entry)
{
    frame_release(core, entry->frame);
    slab_give(&core->slab, entry, sizeof(*entry));
}

/* Says a frame, or holds it in `outbox`, that of its connection or NULL. */
static void put(struct core *core, struct outbox *outbox, struct reply_to to, struct frame *frame)
{
    if (frame->gate <= core->turn->writes.settled && outbox == NULL) {
        conn_send(core, to.conn, frame);
        return;
    }
    if (outbox == NULL)
        outbox = outbox_new(core, to.conn);
    if (outbox == NULL || outbox->is_ended)
        return; /* nothing can be said any more */
    append(core, outbox, frame, to.request);
}

/* A connection that asks for more than may wait while the disk is slow is told so, and nothing
 * more. */
static void put_within_limit(struct core *core, struct reply_to to, struct frame *frame)
{
    struct outbox *outbox = find(core, to.conn);
    size_t held_bytes = outbox != NULL ? outbox->bytes : 0;
    if (held_bytes + core_frame_size(frame) <= core->options.held_bytes)
        put(core, outbox, to, frame);
    else if (conn_is_open(core, to.conn))
        outbox_bye_error(core, to.conn, ERR_BUSY);
}

/* ------------------------------------------------------------------ saying something */

static struct reply_to as_event(uint64_t conn)
{
    return (struct reply_to){.conn = conn, .request = NO_REQUEST_ID};
}

void outbox_push(struct core *core, uint64_t conn, struct frame *frame)
{
    put_within_limit(core, as_event(conn), frame);
}

void outbox_end(struct core *core, uint64_t conn)
{
    struct outbox *outbox = find(core, conn);
    conn_stop(core, conn);
    if (outbox != NULL)
        outbox->is_ended = true;
    else
        conn_output_gone(core, conn);
}

void outbox_bye(struct core *core, uint64_t conn, const struct bye_event *bye)
{
    int len = event_encode(EVENT_BYE, NO_SEQ, bye, core->encoded, sizeof(core->encoded));
    assert(len > 0);
    struct frame *frame = frame_new(core, len, OUTBOX_NO_GATE);
    put(core, find(core, conn), as_event(conn), frame);
    frame_release(core, frame);
    outbox_end(core, conn);
}

void outbox_bye_error(struct core *core, uint64_t conn, int error)
{
    const struct bye_event bye = {.code = error_code(error), .message = error_message(error)};
    outbox_bye(core, conn, &bye);
}

void outbox_conn_ends(struct core *core, const struct conn_end *end)
{
    outbox_bye_error(core, end->conn, end->error);
}

void outbox_error(struct core *core, struct reply_to to, const struct fault *fault,
                  int64_t retry_after_ms)
{
    meter_error(core, fault->error);
    int len = error_encode(to.request, fault, retry_after_ms, core->encoded, sizeof(core->encoded));
    assert(len > 0);
    /* A line that cannot even be read as a request is wrong in any case. */
    struct frame *frame =
        frame_new(core, len, to.request == NO_REQUEST_ID ? OUTBOX_NO_GATE : writes_gate(core));
    put_within_limit(core, to, frame);
    frame_release(core, frame);
}

/* Says what is encoded. */
static void reply_say(const struct call *call, uint64_t gate, int len)
{
    struct core *core = call->core;
    if (len < 0) {
        const struct fault fault = {.error = ERR_REPLY_TOO_LONG};
        outbox_error(core, call->reply_to, &fault, 0);
        return;
    }
    struct frame *frame = frame_new(core, len, gate);
    conn_answered(core, call->reply_to.conn, core_frame_size(frame));
    put_within_limit(core, call->reply_to, frame);
    frame_release(core, frame);
}

void outbox_reply(struct call *call, uint64_t gate, const void *reply)
{
    struct core *core = call->core;
    reply_say(call, gate,
              reply_encode(call->op, call->reply_to.request, reply, core->encoded,
                           sizeof(core->encoded)));
}

void outbox_reply_again(struct call *call, const char *fields)
{
    struct core *core = call->core;
    reply_say(
        call, OUTBOX_NO_GATE,
        reply_again_encode(call->reply_to.request, fields, core->encoded, sizeof(core->encoded)));
}

static struct out_entry *last_held(const struct core *core, uint64_t conn)
{
    const struct outbox *outbox = find(core, conn);
    return outbox != NULL ? outbox->last : NULL;
}

/* An error or a goodbye may be held in place of the reply; then the change is undone with that. */
void outbox_reply_or(struct call *call, const void *reply, call_take_back_fn *take_back,
                     uint64_t subject)
{
    const struct out_entry *before = last_held(call->core, call->reply_to.conn);
    outbox_reply(call, writes_gate(call->core), reply);
    struct out_entry *held = last_held(call->core, call->reply_to.conn);
    if (held == before)
        return; /* it left */
    held->take_back = take_back;
    held->subject = subject;
}

/* ------------------------------------------------------------------ batches settle */

static void outbox_free(struct core *core, struct outbox *outbox)
{
    while (outbox->first != NULL)
        entry_free(core, take(core, outbox));
    id_table_remove(&core->turn->outboxes_by_conn, outbox->conn);
    DL_DELETE(core->turn->outboxes, outbox);
    slab_give(&core->slab, outbox, sizeof(*outbox));
}

static void emptied(struct core *core, struct outbox *outbox)
{
    if (outbox->is_ended)
        conn_output_gone(core, outbox->conn);
    outbox_free(core, outbox);
}

static void release(struct core *core, struct outbox *outbox)
{
    while (outbox->first != NULL && outbox->first->frame->gate <= core->turn->writes.settled) {
        struct out_entry *entry = take(core, outbox);
        conn_send(core, outbox->conn, entry->frame);
        entry_free(core, entry);
    }
    if (outbox->first == NULL)
        emptied(core, outbox);
}

void outbox_release_all(struct core *core)
{
    struct outbox *outbox;
    struct outbox *next;
    DL_FOREACH_SAFE(core->turn->outboxes, outbox, next)
        release(core, outbox);
}

/* Frames whose batch had settled left when it did, so all that is still here depends on the batch
 * that failed, or on one that was filling behind it, or only stood behind such a frame. */
static void fail_entry(struct core *core, uint64_t conn, const struct out_entry *entry)
{
    if (entry->frame->gate == OUTBOX_NO_GATE) {
        conn_send(core, conn, entry->frame);
    } else if (entry->reply_to != NO_REQUEST_ID) {
        const struct fault fault = {.error = ERR_STORAGE_UNAVAILABLE};
        int len = error_encode(entry->reply_to, &fault, WRITES_PROBE_MS, core->encoded,
                               sizeof(core->encoded));
        struct frame *frame = frame_new(core, len, OUTBOX_NO_GATE);
        conn_send(core, conn, frame);
        frame_release(core, frame);
    }
}

static struct out_entry *last_promise(const struct outbox *outbox)
{
    struct out_entry *last = NULL;
    for (struct out_entry *entry = outbox->first; entry != NULL; entry = entry->next)
        last = entry->take_back != NULL ? entry : last;
    return last;
}

/* Undoes the promises of held replies like everything else: the last first. */
static void take_back_all(struct core *core, struct outbox *outbox)
{
    for (struct out_entry *last = last_promise(outbox); last != NULL; last = last_promise(outbox)) {
        call_take_back_fn *take_back = last->take_back;
        last->take_back = NULL;
        take_back(core, outbox->conn, last->subject);
    }
}

static void fail(struct core *core, struct outbox *outbox)
{
    take_back_all(core, outbox);
    while (outbox->first != NULL) {
        struct out_entry *entry = take(core, outbox);
        fail_entry(core, outbox->conn, entry);
        entry_free(core, entry);
    }
    emptied(core, outbox);
}

void outbox_fail_all(struct core *core)
{
    struct outbox *outbox;
    struct outbox *next;
    DL_FOREACH_SAFE(core->turn->outboxes, outbox, next)
        fail(core, outbox);
}

void outbox_conn_gone(struct core *core, uint64_t conn)
{
    struct outbox *outbox = find(core, conn);
    if (outbox != NULL)
        outbox_free(core, outbox);
}

void outbox_conn_cut(struct core *core, uint64_t conn)
{
    outbox_conn_gone(core, conn);
}

/* ------------------------------------------------------------------ all output that waits */

/* A connection with nothing held has no outbox, and is known to the desk alone. */
static uint64_t largest(const struct core *core)
{
    size_t most;
    uint64_t found = unsent_largest(core, &most);
    const struct outbox *outbox;
    DL_FOREACH(core->turn->outboxes, outbox) {
        size_t waiting = outbox->bytes + unsent_of_conn(core, outbox->conn);
        found = waiting > most ? outbox->conn : found;
        most = waiting > most ? waiting : most;
    }
    return found;
}

void outboxes_bound(struct core *core)
{
    size_t most;
    while (unsent_bytes(core) + core->turn->held_bytes > core->options.output_bytes_total)
        unsent_cut(core, largest(core), "output_bytes_total");
    while (unsent_bytes(core) > SHORTAGE_UNSENT_BYTES && shortage_is_on(core))
        unsent_cut(core, unsent_largest(core, &most), "memory");
}

GETTER(bool, outbox_waits, core, core->turn->outboxes != NULL)

void outboxes_deinit(struct core *core)
{
    id_table_deinit(&core->turn->outboxes_by_conn);
}

GETTER(size_t, core_held_bytes, core, core->turn->held_bytes)
