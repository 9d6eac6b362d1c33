/* SPDX-License-Identifier: MIT */
/*
 * Answers to requests.
 */
#include "server/core/turn/call.h"

#include "server/core/desk/conn.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/writes.h"

struct asker call_asker(const struct conn *conn)
{
    return (struct asker){.player = conn->player != NULL ? conn->player->id : 0,
                          .is_local = conn->is_local};
}

struct conn *call_conn(const struct call *call)
{
    return conn_find(call->core, call->origin.conn);
}

void call_reply(struct call *call, const void *reply)
{
    outbox_reply(call, writes_gate(call->core), reply);
}

void call_reply_or(struct call *call, const void *reply, outbox_take_back_fn *take_back,
                   uint64_t subject)
{
    outbox_reply_or(call, reply, take_back, subject);
}

void call_reply_stored(struct call *call, const void *reply)
{
    outbox_reply(call, OUTBOX_NO_GATE, reply);
}

void call_error(struct call *call, int error)
{
    call->fault.error = error;
    outbox_error(call->core, call_conn(call), call->origin.request, &call->fault,
                 call->retry_after_ms);
}
