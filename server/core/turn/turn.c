/* SPDX-License-Identifier: MIT */
/*
 * The beginning and the end of the part's state.
 */
#include "server/core/turn/turn.h"

#include "base/memory.h"
#include "server/core/turn/call.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/state.h"
#include "server/core/turn/stream.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdlib.h>

void turn_new(struct core *core, due_fall_fn *const *falls)
{
    core->turn = mem_zero(sizeof(*core->turn));
    core->turn->falls = falls;
    streams_start(core);
    wall_init(core);
    writes_init(core);
}

void turn_free(struct core *core)
{
    outboxes_deinit(core);
    waits_deinit(core);
    jobs_deinit(core);
    queries_deinit(core);
    keys_deinit(core);
    writes_deinit(core);
    deadlines_deinit(&core->turn->dues);
    free(core->turn);
}

/* ------------------------------------------------------------------ shortage */

bool shortage_is_on(const struct core *core)
{
    return core->ports.is_short != NULL && core->ports.is_short(core->ports.ctx);
}

int shortage_check(struct call *call)
{
    if (call->op == OP_HELLO || call->op == OP_PING || !shortage_is_on(call->core))
        return 0;
    call->retry_after_ms = SHORTAGE_RETRY_MS;
    return ERR_OUT_OF_MEMORY;
}

void shortage_tick(struct core *core)
{
    bool is_short = shortage_is_on(core);
    if (is_short && !core->turn->uptime.is_standing)
        uptime_stand(core);
    else if (!is_short && core->turn->uptime.is_standing && !core->turn->writes.is_failing)
        uptime_go_on(core);
}
