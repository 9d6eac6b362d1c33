/* SPDX-License-Identifier: MIT */
/*
 * Output that is held back until the change it tells of is on disk. Every frame bears the number of
 * the last batch that it may depend on; what is held stands under the id of its connection, each
 * frame with the id of the request that it answers. A connection's frames leave in order, and
 * nothing follows its last word. When a commit fails, held replies become `storage_unavailable` and
 * held events vanish: the changes they told of are taken back. Only output that is true in any case
 * (bye, errors of frames) leaves all the same.
 */
#ifndef PENTAD_SERVER_CORE_OUTBOX_H
#define PENTAD_SERVER_CORE_OUTBOX_H

#include "server/core/desk/frame.h"
#include "server/core/desk/happen.h"
#include "server/core/turn/call.h"

/* The gate of frames that depend on no batch; they survive a failed commit. */
#define OUTBOX_NO_GATE 0

/* Encodes an event once; the caller holds a reference. `seq` is its number in a stream (stream.h)
 * of a room or a player; frame_event() is for all others. */
struct frame *frame_numbered(struct core *core, enum event event, uint64_t seq, const void *body);
struct frame *frame_event(struct core *core, enum event event, const void *body);

/* Sends a shared frame to one connection, or holds it. */
void outbox_push(struct core *core, uint64_t conn, struct frame *frame);
/* Ends the connection after its last word: no more input, and it closes when all that is held has
 * left. */
void outbox_end(struct core *core, uint64_t conn);
/* Says goodbye after the held output and ends the connection. No commit can make a goodbye
 * untrue. */
void outbox_bye(struct core *core, uint64_t conn, const struct bye_event *bye);
/* Says goodbye because of an error, and ends the connection. */
void outbox_bye_error(struct core *core, uint64_t conn, int error);
/* Listens to CONN_ENDS. */
void outbox_conn_ends(struct core *core, const struct conn_end *end);
/* Encodes a reply and sends it to its connection, or holds it. `gate` is writes_gate(), or
 * OUTBOX_NO_GATE for a reply that no later commit can make untrue. */
void outbox_reply(struct call *call, uint64_t gate, const void *reply);
/* Sends again the reply that the same request got before, by its stored fields. */
void outbox_reply_again(struct call *call, const char *fields);
/* Sends a reply, with the gate writes_gate(), to something that no batch contains: if that batch
 * fails, `take_back` is called with `subject` before the error is sent, so that nothing has
 * changed. */
void outbox_reply_or(struct call *call, const void *reply, call_take_back_fn *take_back,
                     uint64_t subject);
void outbox_error(struct core *core, struct reply_to to, const struct fault *fault,
                  int64_t retry_after_ms);

/* A batch is durable: sends what waited for it. */
void outbox_release_all(struct core *core);
/* A batch failed: nothing that waits is true any more. */
void outbox_fail_all(struct core *core);
/* Listen to the rows of these names: what is held is dropped. */
void outbox_conn_cut(struct core *core, uint64_t conn);
void outbox_conn_gone(struct core *core, uint64_t conn);

/* Keeps all output that waits, for the disk and for connections, within its bounds: cuts off the
 * connection that has most of it, then the next. Called at the end of a turn, when no queue is
 * being walked over. */
void outboxes_bound(struct core *core);
/* True if anything is held. */
bool outbox_waits(const struct core *core);
void outboxes_deinit(struct core *core);

#endif
