/* SPDX-License-Identifier: MIT */
/*
 * Commands of moderators, on accounts: mod.rename, mod.reset_password. Both are answered when they
 * are stored: a name may turn out to be taken, and a password that was told must work.
 */
#include "server/core/operations/mod.h"
#include "server/core/operations/request.h"
#include "server/core/operations/reserved_name.h"
#include "server/core/people/asker.h"
#include "server/core/people/login.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/people/session.h"
#include "server/core/turn/call.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The time that a client is told to wait when the workers' queue is full. */
#define BUSY_RETRY_MS 1000

/* ------------------------------------------------------------------ names */

static void rename_stored(struct core *core, struct wait *wait, int status,
                          enum store_op_result result)
{
    const struct mod *mod = wait->data;
    struct call call;
    if (status == STORE_OK && result == STORE_APPLIED)
        player_rename(core, mod->player, mod->to.name);
    if (!asker_call_stored(core, wait, status, &call))
        return;
    const struct mod_rename_reply reply = {.name = mod->to.name};
    if (result == STORE_RESERVED)
        call_error(&call, ERR_NAME_RESERVED);
    else if (result == STORE_CONFLICT)
        call_error(&call, ERR_NAME_TAKEN);
    else
        call_reply_stored(&call, &reply);
}

/* Whether the asker may give a name back that was taken away. */
static bool may_reuse(const struct call *call)
{
    return call->asker.is_local || call->asker.rights == WHO_OPERATOR;
}

static int give_name(struct call *call, struct wait *wait, struct player *player)
{
    const struct mod *mod = wait->data;
    if (!player_is_registered(player))
        return ERR_IS_GUEST;
    const struct store_name_hashes hashes = reserved_name_hashes(call->core, &mod->to);
    const struct store_act act = {
        .act = MOD_RENAME,
        .player = player_id(player),
        .reason = mod->reason,
        .detail = mod->before,
        .renamed = &(const struct store_names){mod->to.name, mod->to.key, mod->to.skeleton},
        .hashes = may_reuse(call) ? NULL : &hashes,
    };
    size_t index = moderation_record(call, &act);
    struct wait *next = wait_again(wait);
    const struct mod_rename_reply reply = {.name = mod->to.name};
    next->done.batch = rename_stored;
    keys_wait(call->core, next, index, &reply);
    reserved_name_add(call->core, mod->before, STORE_FOR_GOOD);
    return 0;
}

/* A neutral name, for a player whose name could not stay. Nobody can register one like it. */
static bool neutral_name(struct core *core, struct name_keys *to)
{
    char name[PLAYER_NAME_SIZE];
    uint32_t lot;
    core->ports.random(core->ports.ctx, &lot, sizeof(lot));
    snprintf(name, sizeof(name), "Player-%010u", (unsigned)lot);
    return name_make(core->options.names, name, to);
}

int command_mod_rename(struct call *call)
{
    const struct mod_rename_request *request = &call->request->mod_rename;
    struct name_keys to;
    bool is_good = request->to != NULL
                       ? name_check(call->core->options.names, request->to, &to) == NAME_GOOD
                       : neutral_name(call->core, &to);
    if (!is_good) {
        call->fault.field = "to";
        return ERR_BAD_NAME;
    }
    struct mod *mod = mod_new(call, request->reason);
    mod->act = give_name;
    mod->to = to;
    return mod_begin(call, mod, request->name);
}

/* ------------------------------------------------------------------ passwords */

/* The hash of no token: the session that is left. */
static const uint8_t no_session[TOKEN_HASH_SIZE];

/* 20 of 32 characters: 100 bits. */
static void draw_password(struct core *core, char password[MOD_PASSWORD_SIZE])
{
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    uint8_t bytes[MOD_PASSWORD_SIZE - 1];
    core->ports.random(core->ports.ctx, bytes, sizeof(bytes));
    for (size_t i = 0; i < sizeof(bytes); i++)
        password[i] = letters[bytes[i] % 32];
    password[sizeof(bytes)] = '\0';
}

static void wipe(struct mod *mod)
{
    volatile char *password = mod->password;
    for (size_t i = 0; i < sizeof(mod->password); i++)
        password[i] = '\0';
}

static void password_stored(struct core *core, struct wait *wait, int status,
                            enum store_op_result result)
{
    (void)result;
    struct mod *mod = wait->data;
    struct call call;
    if (status == STORE_OK) {
        sessions_removed(core, mod->player, no_session);
        login_say_bye(core, mod->player, no_session, false, 0);
    }
    if (asker_call_stored(core, wait, status, &call)) {
        const struct mod_reset_password_reply reply = {.name = mod->before,
                                                       .password = mod->password};
        call_reply_stored(&call, &reply);
    }
    wipe(mod);
}

static void write_password(struct call *call, struct wait *wait, const char *hash)
{
    const struct mod *mod = wait->data;
    const struct store_op password = {.kind = STORE_PASSWORD_SET,
                                      .as.password_set = {.player = mod->player, .hash = hash}};
    const struct store_op code = {.kind = STORE_RECOVERY_PUT,
                                  .as.recovery_put = {.player = mod->player}};
    const struct store_act act = {
        .act = MOD_RESET_PASSWORD, .player = mod->player, .reason = mod->reason};
    writes_add(call->core, &password);
    writes_add(call->core, &code);
    sessions_remove(call->core, mod->player, no_session);
    size_t index = moderation_record(call, &act);
    struct wait *next = wait_again(wait);
    next->done.batch = password_stored;
    writes_wait(call->core, next, index);
}

static void password_hashed(struct core *core, struct wait *wait, const struct work_result *result)
{
    struct call call;
    const struct mod *mod = wait->data;
    struct player *player = player_find(core, mod->player);
    bool is_there = asker_call(core, wait, &call);
    int status = is_there ? mod_check_again(&call, player) : 0;
    player_let_go(core, player);
    if (!is_there) {
        wipe(wait->data);
        return;
    }
    if (status == 0)
        status = writes_ready(&call);
    if (status == 0 && !result->ok) {
        call.retry_after_ms = BUSY_RETRY_MS;
        status = ERR_BUSY;
    }
    if (status == 0) {
        write_password(&call, wait, result->as.password_hash.hash);
        return;
    }
    wipe(wait->data);
    call_error(&call, status);
}

static int give_password(struct call *call, struct wait *wait, struct player *player)
{
    struct mod *mod = wait->data;
    if (!player_is_registered(player))
        return ERR_IS_GUEST;
    draw_password(call->core, mod->password);
    const struct work work = {.kind = WORK_PASSWORD_HASH,
                              .as.password_hash = {.password = mod->password}};
    struct wait *next = wait_again(wait);
    next->done.work = password_hashed;
    call->retry_after_ms = BUSY_RETRY_MS;
    int status = wait_work(call->core, next, &work);
    if (status != 0) {
        wipe(next->data);
        wait_free(next);
    } else {
        player_hold(player);
    }
    return status;
}

int command_mod_reset_password(struct call *call)
{
    const struct mod_reset_password_request *request = &call->request->mod_reset_password;
    struct mod *mod = mod_new(call, request->reason);
    mod->act = give_password;
    return mod_begin(call, mod, request->name);
}
