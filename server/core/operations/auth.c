/* SPDX-License-Identifier: MIT */
/*
 * The shared steps of logging in.
 */
#include "server/core/operations/auth.h"

#include "base/memory.h"
#include "server/core/desk/address.h"
#include "server/core/desk/conn.h"
#include "server/core/desk/lag.h"
#include "server/core/people/asker.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/people/spending.h"
#include "server/core/rules/backoff.h"
#include "server/core/table/room_presence.h"
#include "server/core/table/seating.h"
#include "server/core/table/view.h"
#include "server/core/turn/call.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"

#include <stdio.h>
#include <string.h>

#include <utlist.h>

int auth_begin(struct call *call)
{
    if (conn_is_waiting(call->core, call->origin.conn))
        return ERR_BUSY;
    if (call->asker.player != 0 || call->asker.is_local)
        return ERR_ALREADY_LOGGED_IN;
    conn_set_waiting(call->core, call->origin.conn, true);
    return 0;
}

bool auth_call(struct core *core, const struct wait *wait, struct call *call_out)
{
    bool is_there = asker_call(core, wait, call_out);
    conn_set_waiting(core, wait->origin.conn, false);
    return is_there;
}

struct auth *auth_new(const struct call *call)
{
    struct auth *auth = mem_zero(sizeof(*auth));
    snprintf(auth->address, sizeof(auth->address), "%s",
             conn_address(call->core, call->origin.conn));
    auth->network = conn_network(call->core, call->origin.conn);
    return auth;
}

/* volatile: the compiler may not drop a write to memory that is freed next. */
static void wipe(volatile char *secret, size_t size)
{
    for (size_t i = 0; i < size; i++)
        secret[i] = '\0';
}

void auth_wipe(struct auth *auth)
{
    wipe(auth->password, sizeof(auth->password));
    wipe(auth->new_password, sizeof(auth->new_password));
}

void auth_refuse(struct core *core, const struct wait *wait, int error, int64_t retry_after_ms)
{
    struct call call;
    auth_wipe(wait->data);
    if (!auth_call(core, wait, &call))
        return;
    call.retry_after_ms = retry_after_ms;
    call_error(&call, error);
}

void auth_work(struct core *core, struct wait *wait,
               void (*done)(struct core *, struct wait *, const struct work_result *),
               const struct work *work)
{
    struct wait *next = wait_again(wait);
    next->done.work = done;
    int status = wait_work(core, next, work);
    if (status == 0)
        return;
    auth_refuse(core, next, status, AUTH_BUSY_RETRY_MS);
    wait_free(next);
}

void auth_ask(struct core *core, struct wait *take_wait,
              void (*found)(struct core *, struct wait *, int, const struct store_answer *))
{
    const struct auth *auth = take_wait->data;
    struct store_query query = {.kind = STORE_PLAYER_BY_TOKEN};
    memcpy(query.as.player_by_token.token_hash, auth->session.hash, TOKEN_HASH_SIZE);
    take_wait->done.query = found;
    queries_ask_admitted(core, take_wait, &query);
}

int64_t auth_wait_ms(const struct call *call, const char *key)
{
    const struct core *core = call->core;
    int64_t account_ms = backoff_wait_ms(core->account_backoff, key, core->now.mono_ms);
    int64_t address_ms = backoff_wait_ms(core->address_backoff,
                                         conn_address(core, call->origin.conn), core->now.mono_ms);
    return account_ms > address_ms ? account_ms : address_ms;
}

int auth_newcomer(struct call *call)
{
    const struct core *core = call->core;
    call->retry_after_ms =
        address_wait_ms(core, conn_network(core, call->origin.conn), COST_WORD_NEWCOMER, 1);
    return call->retry_after_ms > 0 ? ERR_TOO_MANY_NEWCOMERS : 0;
}

void auth_newcomer_came(struct core *core, uint64_t network)
{
    (void)address_spend(core, network, COST_WORD_NEWCOMER, 1);
}

int auth_spend(struct call *call, uint64_t player)
{
    call->retry_after_ms = player_spend(call->core, player, COST_WORD_LOGIN, 1);
    return call->retry_after_ms > 0 ? ERR_RATE_LIMITED : 0;
}

void auth_wrong_password(struct core *core, const struct wait *wait)
{
    const struct auth *auth = wait->data;
    backoff_failed(core->account_backoff, auth->keys.key, core->now.mono_ms);
    /* Whether or not its connection waits for the answer. */
    backoff_failed(core->address_backoff, auth->address, core->now.mono_ms);
    auth_refuse(core, wait, ERR_WRONG_CREDENTIALS, 0);
}

void auth_log_in(struct call *call, const struct store_player *stored,
                 const uint8_t token_hash[TOKEN_HASH_SIZE])
{
    struct core *core = call->core;
    struct player *player = player_take(core, stored);
    login_begin(core, player, call->origin.conn, token_hash);
    call->asker = asker_of(core, call->origin.conn);
    if (seating_is_busy(player))
        lag_measure(core, call->origin.conn);
    char detail[PLAYER_NAME_SIZE + ADDRESS_SIZE + 64];
    snprintf(detail, sizeof(detail), "name=%s address=%s", player->known->name,
             conn_address(core, call->origin.conn));
    core->ports.log(core->ports.ctx, LOG_LEVEL_INFO, "login", detail);
}

void auth_take_back(struct core *core, uint64_t conn, uint64_t nothing)
{
    (void)nothing;
    conn_log_out(core, conn);
}

size_t auth_rooms(struct call *call, const struct room_record **rooms_out)
{
    const struct player *player = call_player(call);
    struct room_record *rooms =
        arena_alloc(&call->core->arena, (player->seat_count + 1) * sizeof(*rooms));
    size_t count = 0;
    const struct seat_link *link;
    DL_FOREACH(player->seats, link) {
        rooms[count++] = *view_room_heard(call->core, link->room, &link->stream);
        room_presence_shown(call->core, link->room, player);
    }
    *rooms_out = rooms;
    return count;
}
