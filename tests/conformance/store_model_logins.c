/* SPDX-License-Identifier: MIT */
/*
 * The plain store's sessions, and the networks from which players logged in.
 */
#include "tests/conformance/store_model.h"

#define DAY_MS INT64_C(86400000)

enum model_outcome model__login(struct model *model, const struct store_op *op)
{
    const struct store_new_session *added = &op->as.session_add;
    uint64_t *owner = &model->tokens[added->session.token_hash[0]];
    if (*owner != 0 || model_player(model, added->session.player) == NULL)
        return MODEL_REFUSED;
    *owner = added->session.player;
    return MODEL_APPLIED;
}

enum model_outcome model__login_end(struct model *model, const struct store_op *op)
{
    uint8_t token = op->as.session_end.token_hash[0];
    uint64_t owner = model->tokens[token];
    if (owner != 0 && model->players[owner].kind == PLAYER_REGISTERED)
        model->devices[token] = owner;
    model->tokens[token] = 0;
    return MODEL_APPLIED;
}

enum model_outcome model__logout(struct model *model, const struct store_op *op)
{
    model->tokens[op->as.session_remove.token_hash[0]] = 0;
    return MODEL_APPLIED;
}

enum model_outcome model__logout_others(struct model *model, const struct store_op *op)
{
    const struct store_other_sessions *others = &op->as.sessions_remove;
    for (int i = 0; i < MODEL_TOKENS; i++)
        if (i != others->kept[0] && model->tokens[i] == others->player)
            model->tokens[i] = 0;
    for (int i = 0; i < MODEL_TOKENS; i++)
        if (model->devices[i] == others->player)
            model->devices[i] = 0;
    return MODEL_APPLIED;
}

/* The oldest one that may go; it goes. */
static void origin_forget(struct model *model, int64_t forget_ms)
{
    int64_t *oldest = NULL;
    for (uint64_t id = 1; id <= MODEL_PLAYERS; id++)
        for (int i = 0; i < MODEL_ORIGINS; i++) {
            int64_t *last_ms = &model->players[id].origins[i];
            if (*last_ms != 0 && *last_ms < forget_ms && (oldest == NULL || *last_ms < *oldest))
                oldest = last_ms;
        }
    if (oldest != NULL)
        *oldest = 0;
}

enum model_outcome model__origin(struct model *model, const struct store_op *op)
{
    const struct store_origin *origin = &op->as.origin_seen;
    struct model_player *player = model_player(model, origin->player);
    if (player == NULL)
        return MODEL_REFUSED;
    for (int i = 0; i < 2; i++)
        origin_forget(model, origin->forget_ms);
    int64_t *last_ms = &player->origins[origin->origin - 1];
    int64_t *days = &player->origin_days[origin->origin - 1];
    if (*last_ms == 0)
        *days = 1;
    else if (origin->last_ms / DAY_MS > *last_ms / DAY_MS)
        (*days)++;
    *last_ms = origin->last_ms;
    return MODEL_APPLIED;
}

/* ------------------------------------------------------------------ newcomers */

enum model_outcome model__origin_ban(struct model *model, const struct store_op *op)
{
    const struct store_origin_ban *ban = &op->as.origin_ban;
    struct model_player *player = model_player(model, ban->player);
    if (player == NULL)
        return MODEL_REFUSED;
    for (uint64_t id = 1; id <= MODEL_PLAYERS; id++)
        for (int i = 0; i < MODEL_ORIGINS; i++)
            if (model->players[id].origin_bans[i] <= ban->at_ms)
                model->players[id].origin_bans[i] = 0;
    player->origin_bans[ban->origin - 1] = ban->until_ms;
    return MODEL_APPLIED;
}

enum model_outcome model__origin_unban(struct model *model, const struct store_op *op)
{
    struct model_player *player = model_player(model, op->as.origin_unban.player);
    for (int i = 0; i < MODEL_ORIGINS && player != NULL; i++)
        player->origin_bans[i] = 0;
    return MODEL_APPLIED;
}
