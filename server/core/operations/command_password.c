/* SPDX-License-Identifier: MIT */
/*
 * Commands about passwords and recovery codes. auth.check and auth.recover are for strangers: the
 * second counts wrong codes as logins count wrong passwords; a code costs no worker, only the new
 * password does. auth.confirm, auth.password, auth.recovery and auth.delete ask for the password.
 */
#include "proto/id.h"
#include "server/core/desk/conn.h"
#include "server/core/meeting/invitation.h"
#include "server/core/operations/auth.h"
#include "server/core/operations/credentials.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/login.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/rules/text.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/room.h"
#include "server/core/table/room_game.h"
#include "server/core/table/seating.h"
#include "server/core/turn/call.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <string.h>

#define DAY_MS (INT64_C(24) * 3600 * 1000)
#define MINUTE_MS INT64_C(60000)

/* ------------------------------------------------------------------ auth.check */

static int check_read(struct call *call, const struct store_answer *answer)
{
    const struct store_name_state *state = &answer->as.name_state;
    struct auth_check_reply reply = {.verdict = NAME_VERDICT_WORD_FREE};
    if (state->is_taken)
        reply.verdict = NAME_VERDICT_WORD_TAKEN;
    else if (state->is_reserved)
        reply.verdict = NAME_VERDICT_WORD_RESERVED;
    return call_reply(call, &reply);
}

int command_auth_check(struct call *call)
{
    struct name_keys keys;
    enum name_fault fault =
        name_check(call->core->options.names, call->request->auth_check.name, &keys);
    if (fault != NAME_GOOD) {
        const struct auth_check_reply reply = {.verdict = (int)reserved_name_verdict(fault)};
        return call_reply(call, &reply);
    }
    const struct store_query query = {
        .kind = STORE_NAME_STATE,
        .as.name_state = {.names = {keys.name, keys.key, keys.skeleton},
                          .hashes = reserved_name_hashes(call->core, &keys)}};
    return asker_ask(call, NULL, &query, check_read, 0);
}

/* ------------------------------------------------------------------ auth.recover */

static void recover_stored(struct core *core, struct wait *wait, int status,
                           enum store_op_result result)
{
    const struct auth *auth = wait->data;
    struct call call;
    if (status != STORE_OK) {
        auth_refuse(core, wait, ERR_STORAGE_UNAVAILABLE, WRITES_PROBE_MS);
        return;
    }
    if (result == STORE_CONFLICT) { /* it was used, or ended, meanwhile */
        if (core_can_store(core))
            session_remove(core, auth->session.hash);
        auth_refuse(core, wait, ERR_WRONG_CREDENTIALS, 0);
        return;
    }
    sessions_removed(core, auth->player, auth->session.hash);
    login_say_bye(core, auth->player, auth->session.hash, false, 0);
    if (!auth_call(core, wait, &call))
        return;
    const struct auth_recover_reply reply = {.token = auth->session.token,
                                             .recovery = auth->recovery.code};
    call_reply_stored(&call, &reply);
}

/* The end of the code and of all logins, the password, the next code and the new login are one
 * batch. */
static void recover_hashed(struct core *core, struct wait *wait, const struct work_result *result)
{
    struct auth *auth = wait->data;
    struct call call;
    auth_wipe(auth);
    if (!result->ok) {
        auth_refuse(core, wait, ERR_BUSY, AUTH_BUSY_RETRY_MS);
        return;
    }
    if (!asker_call(core, wait, &call) || writes_ready(&call) != 0) {
        auth_refuse(core, wait, ERR_STORAGE_UNAVAILABLE, WRITES_PROBE_MS);
        return;
    }
    auth->recovery = recovery_new(core);
    auth->session = session_new(core);
    const struct store_op op = {.kind = STORE_RECOVER,
                                .as.recover = {.code_hash = auth->recovery.hash,
                                               .player = auth->player,
                                               .was = auth->code_hash,
                                               .password_hash = result->as.password_hash.hash}};
    size_t index = writes_add(core, &op);
    const struct session_maker maker = {.conn = call.reply_to.conn};
    session_write(core, &auth->session, auth->player, &maker);
    writes_wait(core, wait_again(wait), index, recover_stored);
}

/* Whether the account may have this password now, and a login: 0 or an error. */
static int recover_check(struct call *call, const struct auth *auth,
                         const struct store_recovery_state *state)
{
    struct store_account account = {.banned_until_ms = state->banned_until_ms};
    const struct store_player stored = {.id = state->player, .account = &account};
    snprintf(account.ban_reason, sizeof(account.ban_reason), "%s", state->ban_reason);
    int status = moderation_check_ban(call, &stored);
    if (status == 0)
        status = auth_check_password(call->core, auth->new_password, auth->keys.key, state->role);
    return status != 0 ? status : auth_spend(call, state->player);
}

/* A name that nobody has, and an account without a code, are as a wrong code. */
static void recover_found(struct core *core, struct wait *wait, int status,
                          const struct store_answer *answer)
{
    struct auth *auth = wait->data;
    struct call call;
    if (status == STORE_UNAVAILABLE) {
        auth_refuse(core, wait, ERR_STORAGE_UNAVAILABLE, WRITES_PROBE_MS);
        return;
    }
    if (status != STORE_OK || strcmp(answer->as.recovery.code_hash, auth->code_hash) != 0) {
        auth_wrong_password(core, wait);
        return;
    }
    const struct store_recovery_state *state = &answer->as.recovery;
    auth_right_password(core, auth);
    if (!asker_call(core, wait, &call)) {
        auth_refuse(core, wait, ERR_BUSY, 0);
        return;
    }
    auth->player = state->player;
    status = recover_check(&call, auth, state);
    if (status != 0) {
        auth_wipe(auth);
        conn_set_waiting(core, call.reply_to.conn, false);
        call_error(&call, status);
        return;
    }
    const struct work work = {.kind = WORK_PASSWORD_HASH,
                              .as.password_hash = {.password = auth->new_password}};
    auth_work(core, wait, recover_hashed, &work);
}

int command_auth_recover(struct call *call)
{
    const struct auth_recover_request *request = &call->request->auth_recover;
    char key[NAME_KEY_SIZE];
    char of_codes[NAME_KEY_SIZE + 8]; /* counted apart: who guesses passwords locks out no code */
    char hash[RECOVERY_HASH_SIZE];
    int status = auth_check_password(call->core, request->password, request->name, ROLE_PLAYER);
    if (status != 0) {
        call->fault.field = "password";
        return status;
    }
    if (!name_key(request->name, key) || !recovery_hash(call->core, request->code, hash))
        return ERR_WRONG_CREDENTIALS;
    snprintf(of_codes, sizeof(of_codes), "code of %s", key);
    call->retry_after_ms = auth_wait_ms(call, of_codes);
    if (call->retry_after_ms > 0)
        return ERR_RATE_LIMITED;
    status = writes_ready(call);
    if (status == 0)
        status = auth_begin(call);
    if (status != 0)
        return status;
    struct auth *auth = auth_new(call);
    (void)auth_guess(call, auth, of_codes); /* it need not wait, as was just asked */
    snprintf(auth->keys.key, sizeof(auth->keys.key), "%s", key);
    snprintf(auth->code_hash, sizeof(auth->code_hash), "%s", hash);
    auth_take_new(auth, request->password);
    const struct store_query query = {.kind = STORE_RECOVERY, .as.recovery = {key}};
    queries_ask_admitted(call->core, wait_new(call, auth), &query, recover_found);
    return 0;
}

/* ------------------------------------------------------------------ confirming */

/* Whether somebody may be asked to prove the password now. */
static int confirm_check(struct call *call, const char *password, char key_out[NAME_KEY_SIZE])
{
    const struct player *player = call_player(call);
    struct password_forms forms;
    if (!password_forms(password, &forms) || !name_key(player_name(player), key_out))
        return ERR_WRONG_CREDENTIALS;
    const struct guess guess = {.player = player_id(player)};
    call->retry_after_ms = guard_wait_ms(call->core, &guess);
    if (call->retry_after_ms > 0)
        return ERR_RATE_LIMITED;
    call->retry_after_ms = AUTH_BUSY_RETRY_MS;
    if (conn_is_waiting(call->core, call->reply_to.conn) ||
        busy_is(call->core, player_id(player), BUSY_REGISTERING) ||
        busy_is(call->core, player_id(player), BUSY_CONFIRMING))
        return ERR_BUSY;
    call->retry_after_ms = 0;
    return writes_ready(call);
}

/* The hash is here, or not: starts to verify the password. */
static void confirm_found(struct core *core, struct wait *wait, int status,
                          const struct store_answer *answer)
{
    struct auth *auth = wait->data;
    if (status != STORE_OK) {
        auth_refuse(core, wait, ERR_STORAGE_UNAVAILABLE, WRITES_PROBE_MS);
        return;
    }
    snprintf(auth->verified, sizeof(auth->verified), "%s",
             answer->as.player_by_id.player.password_hash);
    guard_count(core, &auth->guess); /* a player confirms one thing at a time */
    const struct work work = auth_verify(auth, auth->verified);
    auth_work(core, wait, auth->confirmed, &work);
}

/* Asks the store for the hash that the password has to fit; `confirmed` hears whether it does. */
static struct auth *confirm_begin(struct call *call, const char *password, const char *key,
                                  wait_work_fn *confirmed)
{
    struct player *player = call_player(call);
    struct auth *auth = auth_new(call);
    auth->player = player_id(player);
    auth->guess.player = player_id(player);
    auth->confirmed = confirmed;
    snprintf(auth->keys.key, sizeof(auth->keys.key), "%s", key);
    password_forms(password, &auth->password);
    conn_set_waiting(call->core, call->reply_to.conn, true);
    busy_begin(call->core, player_id(player), BUSY_CONFIRMING);
    player_hold(player);
    const struct store_query query = {.kind = STORE_PLAYER_BY_ID,
                                      .as.player_by_id = {player_id(player)}};
    queries_ask_admitted(call->core, wait_new(call, auth), &query, confirm_found);
    return auth;
}

/* Begins where the password is all that is asked for. */
static int confirm_only(struct call *call, const char *password, wait_work_fn *confirmed)
{
    char key[NAME_KEY_SIZE];
    int status = confirm_check(call, password, key);
    if (status == 0)
        confirm_begin(call, password, key, confirmed);
    return status;
}

/* Whether the password is right and the request goes on; says so otherwise. */
static bool confirm_verified(struct core *core, struct wait *wait, const struct work_result *result)
{
    int64_t retry_after_ms;
    int error = wait_work_failed(result, &retry_after_ms);
    if (error != 0)
        auth_refuse(core, wait, error, retry_after_ms);
    else if (!result->ok)
        auth_wrong_password(core, wait);
    else
        auth_right_password(core, wait->data);
    return error == 0 && result->ok;
}

/* Whether the request may write now; says so otherwise, or nobody waits for the answer any more. */
static bool confirm_may_write(struct core *core, struct wait *wait, struct call *call_out)
{
    if (!asker_call(core, wait, call_out)) {
        auth_over(core, wait->data);
        conn_set_waiting(core, wait->reply_to.conn, false);
        return false;
    }
    if (writes_ready(call_out) == 0)
        return true;
    auth_refuse(core, wait, ERR_STORAGE_UNAVAILABLE, WRITES_PROBE_MS);
    return false;
}

/* True if it is written and somebody waits for the answer; says so if it could not be. */
static bool confirm_stored(struct core *core, struct wait *wait, int status, struct call *call_out)
{
    if (status != STORE_OK) {
        auth_refuse(core, wait, ERR_STORAGE_UNAVAILABLE, WRITES_PROBE_MS);
        return false;
    }
    auth_over(core, wait->data);
    return auth_call(core, wait, call_out);
}

/* ------------------------------------------------------------------ auth.confirm */

static void confirm_told(struct core *core, struct wait *wait, const struct work_result *result)
{
    struct call call;
    auth_wipe(wait->data);
    if (!confirm_verified(core, wait, result))
        return;
    auth_over(core, wait->data);
    if (auth_call(core, wait, &call))
        call_reply_stored(&call, &call_nothing);
}

int command_auth_confirm(struct call *call)
{
    return confirm_only(call, call->request->auth_confirm.password, confirm_told);
}

/* ------------------------------------------------------------------ auth.password */

static void password_stored(struct core *core, struct wait *wait, int status,
                            enum store_op_result result)
{
    const struct auth *auth = wait->data;
    struct call call;
    if (status != STORE_OK) {
        auth_refuse(core, wait, ERR_STORAGE_UNAVAILABLE, WRITES_PROBE_MS);
        return;
    }
    sessions_removed(core, auth->player, auth->session.hash);
    login_say_bye(core, auth->player, auth->session.hash, false, 0);
    if (result == STORE_CONFLICT) { /* it was reset meanwhile */
        auth_refuse(core, wait, ERR_WRONG_CREDENTIALS, 0);
        return;
    }
    auth_over(core, wait->data);
    if (!auth_call(core, wait, &call))
        return;
    call_reply_stored(&call, &call_nothing);
}

/* The new hash and the end of all other sessions are one batch. */
static void password_hashed(struct core *core, struct wait *wait, const struct work_result *result)
{
    struct auth *auth = wait->data;
    struct call call;
    auth_wipe(auth);
    if (!result->ok) {
        auth_refuse(core, wait, ERR_BUSY, AUTH_BUSY_RETRY_MS);
        return;
    }
    if (!confirm_may_write(core, wait, &call))
        return;
    const struct store_op op = {.kind = STORE_PASSWORD_SET,
                                .as.password_set = {.player = auth->player,
                                                    .hash = result->as.password_hash.hash,
                                                    .was = auth->verified}};
    memcpy(auth->session.hash, login_hash(core, call.reply_to.conn), TOKEN_HASH_SIZE);
    size_t index = writes_add(core, &op);
    sessions_remove(core, auth->player, auth->session.hash);
    writes_wait(core, wait_again(wait), index, password_stored);
}

static void password_verified(struct core *core, struct wait *wait,
                              const struct work_result *result)
{
    const struct auth *auth = wait->data;
    if (!confirm_verified(core, wait, result))
        return;
    const struct work work = {.kind = WORK_PASSWORD_HASH,
                              .as.password_hash = {.password = auth->new_password}};
    auth_work(core, wait, password_hashed, &work);
}

int command_auth_password(struct call *call)
{
    const struct auth_password_request *request = &call->request->auth_password;
    char key[NAME_KEY_SIZE];
    const struct player *player = call_player(call);
    int status = auth_check_password(call->core, request->new, player_name(player),
                                     player_account(player)->role);
    if (status != 0) {
        call->fault.field = "new";
        return status;
    }
    status = confirm_check(call, request->old, key);
    if (status != 0)
        return status;
    struct auth *auth = confirm_begin(call, request->old, key, password_verified);
    auth_take_new(auth, request->new);
    return 0;
}

/* ------------------------------------------------------------------ auth.recovery */

static void recovery_stored(struct core *core, struct wait *wait, int status,
                            enum store_op_result result)
{
    (void)result;
    const struct auth *auth = wait->data;
    struct call call;
    if (confirm_stored(core, wait, status, &call))
        call_reply_stored(&call, &(struct auth_recovery_reply){.recovery = auth->recovery.code});
}

static void recovery_verified(struct core *core, struct wait *wait,
                              const struct work_result *result)
{
    struct auth *auth = wait->data;
    struct call call;
    auth_wipe(auth);
    if (!confirm_verified(core, wait, result) || !confirm_may_write(core, wait, &call))
        return;
    auth->recovery = recovery_new(core);
    const struct store_op op = {
        .kind = STORE_RECOVERY_PUT,
        .as.recovery_put = {.code_hash = auth->recovery.hash, .player = auth->player}};
    size_t index = writes_add(core, &op);
    writes_wait(core, wait_again(wait), index, recovery_stored);
}

int command_auth_recovery(struct call *call)
{
    return confirm_only(call, call->request->auth_recovery.password, recovery_verified);
}

/* ------------------------------------------------------------------ auth.token */

static void token_stored(struct core *core, struct wait *wait, int status,
                         enum store_op_result result)
{
    (void)result;
    const struct auth *auth = wait->data;
    struct call call;
    if (!confirm_stored(core, wait, status, &call))
        return;
    call_reply_stored(&call, &(struct auth_token_reply){.token = auth->session.token,
                                                        .session = session_id(auth->session.hash),
                                                        .ends = auth->token.ends_ms});
}

static void token_verified(struct core *core, struct wait *wait, const struct work_result *result)
{
    struct auth *auth = wait->data;
    struct call call;
    auth_wipe(auth);
    if (!confirm_verified(core, wait, result) || !confirm_may_write(core, wait, &call))
        return;
    auth->session = session_new(core);
    auth->token.ends_ms =
        (core->now.wall_ms + auth->token.days * DAY_MS + MINUTE_MS - 1) / MINUTE_MS * MINUTE_MS;
    const struct session_maker maker = {.conn = call.reply_to.conn,
                                        .label = auth->token.label,
                                        .rights = auth->token.rights,
                                        .ends_ms = auth->token.ends_ms};
    size_t index = session_write(core, &auth->session, auth->player, &maker);
    writes_wait(core, wait_again(wait), index, token_stored);
}

/* Refuses those who keep order: a program could lose their token. */
int command_auth_token(struct call *call)
{
    const struct auth_token_request *request = &call->request->auth_token;
    const struct player *player = call_player(call);
    char key[NAME_KEY_SIZE];
    const char *label = text_of_line(&call->core->arena, request->label);
    if (text_is_blank(label)) {
        call->fault.field = "label";
        return ERR_OUT_OF_RANGE;
    }
    if (player_account(player)->role != ROLE_PLAYER)
        return ERR_NOT_ALLOWED;
    int status = confirm_check(call, request->password, key);
    if (status != 0)
        return status;
    struct auth *auth = confirm_begin(call, request->password, key, token_verified);
    auth->token.days = request->days;
    auth->token.rights = request->rights == RIGHTS_WORD_PLAY ? RIGHTS_PLAY : RIGHTS_LOOK;
    snprintf(auth->token.label, sizeof(auth->token.label), "%s", label);
    return 0;
}

/* ------------------------------------------------------------------ auth.delete */

/* The name of a deleted account. Nobody can register one like it (name.c). */
static void deleted_name(uint64_t id, char *name, size_t size)
{
    char text[ID_TEXT_SIZE];
    id_format(id, text);
    snprintf(name, size, "deleted-%s", text);
}

/* As if the player left every table, one after the other, and declined every invitation. */
static void leave_rooms(struct core *core, struct player *player)
{
    struct room *room;
    while ((room = sitter_room(core, player_id(player), 0)) != NULL)
        room_leave(core, room, room_seat_of(room, player));
    invitations_decline(core, player);
}

static void delete_stored(struct core *core, struct wait *wait, int status,
                          enum store_op_result result)
{
    static const uint8_t no_hash[TOKEN_HASH_SIZE];
    const struct auth *auth = wait->data;
    struct player *player = player_find(core, auth->player);
    struct call call;
    if (player != NULL)
        player_set_leaving(player, false);
    if (status != STORE_OK || result != STORE_APPLIED) {
        auth_refuse(core, wait, ERR_STORAGE_UNAVAILABLE, WRITES_PROBE_MS);
        return;
    }
    auth_over(core, wait->data);
    sessions_removed(core, auth->player, no_hash);
    player_deleted(core, auth->player, auth->keys.name);
    bool is_there = auth_call(core, wait, &call);
    if (is_there) {
        call_reply_stored(&call, &call_nothing);
        outbox_end(core, call.reply_to.conn);
    }
    login_say_bye(core, auth->player, no_hash, false, 0);
}

/* All of it is one batch: the end of the games, of the rooms, and of the account. */
static void delete_write(struct core *core, struct wait *wait, struct player *player)
{
    struct auth *auth = wait->data;
    deleted_name(player_id(player), auth->keys.name, sizeof(auth->keys.name));
    leave_rooms(core, player);
    player_set_leaving(player, true);
    const char *name = auth->keys.name;
    const struct store_op op = {
        .kind = STORE_PLAYER_DELETE,
        .as.player_delete = {.player = player_id(player), .names = {name, name, name}}};
    size_t index = writes_add(core, &op);
    reserved_name_add(core, player_name(player), reserved_name_end(core, player_account(player)));
    writes_wait(core, wait_again(wait), index, delete_stored);
}

static void delete_verified(struct core *core, struct wait *wait, const struct work_result *result)
{
    struct call call;
    auth_wipe(wait->data);
    if (confirm_verified(core, wait, result) && confirm_may_write(core, wait, &call))
        delete_write(core, wait, call_player(&call));
}

int command_auth_delete(struct call *call)
{
    return confirm_only(call, call->request->auth_delete.password, delete_verified);
}
