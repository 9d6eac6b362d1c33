/* SPDX-License-Identifier: MIT */
/*
 * The shared steps of logging in.
 */
#include "server/core/auth.h"

#include "base/memory.h"
#include "server/core/conn.h"
#include "server/core/player.h"
#include "server/core/view.h"
#include "server/core/wait.h"

#include <stdio.h>
#include <string.h>

#include <utlist.h>

int auth_begin(struct call *call)
{
    if (call->conn->is_waiting)
        return ERR_BUSY;
    if (call->conn->player != NULL)
        return ERR_ALREADY_LOGGED_IN;
    call->conn->is_waiting = true;
    return 0;
}

bool auth_call(struct core *core, const struct wait *wait, struct call *call_out)
{
    bool is_there = wait_call(core, wait, call_out);
    if (call_out->conn != NULL)
        call_out->conn->is_waiting = false;
    return is_there;
}

struct auth *auth_new(void)
{
    return mem_zero(sizeof(struct auth));
}

void auth_wipe(struct auth *auth)
{
    /* volatile: the compiler may not drop a write to memory that is freed next. */
    volatile char *password = auth->password;
    for (size_t i = 0; i < sizeof(auth->password); i++)
        password[i] = '\0';
}

void auth_log_in(struct call *call, const struct store_player *stored,
                 const uint8_t token_hash[TOKEN_HASH_SIZE])
{
    struct player *player = player_take(call->core, stored);
    conn_log_in(call->core, call->conn, player, token_hash);
    char detail[PLAYER_NAME_SIZE + ADDRESS_SIZE + 64];
    snprintf(detail, sizeof(detail), "name=%s address=%s", player->state.name, call->conn->address);
    call->core->ports.log(call->core->ports.ctx, LOG_LEVEL_INFO, "login", detail);
}

void auth_take_back(struct core *core, struct conn *conn, uint64_t nothing)
{
    (void)nothing;
    if (conn->player != NULL)
        conn_log_out(core, conn);
}

size_t auth_rooms(struct call *call, const struct room_record **rooms_out)
{
    const struct player *player = call->conn->player;
    struct room_record *rooms =
        arena_alloc(&call->core->arena, (player->seat_count + 1) * sizeof(*rooms));
    size_t count = 0;
    const struct seat_link *link;
    DL_FOREACH(player->seats, link)
    rooms[count++] = *view_room(call->core, link->room);
    *rooms_out = rooms;
    return count;
}
