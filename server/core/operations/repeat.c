/* SPDX-License-Identifier: MIT */
/*
 * Repeats get the reply that is stored with the key. The store is asked when everything written so
 * far is settled, so the first request's batch is durable by then, or has failed.
 */
#include "server/core/operations/repeat.h"

#include "base/memory.h"
#include "server/core/people/asker.h"
#include "server/core/turn/call.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

/* The store does not have it: its batch failed, or newer keys have taken the place. */
static void refuse(struct call *call, const struct key_mark *mark)
{
    struct store_key_place place;
    bool is_used = keys_find(call->core, call->asker.player, mark, &place);
    call->fault.field = is_used ? "key" : NULL;
    call->retry_after_ms = is_used ? 0 : WRITES_PROBE_MS;
    call_error(call, is_used ? ERR_KEY_USED : ERR_STORAGE_UNAVAILABLE);
}

static void reply_read(struct core *core, struct wait *wait, int status,
                       const struct store_answer *answer)
{
    struct call call;
    if (!asker_call_stored(core, wait, status == STORE_NOT_FOUND ? STORE_OK : status, &call))
        return;
    if (status == STORE_OK)
        call_reply_again(&call, answer->as.keyed_reply.reply);
    else
        refuse(&call, wait->data);
}

int repeat_answer(struct call *call)
{
    struct store_query query = {.kind = STORE_KEYED_REPLY};
    struct key_mark *mark = mem_alloc(sizeof(*mark));
    *mark = call->mark;
    (void)keys_find(call->core, call->asker.player, mark, &query.as.keyed_reply);
    struct wait *wait = wait_new(call, mark);
    wait->done.query = reply_read;
    return queries_ask(call, wait, &query);
}
