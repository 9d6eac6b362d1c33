/* SPDX-License-Identifier: MIT */
/*
 * Rights and the record. A role is looked at when a request comes and again when it is carried out:
 * it may have been taken away while a query was under way.
 */
#include "server/core/order.h"

#include "server/core/account.h"
#include "server/core/conn.h"
#include "server/core/outbox.h"
#include "server/core/player.h"
#include "server/core/wall.h"
#include "server/core/writes.h"

#include <stdio.h>

#include <utlist.h>

_Static_assert((int)MOD_ACT_COUNT == (int)MOD_ACT_WORD_COUNT &&
                   (int)MOD_RESOLVE == (int)MOD_ACT_WORD_RESOLVE &&
                   (int)MOD_RENAME == (int)MOD_ACT_WORD_RENAME,
               "acts are stored and told by the same numbers");
_Static_assert((int)ROLE_COUNT == (int)ROLE_WORD_COUNT &&
                   (int)ROLE_OPERATOR == (int)ROLE_WORD_OPERATOR,
               "roles are stored and told by the same numbers");

/* ------------------------------------------------------------------ rights */

/* The role that is looked for, or more. */
static bool has_role(const struct player *player, enum who who)
{
    if (who == WHO_OPERATOR)
        return player->account.role >= ROLE_OPERATOR;
    return who != WHO_MODERATOR || player->account.role >= ROLE_MODERATOR;
}

int order_check_rights(const struct call *call)
{
    enum who who = op_info(call->op)->who;
    const struct player *player = call->conn->player;
    if (player != NULL && player->is_leaving)
        return ERR_BUSY;
    if (who == WHO_STRANGER || (who >= WHO_MODERATOR && call->conn->is_local))
        return 0;
    if (player == NULL)
        return ERR_LOGIN_REQUIRED;
    if (who >= WHO_ACCOUNT && player->state.kind != PLAYER_REGISTERED)
        return ERR_ACCOUNT_REQUIRED;
    return has_role(player, who) ? 0 : ERR_NOT_ALLOWED;
}

int order_check_target(const struct call *call, const struct player *player)
{
    const struct player *actor = call->conn->player;
    if (call->conn->is_local)
        return 0;
    bool is_below = actor != player && player->account.role < actor->account.role;
    return is_below ? 0 : ERR_NOT_ALLOWED;
}

/* ------------------------------------------------------------------ the record */

static void log_act(const struct call *call, const struct store_mod_action *act)
{
    char detail[2 * PLAYER_NAME_SIZE + 96];
    const struct player *actor = call->conn->player;
    const struct player *player = player_find(call->core, act->player);
    snprintf(detail, sizeof(detail), "act=%s by=%s on=%s", mod_act_word_text((int)act->act),
             actor != NULL ? actor->state.name : "(local)",
             player != NULL ? player->state.name : "-");
    call->core->ports.log(call->core->ports.ctx, LOG_LEVEL_INFO, "order", detail);
}

size_t order_record(struct call *call, const struct store_mod_action *act)
{
    const struct player *actor = call->conn->player;
    struct store_op op = {.kind = STORE_MOD_ACTION, .as.mod = *act};
    op.as.mod.by = actor != NULL ? actor->id : 0;
    op.as.mod.at_ms = call->core->now.wall_ms;
    if (op.as.mod.reason == NULL)
        op.as.mod.reason = "";
    if (op.as.mod.detail == NULL)
        op.as.mod.detail = "";
    log_act(call, &op.as.mod);
    return writes_add(call->core, &op);
}

/* ------------------------------------------------------------------ bans and mutes */

/* 0 for good. What ran out while the disk was slow is as good as over. */
static int64_t left_ms(const struct core *core, int64_t until_ms)
{
    int64_t now_ms = wall_believed_ms(core);
    if (until_ms == STORE_FOR_GOOD)
        return 0;
    return until_ms > now_ms ? until_ms - now_ms : 1;
}

int order_refuse(struct call *call, int error, int64_t until_ms, const char *reason)
{
    call->retry_after_ms = left_ms(call->core, until_ms);
    call->fault.reason = reason;
    return error;
}

int order_check_ban(struct call *call, const struct store_player *stored)
{
    const struct player *player = player_find(call->core, stored->id);
    const struct store_account *account = player != NULL ? &player->account : stored->account;
    if (!account_is_banned(account, wall_believed_ms(call->core)))
        return 0;
    return order_refuse(call, ERR_BANNED, account->banned_until_ms, account->ban_reason);
}

int order_check_mute(struct call *call)
{
    const struct store_account *account = &call->conn->player->account;
    if (!account_is_muted(account, wall_believed_ms(call->core)))
        return 0;
    return order_refuse(call, ERR_MUTED, account->muted_until_ms, account->mute_reason);
}

void order_send_away(struct core *core, uint64_t id, int64_t until_ms, const char *reason)
{
    const struct player *player = player_find(core, id);
    if (player == NULL)
        return;
    const struct bye_event bye = {
        .code = error_code(ERR_BANNED),
        .message = error_message(ERR_BANNED),
        .retry_after_ms = left_ms(core, until_ms),
        .reason = reason,
    };
    struct conn *conn = player->conns;
    for (; conn != NULL; conn = conn->player_next)
        if (!conn->is_ending) {
            outbox_bye(core, conn, &bye);
            conn_end(core, conn);
        }
}
