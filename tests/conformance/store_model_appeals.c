/* SPDX-License-Identifier: MIT */
/*
 * The plain model of appeals.
 */
#include "tests/conformance/store_model.h"

void model__acted(struct model *model, const struct store_act *act)
{
    struct model_player *player = model_player(model, act->player);
    if (player != NULL && act->act == MOD_BAN)
        player->last_ban = model->acts;
    if (player != NULL && act->act == MOD_WARN)
        player->last_warning = model->acts;
}

static struct model_appeal *find(struct model *model, int64_t act)
{
    for (int i = 0; i < model->appeals; i++)
        if (model->appeal[i].player != 0 && model->appeal[i].act == act)
            return &model->appeal[i];
    return NULL;
}

enum model_outcome model__appeal(struct model *model, const struct store_op *op)
{
    const struct store_appeal *appeal = &op->as.appeal_add;
    const struct model_player *player = model_player(model, appeal->player);
    if (player == NULL || player->is_deleted)
        return MODEL_CONFLICT;
    int act = appeal->against == MOD_BAN ? player->last_ban : player->last_warning;
    if (act == 0 || (appeal->against == MOD_BAN && player->banned_until_ms <= appeal->at_ms))
        return MODEL_CONFLICT;
    if (find(model, act) != NULL)
        return MODEL_ALREADY;
    model->appeal[model->appeals++] = (struct model_appeal){
        .player = appeal->player, .act = act, .against = appeal->against, .is_open = true};
    return MODEL_APPLIED;
}

enum model_outcome model__answer(struct model *model, const struct store_act *act)
{
    struct model_appeal *appeal = find(model, act->appeal);
    if (appeal == NULL || !appeal->is_open || appeal->player != act->player)
        return MODEL_CONFLICT;
    appeal->is_open = false;
    model__memo_put(
        model, act->player,
        &(struct model_memo){.id = act->memo,
                             .kind = act->verdict == 0 ? MEMO_APPEAL_UPHELD : MEMO_APPEAL_REFUSED});
    return MODEL_APPLIED;
}

void model__appeals_gone(struct model *model, uint64_t player)
{
    for (int i = 0; i < model->appeals; i++)
        if (model->appeal[i].player == player)
            model->appeal[i].player = 0;
    model->players[player].last_ban = 0;
    model->players[player].last_warning = 0;
}
