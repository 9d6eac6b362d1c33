/* SPDX-License-Identifier: MIT */
/*
 * Commands of strangers before they have a password: auth.check, auth.recover. The second counts
 * wrong codes as logins count wrong passwords; a code costs no worker, only the new password does.
 */
#include "server/core/desk/conn.h"
#include "server/core/operations/auth.h"
#include "server/core/operations/credentials.h"
#include "server/core/operations/request.h"
#include "server/core/operations/reserved_name.h"
#include "server/core/people/asker.h"
#include "server/core/people/login.h"
#include "server/core/people/moderation.h"
#include "server/core/turn/call.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ auth.check */

static void check_read(struct core *core, struct wait *wait, int status,
                       const struct store_answer *answer)
{
    struct call call;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    const struct store_name_state *state = &answer->as.name_state;
    struct auth_check_reply reply = {.verdict = NAME_VERDICT_WORD_FREE};
    if (state->is_taken)
        reply.verdict = NAME_VERDICT_WORD_TAKEN;
    else if (state->is_reserved)
        reply.verdict = NAME_VERDICT_WORD_RESERVED;
    call_reply(&call, &reply);
}

int command_auth_check(struct call *call)
{
    struct name_keys keys;
    enum name_fault fault =
        name_check(call->core->options.names, call->request->auth_check.name, &keys);
    if (fault != NAME_GOOD) {
        const struct auth_check_reply reply = {.verdict = (int)reserved_name_verdict(fault)};
        call_reply(call, &reply);
        return 0;
    }
    const struct store_query query = {
        .kind = STORE_NAME_STATE,
        .as.name_state = {.names = {keys.name, keys.key, keys.skeleton},
                          .hashes = reserved_name_hashes(call->core, &keys)}};
    struct wait *wait = wait_new(call, NULL);
    wait->done.query = check_read;
    return queries_ask(call, wait, &query);
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
    const struct session_maker maker = {.conn = call.origin.conn};
    session_write(core, &auth->session, auth->player, &maker);
    struct wait *next = wait_again(wait);
    next->done.batch = recover_stored;
    writes_wait(core, next, index);
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
        conn_set_waiting(core, call.origin.conn, false);
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
    struct wait *wait = wait_new(call, auth);
    wait->done.query = recover_found;
    const struct store_query query = {.kind = STORE_RECOVERY, .as.recovery = {key}};
    queries_ask_admitted(call->core, wait, &query);
    return 0;
}
