/* SPDX-License-Identifier: MIT */
/*
 * A shortage of memory, as the port tells it. The uptime also stands while the store fails, so it
 * goes on only when neither is so.
 */
#include "server/core/turn/shortage.h"

#include "server/core/turn/call.h"
#include "server/core/turn/state.h"
#include "server/core/turn/uptime.h"

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
