/* SPDX-License-Identifier: MIT */
/*
 * The one way to act on a player. The player is taken into memory, connected or not: there later
 * acts find the effects of earlier ones, also while these are not stored yet.
 */
#include "server/core/operations/mod.h"

#include "base/memory.h"
#include "server/core/people/asker.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/rules/text.h"
#include "server/core/turn/call.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <stdlib.h>

struct mod *mod_new(struct call *call, const char *reason)
{
    struct mod *mod = mem_zero(sizeof(*mod));
    mod->minutes = NONE;
    mod->reason_field = "reason";
    if (reason == NULL)
        return mod;
    reason = text_of_line(&call->core->arena, reason);
    mod->is_blank = text_is_blank(reason);
    snprintf(mod->reason, sizeof(mod->reason), "%s", reason);
    return mod;
}

int mod_check_reason(struct call *call, const struct mod *mod)
{
    call->fault.field = mod->is_blank ? mod->reason_field : NULL;
    return mod->is_blank ? ERR_OUT_OF_RANGE : 0;
}

/* A computer is nobody whom an act would teach anything. */
static int check_target(const struct call *call, const struct player *player)
{
    return player_is_computer(player) ? ERR_NOT_ALLOWED : moderation_check_target(call, player);
}

int mod_check_again(struct call *call, const struct player *player)
{
    if (player_is_leaving(player) || player_account(player)->is_deleted)
        return ERR_NO_SUCH_PLAYER;
    int status = asker_check(call);
    return status != 0 ? status : check_target(call, player);
}

/* The account is gone, and its appeals with it. */
static int gone(const struct mod *mod)
{
    return mod->appeal != 0 ? ERR_NO_SUCH_APPEAL : ERR_NO_SUCH_PLAYER;
}

static int act(struct call *call, struct wait *wait, const struct store_player *stored)
{
    struct mod *mod = wait->data;
    int status = writes_ready(call);
    if (status != 0)
        return status;
    struct player *player = player_take(call->core, stored);
    status = player_is_leaving(player) ? ERR_BUSY : check_target(call, player);
    if (player_account(player)->is_deleted)
        status = gone(mod);
    if (status == 0) {
        mod->player = player_id(player);
        snprintf(mod->before, sizeof(mod->before), "%s", player_name(player));
        status = mod->act(call, wait, player);
    }
    player_recheck(call->core, player);
    return status;
}

static const struct store_player *player_of(const struct store_answer *answer)
{
    return answer->kind == STORE_PLAYER_BY_ID ? &answer->as.player_by_id.player
                                              : &answer->as.player_by_name.player;
}

static void on_found(struct core *core, struct wait *wait, int status,
                     const struct store_answer *answer)
{
    struct call call;
    if (!asker_call(core, wait, &call))
        return;
    if (status == STORE_OK) {
        status = act(&call, wait, player_of(answer));
    } else if (status == STORE_NOT_FOUND) {
        status = gone(wait->data);
    } else {
        call.retry_after_ms = WRITES_PROBE_MS;
        status = ERR_STORAGE_UNAVAILABLE;
    }
    if (status != 0)
        call_error(&call, status);
}

int mod_begin(struct call *call, struct mod *take_mod, const char *name)
{
    char key[NAME_KEY_SIZE];
    int status = mod_check_reason(call, take_mod);
    if (status == 0)
        status = writes_ready(call);
    if (status == 0 && !name_key(name, key))
        status = ERR_NO_SUCH_PLAYER;
    if (status != 0) {
        free(take_mod);
        return status;
    }
    const struct store_query query = {.kind = STORE_PLAYER_BY_NAME, .as.player_by_name = {key}};
    struct wait *wait = wait_new(call, take_mod);
    wait->done.query = on_found;
    return queries_ask(call, wait, &query);
}

void mod_meet(struct core *core, struct wait *take_wait, uint64_t player)
{
    const struct store_query query = {.kind = STORE_PLAYER_BY_ID, .as.player_by_id = {player}};
    take_wait->done.query = on_found;
    queries_ask_admitted(core, take_wait, &query);
}
