/* SPDX-License-Identifier: MIT */
/*
 * What those who keep order did: bans, mutes and new names, and the record of each.
 */
#include "tests/sim/truth.h"

#include "tests/sim/sim.h"

#include <stdio.h>
#include <string.h>

unsigned truth_bans(const struct truth *truth, uint64_t id)
{
    const struct truth_player *player = truth_player(truth, id);
    return player != NULL && player->banned_until_ms == STORE_FOR_GOOD ? player->bans : 0;
}

void truth__sanctions(struct sim *sim, const struct store_op *op)
{
    const struct store_account *account = op->as.account.account;
    struct truth_player *player = truth_player(&sim->truth, op->as.account.player);
    if (player == NULL)
        return;
    bool is_kept = player->banned_until_ms == account->banned_until_ms &&
                   player->muted_until_ms == account->muted_until_ms;
    if (!is_kept)
        sim->truth.order.unrecorded = player->id;
    player->bans += player->banned_until_ms != account->banned_until_ms ? 1 : 0;
    player->banned_until_ms = account->banned_until_ms;
    player->muted_until_ms = account->muted_until_ms;
}

void truth__name_set(struct truth_player *player, const char *name, const char *key)
{
    snprintf(player->former[player->former_count++ % TRUTH_FORMER], TRUTH_NAME_SIZE, "%s",
             player->name);
    snprintf(player->name, sizeof(player->name), "%s", name);
    snprintf(player->key, sizeof(player->key), "%s", key);
}

static void rename_player(struct sim *sim, const struct store_mod_action *act)
{
    struct truth_player *player = truth_player(&sim->truth, act->player);
    const struct truth_player *namesake = truth_player_keyed(&sim->truth, act->renamed.name_key);
    CHECK_THAT(sim, CHECK_NAMES_ARE_UNIQUE,
               player != NULL && (namesake == NULL || namesake == player),
               "%s is stored a second time", act->renamed.name_key);
    truth__name_set(player, act->renamed.name, act->renamed.name_key);
}

static bool closes(const struct truth *truth, const struct store_mod_action *act)
{
    const struct truth_room *room = truth_room(truth, act->room);
    return room != NULL && room->is_closed;
}

/* The password is of this batch, and no login is in force. */
static bool is_reset(const struct truth *truth, uint64_t id)
{
    const struct truth_player *player = truth_player(truth, id);
    for (size_t i = 0; i < truth->session_count; i++)
        if (truth->sessions[i].player == id && !truth->sessions[i].is_over)
            return false;
    return player != NULL && player->hash_batch == truth->batches;
}

void truth__mod_action(struct sim *sim, const struct store_op *op)
{
    const struct store_mod_action *act = &op->as.mod;
    struct truth_order *order = &sim->truth.order;
    if (act->act == MOD_RESOLVE)
        truth__report_judge(sim, op);
    if (op->result == STORE_CONFLICT)
        return;
    order->count.stored++;
    CHECK_THAT(sim, CHECK_ACTS_ARE_RECORDED,
               order->count.stored <= order->count.asked - order->count.refused,
               "acts were asked for %u times, refused %u times, and %u are recorded",
               order->count.asked, order->count.refused, order->count.stored);
    if (act->act == MOD_RENAME)
        rename_player(sim, act);
    if (act->act == MOD_CLOSE_ROOM) {
        CHECK_THAT(sim, CHECK_ACTS_ARE_RECORDED, closes(&sim->truth, act),
                   "room %llx was closed by the record, and is open",
                   (unsigned long long)act->room);
        order->closed_game_room =
            act->room == order->closed_game_room ? 0 : order->closed_game_room;
    }
    if (act->act == MOD_RESET_PASSWORD)
        CHECK_THAT(sim, CHECK_ACTS_ARE_RECORDED, is_reset(&sim->truth, act->player),
                   "the password of %llx was reset by the record, and is the old one, or a login "
                   "stays",
                   (unsigned long long)act->player);
    if (act->player == order->unrecorded)
        order->unrecorded = 0;
}

/* At the end of each batch: what it did and its record are together. */
void truth__order_check(struct sim *sim)
{
    const struct truth_order *order = &sim->truth.order;
    CHECK_THAT(
        sim, CHECK_ACTS_ARE_RECORDED, order->unrecorded == 0,
        "player %llx was banned or muted or not any more, or has a new password, and the batch "
        "has no record",
        (unsigned long long)order->unrecorded);
    CHECK_THAT(sim, CHECK_ACTS_ARE_RECORDED, order->closed_game_room == 0,
               "a game in room %llx was closed, and the batch has no record",
               (unsigned long long)order->closed_game_room);
}
