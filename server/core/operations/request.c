/* SPDX-License-Identifier: MIT */
/*
 * The one way that every request takes: decode, rights, rate, key, command.
 */
#include "server/core/operations/request.h"

#include "base/memory.h"
#include "server/core/desk/address.h"
#include "server/core/desk/conn.h"
#include "server/core/operations/auth.h"
#include "server/core/operations/state.h"
#include "server/core/people/asker.h"
#include "server/core/people/login.h"
#include "server/core/people/spending.h"
#include "server/core/state.h"
#include "server/core/turn/call.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/turn.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdlib.h>

static int (*const commands[OP_COUNT])(struct call *call) = {
#define OP(ID_, id, wire, who, cost, burst, per_ms, repeat, doc) [OP_##ID_] = command_##id,
#include "proto/message_rows.h"
};

static int check_greeting(const struct call *call)
{
    bool may_come = call->op == OP_HELLO || conn_has_greeted(call->core, call->reply_to.conn);
    return may_come ? 0 : ERR_HELLO_FIRST;
}

/* A token that a page's script never sees, no hole in the page can give away. */
static int check_way(const struct call *call)
{
    enum by_http by_http = op_info(call->op)->by_http;
    bool has_secret = by_http == BY_HTTP_TOKEN || by_http == BY_HTTP_SECRET;
    return has_secret && conn_is_by_http(call->core, call->reply_to.conn) ? ERR_USE_HTTP : 0;
}

static int check_rate(struct call *call)
{
    call->retry_after_ms = conn_take_rate(call->core, call->reply_to.conn, call->op);
    return call->retry_after_ms > 0 ? ERR_RATE_LIMITED : 0;
}

/* Counts it for the player and for the address. */
static int spend(struct call *call, enum cost_word cost, size_t units)
{
    if (call->asker.player != 0)
        call->retry_after_ms = player_spend(call->core, call->asker.player, cost, (int64_t)units);
    if (call->retry_after_ms == 0)
        call->retry_after_ms = conn_spend(call->core, call->reply_to.conn, cost, (int64_t)units);
    if (call->retry_after_ms == 0)
        return 0;
    return cost == COST_WORD_BYTES ? ERR_TOO_MUCH_WRITTEN : ERR_RATE_LIMITED;
}

/* Large answers are paid for when the next question comes: nobody knew their size before. Only
 * questions wait for that. */
static int check_answers(struct call *call, enum cost_word cost)
{
    struct core *core = call->core;
    size_t bytes = conn_take_answered(core, call->reply_to.conn);
    uint64_t player = call->asker.player;
    if (player != 0)
        player_take_from(core, player, COST_WORD_ANSWER, (int64_t)bytes);
    if (call->asker.is_local || (cost != COST_WORD_READ && cost != COST_WORD_HEAVY))
        return 0;
    if (player != 0)
        call->retry_after_ms = player_wait_ms(core, player, COST_WORD_ANSWER, 1);
    if (call->retry_after_ms == 0)
        call->retry_after_ms =
            address_wait_ms(core, conn_network(core, call->reply_to.conn), COST_WORD_ANSWER, 1);
    return call->retry_after_ms > 0 ? ERR_RATE_LIMITED : 0;
}

int request_spend_bytes(struct call *call, size_t bytes)
{
    return spend(call, COST_WORD_BYTES, bytes);
}

/* Most of what such a request says is stored for good. */
static bool stays(enum cost_word cost)
{
    return cost == COST_WORD_CREATE || cost == COST_WORD_SAY;
}

/* Of a stranger nothing is stored, so that there is nothing to repeat. */
static bool has_key(const struct call *call, const struct request *request)
{
    return request->key != NULL && (call->asker.player != 0 || call->asker.is_local);
}

static int admit(struct call *call, const struct request *request, size_t len)
{
    enum cost_word cost = op_info(call->op)->cost;
    int status = check_greeting(call);
    if (status == 0)
        status = asker_check(call);
    if (status == 0)
        status = check_way(call);
    if (status == 0)
        status = shortage_check(call);
    if (status == 0)
        status = check_rate(call);
    if (status == 0)
        status = check_answers(call, cost);
    if (status == 0)
        status = spend(call, cost, 1);
    if (status == 0 && (stays(cost) || (has_key(call, request) && keys_heed(request))))
        status = spend(call, COST_WORD_BYTES, len);
    return status;
}

/* Carries the request out, unless it was before. */
static int carry_out(struct call *call, const struct request *request)
{
    switch (has_key(call, request) ? keys_begin(call, request) : KEY_NONE) {
    case KEY_UNDER_WAY:
        call->retry_after_ms = KEYS_BUSY_RETRY_MS;
        return ERR_BUSY;
    case KEY_OF_ANOTHER:
        call->fault.field = "key";
        return ERR_KEY_USED;
    case KEY_REMEMBERED:
        return repeat_answer(call);
    case KEY_NONE:
    case KEY_NEW:
        break;
    }
    int status = commands[call->op](call);
    if (call->use != NULL)
        keys_end(call);
    return status;
}

/* A line that is not carried out has no rate of its own, and yet takes time: one of two bytes is
 * answered as a whole request is. */
static bool is_flooding(struct core *core, uint64_t conn, int error)
{
    return !error_ends_connection(error) && conn_refuse_rate(core, conn);
}

/* A stranger's question, beyond those by which everybody begins. */
static bool looks(const struct call *call)
{
    return asker_only_asks(call->op) && call->op != OP_HELLO && call->op != OP_PING;
}

static void run(struct core *core, uint64_t conn, const char *bytes, size_t len)
{
    struct request request;
    struct call call = {.core = core, .reply_to.conn = conn, .asker = asker_of(core, conn)};
    if (call.asker.is_over) {
        outbox_bye_error(core, conn, ERR_LOGGED_OUT);
        return;
    }
    arena_reset(&core->arena);
    int status = request_decode(bytes, len, &core->arena, &request, &call.fault);
    call.reply_to.request = request.id;
    if (status == 0) {
        call.op = request.op;
        meter_request(core, request.op);
        call.request = &request.as;
        status = admit(&call, &request, len);
    }
    if (status != 0 && is_flooding(core, conn, status)) {
        outbox_bye_error(core, conn, ERR_TOO_MANY_REFUSED);
        return;
    }
    if (status == 0) {
        login_use(core, conn);
        status = carry_out(&call, &request);
    }
    if (status == 0 && looks(&call))
        conn_look(core, conn);
    if (status == 0)
        return;
    call_error(&call, status);
    if (error_ends_connection(status))
        outbox_end(core, conn);
}

void request_frame_came(struct core *core, const struct incoming_frame *incoming)
{
    const struct fault too_long = {.error = ERR_FRAME_TOO_LONG};
    if (!incoming->is_too_long) {
        run(core, incoming->conn, incoming->frame.bytes, incoming->frame.len);
        return;
    }
    const struct reply_to sender = {.conn = incoming->conn, .request = NO_REQUEST_ID};
    outbox_error(core, sender, &too_long, 0);
    outbox_end(core, incoming->conn);
}

/* ------------------------------------------------------------------ answers again */

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
    return queries_ask(call, wait_new(call, mark), &query, reply_read);
}

/* ------------------------------------------------------------------ the part's state */

void operations_new(struct core *core)
{
    core->operations = mem_zero(sizeof(*core->operations));
    guards_init(core);
}

void operations_free(struct core *core)
{
    guards_deinit(core);
    busy_deinit(core);
    remembered_deinit(&core->operations->mail_queries);
    remembered_deinit(&core->operations->opening_queries);
    free(core->operations);
}
