/* SPDX-License-Identifier: MIT */
/*
 * Names and passwords of strangers, verified.
 */
#include "server/core/operations/credentials.h"

#include "server/core/desk/conn.h"
#include "server/core/people/asker.h"
#include "server/core/people/network.h"
#include "server/core/people/player.h"
#include "server/core/turn/call.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void verified(struct core *core, struct wait *wait, const struct work_result *result)
{
    struct auth *auth = wait->data;
    struct call call;
    int64_t retry_after_ms;
    int error = wait_work_failed(result, &retry_after_ms);
    if (error != 0) {
        auth_refuse(core, wait, error, retry_after_ms);
        return;
    }
    if (!result->ok) {
        auth_wrong_password(core, wait);
        return;
    }
    auth_right_password(core, auth);
    const struct player *player = player_find(core, auth->player);
    if (player != NULL &&
        player_is_leaving(player)) { /* nothing is written behind the account's end */
        auth_refuse(core, wait, ERR_BUSY, AUTH_BUSY_RETRY_MS);
        return;
    }
    if (!asker_call(core, wait, &call) || writes_ready(&call) != 0) {
        auth_refuse(core, wait, ERR_STORAGE_UNAVAILABLE, WRITES_PROBE_MS);
        return;
    }
    auth->right(&call, wait, result);
}

/* The store's knowledge of whoever guesses. */
static void know(struct core *core, struct auth *auth, const struct store_login *login)
{
    auth->guess.knows_origin = login->has_origin;
    if (login->has_device)
        auth->guess.device = session_id(auth->device);
    guard_stored(core, &auth->guess, login->guesses);
    auth->player = login->player;
    auth->ban.banned_until_ms = login->banned_until_ms;
    snprintf(auth->ban.ban_reason, sizeof(auth->ban.ban_reason), "%s",
             login->ban_reason != NULL ? login->ban_reason : "");
    auth->appeal = login->appeal;
}

/* Guests and deleted accounts have no password, and unknown names cost as much as known ones. */
static void found(struct core *core, struct wait *wait, int status,
                  const struct store_answer *answer)
{
    struct auth *auth = wait->data;
    struct call call;
    if (status != STORE_OK) {
        auth_refuse(core, wait, ERR_STORAGE_UNAVAILABLE, WRITES_PROBE_MS);
        return;
    }
    const struct store_login *login = &answer->as.login;
    bool has_password = login->password_hash != NULL && login->password_hash[0] != '\0';
    know(core, auth, login);
    snprintf(auth->verified, sizeof(auth->verified), "%s",
             has_password ? login->password_hash : "");
    int error = asker_call(core, wait, &call) ? auth_guess(&call, auth, auth->keys.key) : ERR_BUSY;
    if (error != 0) {
        auth_refuse(core, wait, error, call.retry_after_ms);
        return;
    }
    const struct work work = auth_verify(auth, has_password ? login->password_hash : NULL);
    auth_work(core, wait, verified, &work);
}

/* A stranger who has to wait asks the store nothing, unless it may know more. */
static int check(struct call *call, const char *key, bool has_device)
{
    const struct guess guess = {.name = guard_name(call->core, key),
                                .network = conn_network(call->core, call->reply_to.conn)};
    call->retry_after_ms = guard_wait_ms(call->core, &guess);
    if (call->retry_after_ms > 0 && !guard_may_pass(call->core, &guess, has_device))
        return ERR_RATE_LIMITED;
    call->retry_after_ms = 0;
    int status = writes_ready(call);
    return status != 0 ? status : auth_begin(call);
}

static void ask(struct call *call, struct auth *auth)
{
    struct core *core = call->core;
    struct store_query query = {.kind = STORE_LOGIN,
                                .as.login = {.origin = network_origin(core, auth->network),
                                             .name = auth->guess.name,
                                             .day = guard_day(core),
                                             .name_key = auth->keys.key}};
    memcpy(query.as.login.device, auth->device, TOKEN_HASH_SIZE);
    queries_ask_admitted(core, wait_new(call, auth), &query, found);
}

int credentials_check(struct call *call, struct auth *take_auth, const struct credentials *given,
                      auth_right_fn *right)
{
    char key[NAME_KEY_SIZE];
    int status = ERR_WRONG_CREDENTIALS;
    if (name_key(given->name, key) && password_forms(given->password, &take_auth->password))
        status = check(call, key, given->device != NULL);
    if (status != 0) {
        auth_wipe(take_auth);
        free(take_auth);
        return status;
    }
    take_auth->right = right;
    snprintf(take_auth->keys.key, sizeof(take_auth->keys.key), "%s", key);
    take_auth->guess.name = guard_name(call->core, key);
    if (given->device != NULL)
        session_hash(call->core, given->device, take_auth->device);
    ask(call, take_auth);
    return 0;
}

/* ------------------------------------------------------------------ better hashes */

void rehash_begin(struct core *core, uint64_t player, const char *password, const char *was)
{
    const struct work_owner owner = {OWNER_PLAYER, player};
    const struct work work = {.kind = WORK_PASSWORD_REHASH,
                              .as.password_rehash = {.password = password, .was = was}};
    jobs_drop(core, owner); /* one at a time: the newest login's */
    (void)jobs_start(core, owner, &work);
}

void rehash_work_told(struct core *core, const struct work_news *news)
{
    const struct work_made_password_rehash *made = &news->result->as.password_rehash;
    if (news->kind != WORK_PASSWORD_REHASH || !news->is_over || !news->result->ok)
        return;
    if (!core_can_store(core))
        return;
    const struct store_op op = {
        .kind = STORE_PASSWORD_SET,
        .as.password_set = {.player = news->owner.id, .hash = made->hash, .was = made->was}};
    writes_add(core, &op);
}
