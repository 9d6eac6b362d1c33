/* SPDX-License-Identifier: MIT */
/*
 * Commands of players who have a password: auth.register and auth.login. The password is hashed and
 * verified by workers; the requests wait for these, for the store, and then for the disk.
 */
#include "server/core/desk/conn.h"
#include "server/core/meeting/invitation.h"
#include "server/core/operations/auth.h"
#include "server/core/operations/credentials.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/fines.h"
#include "server/core/people/login.h"
#include "server/core/people/moderation.h"
#include "server/core/people/network.h"
#include "server/core/people/player.h"
#include "server/core/rules/ids.h"
#include "server/core/table/sleep.h"
#include "server/core/turn/call.h"
#include "server/core/turn/stream.h"
#include "server/core/turn/turn.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <string.h>

#include <utlist.h>

/* ------------------------------------------------------------------ register */

static void register_over(struct core *core, const struct auth *auth)
{
    busy_end(core, auth->player, BUSY_REGISTERING);
}

static void register_write_session(struct core *core, struct wait *wait);

static void register_store_back(struct core *core, struct wait *wait, int status,
                                enum store_op_result result);

/* The account exists, so the request cannot be refused any more: it waits for the next batch, the
 * one that finds out whether the store is back. */
static void register_wait_for_store(struct core *core, struct wait *wait)
{
    writes_wait(core, wait_again(wait), 0, register_store_back);
}

static void register_store_back(struct core *core, struct wait *wait, int status,
                                enum store_op_result result)
{
    (void)result;
    if (status == STORE_OK)
        register_write_session(core, wait);
    else
        register_wait_for_store(core, wait);
}

/* All connections of the guest go on with the account's session. */
static void register_renew_sessions(struct core *core, const struct auth *auth)
{
    const struct player *player = player_find(core, auth->player);
    session_removed(core, auth->guest_hash);
    if (player != NULL)
        login_change_session(player, auth->guest_hash, auth->session.hash);
}

static void register_session_stored(struct core *core, struct wait *wait, int status,
                                    enum store_op_result result)
{
    (void)result;
    const struct auth *auth = wait->data;
    struct call call;
    bool is_there = asker_call(core, wait, &call);
    if (status == STORE_OK && auth->was_guest)
        register_renew_sessions(core, auth);
    if (status == STORE_OK || !is_there)
        register_over(core, auth);
    if (!is_there)
        return;
    if (status != STORE_OK) {
        register_wait_for_store(core, wait);
        return;
    }
    auth_call(core, wait, &call);
    if (call_player(&call) == NULL) {
        const struct store_player player = {.id = auth->player,
                                            .kind = PLAYER_REGISTERED,
                                            .names.name = auth->keys.name,
                                            .created_ms = auth->created_ms};
        auth_log_in(&call, &player,
                    &(struct login_by){auth->session.hash, core->now.wall_ms, RIGHTS_ALL, 0});
    }
    login_take_session(core, call.reply_to.conn, auth->session.hash);
    const struct auth_register_reply reply = {
        .name = auth->keys.name,
        .seq = (int64_t)stream_sure(core, player_stream(call_player(&call))),
        .token = auth->session.token,
        .recovery = auth->recovery.code};
    call_reply_stored(&call, &reply);
}

/* The first session of the account; the guest's one ends. */
static void register_write_session(struct core *core, struct wait *wait)
{
    struct auth *auth = wait->data;
    struct call call;
    if (!asker_call(core, wait, &call)) {
        register_over(core, auth);
        return; /* nobody would have the token */
    }
    if (auth->was_guest) {
        memcpy(auth->guest_hash, login_hash(core, call.reply_to.conn), TOKEN_HASH_SIZE);
        session_remove(core, auth->guest_hash);
    }
    auth->session = session_new(core);
    const struct session_maker maker = {.conn = call.reply_to.conn};
    size_t index = session_write(core, &auth->session, auth->player, &maker);
    writes_wait(core, wait_again(wait), index, register_session_stored);
}

static void register_stored(struct core *core, struct wait *wait, int status,
                            enum store_op_result result)
{
    const struct auth *auth = wait->data;
    if (status != STORE_OK || result != STORE_APPLIED)
        register_over(core, auth);
    if (status != STORE_OK) {
        auth_refuse(core, wait, ERR_STORAGE_UNAVAILABLE, WRITES_PROBE_MS);
        return;
    }
    if (result != STORE_APPLIED) {
        auth_refuse(core, wait, result == STORE_RESERVED ? ERR_NAME_RESERVED : ERR_NAME_TAKEN, 0);
        return;
    }
    if (auth->was_guest)
        player_rename(core, auth->player, auth->keys.name);
    register_write_session(core, wait);
}

/* Whether the account may be written now. Other connections of the same guest may have registered
 * meanwhile: a guest becomes an account once. */
static int check_hashed(struct call *call, const struct work_result *result)
{
    const struct player *guest = call_player(call);
    if (guest != NULL && player_is_registered(guest))
        return ERR_ALREADY_LOGGED_IN;
    call->retry_after_ms = AUTH_BUSY_RETRY_MS;
    if (!result->ok || busy_is(call->core, call->asker.player, BUSY_REGISTERING))
        return ERR_BUSY;
    return writes_ready(call);
}

/* Gives the account the id of the connection's guest, or a new one. */
static void register_identify(struct call *call, struct auth *auth)
{
    struct player *guest = call_player(call);
    auth->was_guest = guest != NULL;
    if (guest != NULL) {
        busy_begin(call->core, player_id(guest), BUSY_REGISTERING);
        auth->player = player_id(guest);
        auth->created_ms = player_created_ms(guest);
    } else {
        auth->player = ids_next(&call->core->last_id, call->core->now.wall_ms);
        auth->created_ms = call->core->now.wall_ms;
    }
}

static void register_hashed(struct core *core, struct wait *wait, const struct work_result *result)
{
    struct auth *auth = wait->data;
    struct call call;
    auth_wipe(auth);
    int status = asker_call(core, wait, &call) ? check_hashed(&call, result) : ERR_BUSY;
    if (status != 0) { /* and nobody hears it who is gone */
        auth_refuse(core, wait, status, call.retry_after_ms);
        return;
    }
    register_identify(&call, auth);
    auth->recovery = recovery_new(core);
    const struct store_name_hashes hashes = reserved_name_hashes(core, &auth->keys);
    const struct store_op op = {
        .kind = STORE_PLAYER_REGISTER,
        .as.player_register = {.id = auth->player,
                               .names = {auth->keys.name, auth->keys.key, auth->keys.skeleton},
                               .password_hash = result->as.password_hash.hash,
                               .created_ms = auth->created_ms,
                               .recovery = auth->recovery.hash,
                               .hashes = &hashes},
    };
    size_t index = writes_add(core, &op);
    writes_wait(core, wait_again(wait), index, register_stored);
}

static int check_registration(struct call *call, struct name_keys *keys_out)
{
    const struct auth_register_request *request = &call->request->auth_register;
    const struct player *player = call_player(call);
    if ((player != NULL && player_is_registered(player)) || call->asker.is_local)
        return ERR_ALREADY_LOGGED_IN;
    if (conn_is_waiting(call->core, call->reply_to.conn))
        return ERR_BUSY;
    call->fault.field = "name";
    if (name_check(call->core->options.names, request->name, keys_out) != NAME_GOOD)
        return ERR_BAD_NAME;
    call->fault.field = "password";
    int status = auth_check_password(call->core, request->password, request->name, ROLE_PLAYER);
    if (status != 0)
        return status;
    call->fault.field = NULL;
    status = origin_ban_check(call);
    return status != 0 ? status : writes_ready(call);
}

int command_auth_register(struct call *call)
{
    struct name_keys keys;
    int status = check_registration(call, &keys);
    bool is_newcomer = call_player(call) == NULL; /* a guest came in before */
    if (status == 0 && !auth_has_place(call, 0))
        return 0;
    if (status == 0 && is_newcomer)
        status = auth_newcomer(call);
    if (status != 0)
        return status;
    struct auth *auth = auth_new(call);
    auth->keys = keys;
    auth->is_newcomer = is_newcomer;
    struct wait *wait = wait_new(call, auth);
    auth_take_new(auth, call->request->auth_register.password);
    const struct work work = {.kind = WORK_PASSWORD_HASH,
                              .as.password_hash = {.password = auth->new_password}};
    call->retry_after_ms = AUTH_BUSY_RETRY_MS;
    status = wait_work(call->core, wait, &work, register_hashed);
    if (status != 0 && is_newcomer)
        auth_newcomer_back(call->core, auth->network);
    if (status != 0)
        wait_free(wait);
    conn_set_waiting(call->core, call->reply_to.conn, status == 0);
    return status;
}

/* ------------------------------------------------------------------ login */

/* The login comes to nothing: its session, of which nobody knows, goes. */
static void login_drop_session(struct core *core, const struct auth *auth)
{
    if (core_can_store(core))
        session_remove(core, auth->session.hash);
}

/* The player as the store knows it now: a record read before the password was verified may be old.
 * Memos of before that query are in it. */
static void login_found(struct core *core, struct wait *wait,
                        const struct store_known_player *known, uint64_t query)
{
    struct auth *auth = wait->data;
    struct call call;
    int status;
    if (strcmp(known->player.password_hash, auth->verified) != 0) { /* it was changed meanwhile */
        login_drop_session(core, auth);
        auth_refuse(core, wait, ERR_WRONG_CREDENTIALS, 0);
        return;
    }
    if (auth->needs_rehash)
        rehash_begin(core, auth->player, auth->password.form, auth->verified);
    auth_wipe(auth);
    if (!auth_call(core, wait, &call)) {
        login_drop_session(core, auth);
        return;
    }
    status = moderation_check_ban(&call, &known->player);
    if (status != 0) {
        login_drop_session(core, auth);
        call_error(&call, status);
        return;
    }
    sleep_wake(core, known->tables, known->tables_count);
    if (!auth_has_place(&call, known->player.id)) {
        login_drop_session(core, auth);
        return;
    }
    auth_log_in(
        &call, &known->player,
        &(struct login_by){auth->session.hash, known->session->last_used_ms, RIGHTS_ALL, 0});
    struct auth_login_reply reply = {.name = player_name(call_player(&call)),
                                     .seq = (int64_t)player_stream(call_player(&call))->seq,
                                     .token = auth->session.token};
    reply.rooms_count = auth_rooms(&call, &reply.rooms);
    reply.invitations_count = invitation_list(core, call_player(&call), &reply.invitations);
    reply.fine_warning = fines_warning(core, call_player(&call));
    reply.unread = player_unread(call_player(&call));
    reply.mute = moderation_view_mute(core, call_player(&call));
    reply.role = (int)player_account(call_player(&call))->role;
    reply.no_recovery = !known->player.has_recovery;
    reply.memos = memos_may_wait(core, &known->player, query);
    call_reply_or(&call, &reply, auth_take_back, 0);
}

static void login_loaded(struct core *core, struct wait *wait, int status,
                         const struct store_answer *answer)
{
    const struct auth *auth = wait->data;
    /* All logins were ended while this one was under way: a player who tries again learns whether
     * the password is still right. */
    bool was_ended = status == STORE_NOT_FOUND ||
                     session_ended_since(core, auth->player, auth->session.hash, wait->seen);
    if (status == STORE_OK && !was_ended) {
        login_found(core, wait, &answer->as.player_by_token, wait->number);
        return;
    }
    if (was_ended) {
        auth_refuse(core, wait, ERR_BUSY, AUTH_BUSY_RETRY_MS);
    } else {
        login_drop_session(core, auth);
        auth_refuse(core, wait, ERR_STORAGE_UNAVAILABLE, WRITES_PROBE_MS);
    }
}

/* The batch tells the player as it left it; whose tables it does not read is asked for. */
static void login_session_stored(struct core *core, struct wait *wait, int status,
                                 enum store_op_result result)
{
    (void)result;
    const struct auth *auth = wait->data;
    if (status != STORE_OK)
        auth_refuse(core, wait, ERR_STORAGE_UNAVAILABLE, WRITES_PROBE_MS);
    else if (wait->stored->known != NULL)
        login_found(core, wait, wait->stored->known, UINT64_MAX);
    else
        auth_ask(core, wait_again(wait), auth->session.hash, login_loaded);
}

/* Tells who knows the password, and nobody else, about a ban, or about too many logins. A ban is
 * looked for once more when the session is stored; here it saves a session that nobody could use.
 */
static bool login_is_refused(struct call *call, struct wait *wait)
{
    struct auth *auth = wait->data;
    const struct store_player stored = {.id = auth->player,
                                        .kind = PLAYER_REGISTERED,
                                        .account = &auth->ban,
                                        .appeal = auth->appeal};
    int status = moderation_check_ban(call, &stored);
    if (status == 0)
        status = auth_spend(call, auth->player);
    if (status == 0)
        return false;
    auth_wipe(auth);
    conn_set_waiting(call->core, call->reply_to.conn, false);
    call_error(call, status);
    return true;
}

/* The password is right: the session comes next. */
static void login_right(struct call *call, struct wait *wait, const struct work_result *result)
{
    struct core *core = call->core;
    struct auth *auth = wait->data;
    if (login_is_refused(call, wait))
        return;
    auth->needs_rehash = result->as.password_verify.needs_rehash;
    if (!auth->needs_rehash)
        auth_wipe(auth);
    auth->session = session_new(core);
    const struct session_maker maker = {.conn = call->reply_to.conn, .wants_player = true};
    size_t index = session_write(core, &auth->session, auth->player, &maker);
    writes_wait(core, wait_again(wait), index, login_session_stored);
}

int command_auth_login(struct call *call)
{
    const struct auth_login_request *request = &call->request->auth_login;
    const struct credentials given = {request->name, request->password, request->device};
    return credentials_check(call, auth_new(call), &given, login_right);
}
