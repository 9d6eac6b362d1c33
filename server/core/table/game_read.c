/* SPDX-License-Identifier: MIT */
/*
 * Games from memory or from the store.
 */
#include "server/core/table/game_read.h"

#include "base/memory.h"
#include "server/core/people/asker.h"
#include "server/core/table/match.h"
#include "server/core/table/match_end.h"
#include "server/core/table/state.h"
#include "server/core/turn/call.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

static void on_read(struct core *core, struct wait *wait, int status,
                    const struct store_answer *answer)
{
    const struct game_read *read = wait->data;
    struct call call;
    if (!asker_call(core, wait, &call))
        return;
    if (status == STORE_OK) {
        struct match *match = match_from_store(core, &answer->as.game, false);
        status = read->answer(&call, match, read);
        match_free(core, match, false);
    } else {
        call.retry_after_ms = status == STORE_NOT_FOUND ? 0 : WRITES_PROBE_MS;
        status = status == STORE_NOT_FOUND ? ERR_NO_SUCH_GAME : ERR_STORAGE_UNAVAILABLE;
    }
    if (status != 0)
        call_error(&call, status);
}

/* The game's effect on ratings is known now, or the game is not over after all. */
static void on_settled(struct core *core, struct wait *wait, int status,
                       enum store_op_result result)
{
    struct call call;
    (void)result;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    int error = game_read(&call, wait->data);
    if (error != 0)
        call_error(&call, error);
}

int game_read(struct call *call, const struct game_read *read)
{
    const struct match *match = match_find(call->core, read->game);
    if (match != NULL && !match_is_settling(match))
        return read->answer(call, match, read);
    struct game_read *copy = mem_alloc(sizeof(*copy));
    *copy = *read;
    struct wait *wait = wait_new(call, copy);
    if (match != NULL) {
        wait->done.batch = on_settled;
        writes_wait_for(call->core, wait, match->ending->gate);
        return 0;
    }
    wait->done.query = on_read;
    const struct store_query query = {.kind = STORE_GAME, .as.game = {.id = read->game}};
    return queries_ask(call, wait, &query);
}
