/* SPDX-License-Identifier: MIT */
/*
 * The one way of a request: decode, rights, rate, command.
 */
#include "server/core/operations/request.h"

#include "server/core/desk/conn.h"
#include "server/core/people/moderation.h"
#include "server/core/rules/rates.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/shortage.h"
#include "server/core/turn/writes.h"

static int (*const commands[OP_COUNT])(struct call *call) = {
#define OP(ID_, id, wire, who, burst, per_ms, repeat, doc) [OP_##ID_] = command_##id,
#include "proto/message_rows.h"
};

static int check_rate(struct call *call)
{
    call->retry_after_ms = rates_take(&call_conn(call)->rates, call->op,
                                      call->core->options.rate_percent, call->core->now.mono_ms);
    return call->retry_after_ms > 0 ? ERR_RATE_LIMITED : 0;
}

static int admit(struct call *call)
{
    int status = moderation_check_rights(call);
    if (status == 0)
        status = shortage_check(call);
    return status != 0 ? status : check_rate(call);
}

/* A line that is not carried out has no rate of its own, and yet takes time: one of two bytes is
 * answered as a whole request is. */
static bool is_flooding(struct core *core, struct conn *conn)
{
    return rates_refuse(&conn->rates, core->options.rate_percent, core->now.mono_ms);
}

static void run(struct core *core, struct conn *conn, const char *bytes, size_t len)
{
    struct request request;
    struct call call = {.core = core, .origin.conn = conn->id, .asker = call_asker(conn)};
    arena_reset(&core->arena);
    int status = request_decode(bytes, len, &core->arena, &request, &call.fault);
    call.origin.request = request.id;
    if (status == 0) {
        call.op = request.op;
        core->meter.requests[request.op]++;
        call.request = &request.as;
        status = admit(&call);
    }
    if (status != 0 && !error_ends_connection(status) && is_flooding(core, conn)) {
        outbox_bye_error(core, conn, ERR_TOO_MANY_REFUSED);
        return;
    }
    if (status == 0)
        status = commands[call.op](&call);
    if (status == 0)
        return;
    call_error(&call, status);
    if (error_ends_connection(status))
        conn_end(core, conn);
}

void request_frame_came(struct core *core, const struct incoming_frame *incoming)
{
    const struct fault too_long = {.error = ERR_FRAME_TOO_LONG};
    if (!incoming->is_too_long) {
        run(core, incoming->conn, incoming->frame.bytes, incoming->frame.len);
        return;
    }
    outbox_error(core, incoming->conn, NO_REQUEST_ID, &too_long, 0);
    conn_end(core, incoming->conn);
}
