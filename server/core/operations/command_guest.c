/* SPDX-License-Identifier: MIT */
/*
 * Commands of players without a password at hand: auth.guest, auth.resume, player.sync,
 * auth.logout.
 */
#include "base/memory.h"
#include "proto/id.h"
#include "server/core/desk/conn.h"
#include "server/core/meeting/invitation.h"
#include "server/core/operations/auth.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/fines.h"
#include "server/core/people/login.h"
#include "server/core/people/memos.h"
#include "server/core/people/moderation.h"
#include "server/core/people/network.h"
#include "server/core/people/player.h"
#include "server/core/rules/ids.h"
#include "server/core/table/room_game.h"
#include "server/core/table/sleep.h"
#include "server/core/turn/call.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/stream.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ guest */

#define GUEST_PREFIX "guest-"

/* A guest who is being made. Very many may come at once, so it has no more than that (struct auth
 * has room for passwords and texts). */
struct guest {
    uint64_t network; /* from which it comes (core.h) */
    uint64_t id;
    int64_t created_ms;
    struct session session;
    char name[sizeof(GUEST_PREFIX) + ID_TEXT_SIZE];
};

/* Ids of the same minute look alike; multiplying by an odd number modulo 2^60 mixes them and never
 * makes two the same. */
static void guest_name(uint64_t id, char *name, size_t size)
{
    char text[ID_TEXT_SIZE];
    uint64_t mixed = (id ^ (id >> 31)) * UINT64_C(0x9E3779B97F4A7C15) & ID_MAX;
    id_format(mixed, text);
    snprintf(name, size, GUEST_PREFIX "%s", text);
}

static void guest_stored(struct core *core, struct wait *wait, int status,
                         enum store_op_result result)
{
    (void)result;
    const struct guest *guest = wait->data;
    struct call call;
    if (status != STORE_OK)
        auth_newcomer_back(core, guest->network);
    if (!auth_call(core, wait, &call))
        return;
    if (status != STORE_OK) {
        call.retry_after_ms = WRITES_PROBE_MS;
        call_error(&call, ERR_STORAGE_UNAVAILABLE);
        return;
    }
    const struct store_player stored = {.id = guest->id,
                                        .kind = PLAYER_GUEST,
                                        .names.name = guest->name,
                                        .created_ms = guest->created_ms};
    auth_log_in(&call, &stored, guest->session.hash, core->now.wall_ms);
    const struct auth_guest_reply reply = {
        .name = guest->name,
        .token = guest->session.token,
        .seq = (int64_t)stream_sure(core, player_stream(call_player(&call)))};
    call_reply_stored(&call, &reply);
}

static struct guest *guest_new(const struct call *call)
{
    struct core *core = call->core;
    struct guest *guest = mem_zero(sizeof(*guest));
    guest->network = conn_network(core, call->origin.conn);
    guest->id = ids_next(&core->last_id, core->now.wall_ms);
    guest->created_ms = core->now.wall_ms;
    guest->session = session_new(core);
    guest_name(guest->id, guest->name, sizeof(guest->name));
    return guest;
}

int command_auth_guest(struct call *call)
{
    struct core *core = call->core;
    int status = writes_ready(call);
    if (status == 0)
        status = auth_begin(call);
    if (status != 0)
        return status;
    if (!auth_has_place(call, 0))
        return 0;
    status = origin_ban_check(call);
    if (status == 0)
        status = auth_newcomer(call);
    conn_set_waiting(core, call->origin.conn, status == 0);
    if (status != 0)
        return status;
    struct guest *guest = guest_new(call);
    const char *name = guest->name;
    const struct store_op op = {.kind = STORE_PLAYER_CREATE,
                                .as.player_create = {.id = guest->id,
                                                     .names = {name, name, name},
                                                     .created_ms = guest->created_ms}};
    writes_add(core, &op);
    const struct session_maker maker = {.conn = call->origin.conn, .is_guest = true};
    size_t index = session_write(core, &guest->session, guest->id, &maker);
    struct wait *wait = wait_new(call, guest);
    wait->done.batch = guest_stored;
    writes_wait(core, wait, index);
    return 0;
}

/* ------------------------------------------------------------------ resume */

/* A player who comes back: very many may at once, as after a start of the server. */
struct comeback {
    uint8_t token_hash[TOKEN_HASH_SIZE];
};

static void resume_found(struct core *core, struct wait *wait, int status,
                         const struct store_answer *answer)
{
    const struct comeback *comeback = wait->data;
    struct call call;
    if (!auth_call(core, wait, &call))
        return;
    if (status != STORE_OK) {
        call.retry_after_ms = status == STORE_NOT_FOUND ? 0 : WRITES_PROBE_MS;
        call_error(&call, status == STORE_NOT_FOUND ? ERR_BAD_TOKEN : ERR_STORAGE_UNAVAILABLE);
        return;
    }
    const struct store_known_player *known = &answer->as.player_by_token;
    if (session_ended_since(core, known->player.id, comeback->token_hash, wait->seen) ||
        session_is_over(core, known->session)) {
        call_error(&call, ERR_BAD_TOKEN);
        return;
    }
    status = moderation_check_ban(&call, &known->player);
    if (status == 0)
        status = auth_spend(&call, known->player.id);
    if (status != 0) {
        call_error(&call, status);
        return;
    }
    sleep_wake(core, known->tables, known->tables_count);
    if (!auth_has_place(&call, known->player.id))
        return;
    auth_log_in(&call, &known->player, comeback->token_hash, known->session->last_used_ms);
    struct auth_resume_reply reply = {
        .name = player_name(call_player(&call)),
        .guest = known_is_guest(player_known(call_player(&call))),
        .seq = (int64_t)player_stream(call_player(&call))->seq,
    };
    reply.rooms_count = auth_rooms(&call, &reply.rooms);
    reply.invitations_count = invitation_list(core, call_player(&call), &reply.invitations);
    reply.fine_warning = fines_warning(core, call_player(&call));
    reply.unread = player_unread(call_player(&call));
    reply.mute = moderation_view_mute(core, call_player(&call));
    reply.role = (int)player_account(call_player(&call))->role;
    reply.no_recovery = !reply.guest && !known->player.has_recovery;
    reply.memos = memos_may_wait(core, &known->player, wait->number);
    call_reply_or(&call, &reply, auth_take_back, 0);
    login_use(core, call.origin.conn); /* for which nobody waits */
}

int command_auth_resume(struct call *call)
{
    int status = auth_begin(call);
    if (status != 0)
        return status;
    struct comeback *comeback = mem_zero(sizeof(*comeback));
    session_hash(call->core, call->request->auth_resume.token, comeback->token_hash);
    auth_ask(call->core, wait_new(call, comeback), comeback->token_hash, resume_found);
    return 0;
}

/* ------------------------------------------------------------------ sync */

static void tell_whole(struct call *call, struct player_sync_reply *reply)
{
    struct core *core = call->core;
    const struct player *player = call_player(call);
    reply->whole = true;
    reply->rooms_count = auth_rooms(call, &reply->rooms);
    reply->invitations_count = invitation_list(core, player, &reply->invitations);
    reply->fine_warning = fines_warning(core, player);
    reply->unread = player_unread(player);
    reply->mute = moderation_view_mute(core, player);
    reply->role = (int)player_account(player)->role;
}

int command_player_sync(struct call *call)
{
    const struct stream *stream = player_stream(call_player(call));
    struct player_sync_reply reply = {.role = ROLE_WORD_PLAYER};
    if (!stream_resend(call->core, call->origin.conn, stream, call->request->player_sync.since))
        tell_whole(call, &reply);
    reply.seq = (int64_t)stream->seq;
    call_reply(call, &reply);
    return 0;
}

/* ------------------------------------------------------------------ logout */

/* The session that ends, while its end is not stored yet. */
struct logout {
    uint64_t player;
    uint8_t token_hash[TOKEN_HASH_SIZE];
};

/* If that was the last login that is here. */
static void close_rooms(struct core *core, const struct logout *logout)
{
    struct player *player = player_find(core, logout->player);
    if (player != NULL && !login_is_open(core, player, logout->token_hash, false))
        rooms_close_open(core, player, true);
}

static void logout_stored(struct core *core, struct wait *wait, int status,
                          enum store_op_result result);

/* Takes the wait. */
static void logout_write(struct core *core, struct wait *take_wait)
{
    struct logout *logout = take_wait->data;
    logout->player = take_wait->asker.player;
    memcpy(logout->token_hash, login_hash(core, take_wait->origin.conn), TOKEN_HASH_SIZE);
    take_wait->done.batch = logout_stored;
    writes_wait(core, take_wait, session_end(core, logout->token_hash));
}

static void logout_stored(struct core *core, struct wait *wait, int status,
                          enum store_op_result result)
{
    (void)result;
    const struct logout *logout = wait->data;
    struct call call;
    bool is_there = asker_call(core, wait, &call);
    if (status == STORE_OK) {
        session_removed(core, logout->token_hash);
        /* Every connection that came in with the token goes, but for the one that is answered. */
        login_say_bye(core, logout->player, logout->token_hash, true, wait->origin.conn);
        close_rooms(core, logout);
    }
    if (!is_there)
        return;
    if (status != STORE_OK) {
        call.retry_after_ms = WRITES_PROBE_MS;
        call_error(&call, ERR_STORAGE_UNAVAILABLE);
        return;
    }
    if (!login_has_session(core, call.origin.conn, logout->token_hash)) {
        /* The guest was registering: it is the account's session that has to end. */
        logout_write(core, wait_again(wait));
        return;
    }
    const struct auth_logout_reply reply = {0};
    call_reply_stored(&call, &reply);
    outbox_end(core, call.origin.conn);
}

int command_auth_logout(struct call *call)
{
    int status = writes_ready(call);
    if (status != 0)
        return status;
    struct logout *logout = mem_zero(sizeof(*logout));
    logout_write(call->core, wait_new(call, logout));
    return 0;
}
