/* SPDX-License-Identifier: MIT */
/*
 * Answers to requests.
 */
#include "server/core/turn/call.h"

#include "server/core/turn/keys.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/state.h"
#include "server/core/turn/writes.h"

const union reply_body call_nothing;

int call_reply(struct call *call, const void *reply)
{
    if (call->use != NULL)
        keys_replied(call, reply);
    outbox_reply(call, writes_gate(call->core), reply);
    return 0;
}

int call_reply_or(struct call *call, const void *reply, call_take_back_fn *take_back,
                  uint64_t subject)
{
    if (call->use != NULL)
        keys_replied(call, reply);
    outbox_reply_or(call, reply, take_back, subject);
    return 0;
}

int call_reply_stored(struct call *call, const void *reply)
{
    outbox_reply(call, OUTBOX_NO_GATE, reply);
    return 0;
}

void call_reply_again(struct call *call, const char *fields)
{
    outbox_reply_again(call, fields);
}

void call_error(struct call *call, int error)
{
    call->fault.error = error;
    outbox_error(call->core, call->reply_to, &call->fault, call->retry_after_ms);
}
