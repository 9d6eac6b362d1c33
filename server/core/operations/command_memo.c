/* SPDX-License-Identifier: MIT */
/*
 * Commands on what a player is to be told: memo.list, memo.seen.
 */
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/memos.h"
#include "server/core/turn/call.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

static void list_read(struct core *core, struct wait *wait, int status,
                      const struct store_answer *answer)
{
    struct memo_record rows[STORE_MEMOS_MAX];
    struct call call;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    const struct store_memos *memos = &answer->as.memos;
    for (size_t i = 0; i < memos->rows_count; i++)
        rows[i] = memos_view(&memos->rows[i]);
    const struct memo_list_reply reply = {.memos = rows, .memos_count = memos->rows_count};
    call_reply(&call, &reply);
}

int command_memo_list(struct call *call)
{
    const struct store_query query = {.kind = STORE_MEMOS, .as.memos = {.id = call->asker.player}};
    struct wait *wait = wait_new(call, NULL);
    wait->done.query = list_read;
    return queries_ask(call, wait, &query);
}

int command_memo_seen(struct call *call)
{
    const struct memo_seen_reply reply = {0};
    const struct store_op op = {
        .kind = STORE_MEMOS_SEEN,
        .as.memos_seen = {.player = call->asker.player, .upto = call->request->memo_seen.upto}};
    int status = writes_ready(call);
    if (status != 0)
        return status;
    writes_add(call->core, &op);
    call_reply(call, &reply);
    return 0;
}
