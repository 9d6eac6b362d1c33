/* SPDX-License-Identifier: MIT */
/*
 * The one way to act on a player. The player is taken into memory, connected or not, so that later
 * acts find the effects of earlier ones even before these are stored.
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

struct mod *mod_new(struct call *call, mod_act_fn *act, const char *reason)
{
    struct mod *mod = mem_zero(sizeof(*mod));
    mod->act = act;
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

static int found(struct call *call, const struct store_answer *answer)
{
    struct mod *mod = call->wait->data;
    int status = writes_ready(call);
    if (status != 0)
        return status;
    struct player *player = player_take(call->core, question_player(answer));
    status = player_is_leaving(player) ? ERR_BUSY : check_target(call, player);
    if (player_account(player)->is_deleted)
        status = call->wait->missing;
    if (status == 0) {
        mod->player = player_id(player);
        snprintf(mod->before, sizeof(mod->before), "%s", player_name(player));
        status = mod->act(call, player);
    }
    player_recheck(call->core, player);
    return status;
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
    return asker_ask(call, take_mod, &query, found, ERR_NO_SUCH_PLAYER);
}

/* Where the account is gone, its appeals are gone with it. */
int mod_meet(struct call *call, uint64_t player)
{
    const struct store_query query = {.kind = STORE_PLAYER_BY_ID, .as.player_by_id = {player}};
    return asker_ask_next(call, &query, found, ERR_NO_SUCH_APPEAL);
}

/* ------------------------------------------------------------------ asking more */

static int go_on(struct call *call, int status, const struct store_answer *answer)
{
    const struct mod *mod = call->wait->data;
    if (status == STORE_NOT_FOUND) {
        call->fault.field = "after";
        return ERR_NO_SUCH_PLAYER;
    }
    int error = mod_check_again(call, player_find(call->core, mod->player));
    if (error == 0)
        error = writes_ready(call);
    return error != 0 ? error : mod->then(call, answer);
}

static void answered(struct core *core, struct wait *wait, int status,
                     const struct store_answer *answer)
{
    const struct mod *mod = wait->data;
    struct player *player = player_find(core, mod->player);
    struct call call;
    if (asker_call_stored(core, wait, status == STORE_NOT_FOUND ? STORE_OK : status, &call)) {
        call.wait = wait;
        int error = go_on(&call, status, answer);
        if (error != 0)
            call_error(&call, error);
    }
    player_let_go(core, player);
}

int mod_ask(struct call *call, const struct store_query *query, wait_then_fn *then)
{
    struct mod *mod = call->wait->data;
    mod->then = then;
    player_hold(player_find(call->core, mod->player));
    queries_ask_admitted(call->core, wait_again(call->wait), query, answered);
    return 0;
}
