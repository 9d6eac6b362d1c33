/* SPDX-License-Identifier: MIT */
/*
 * Acts of moderators that were committed: bans, mutes, roles and new names, the record of each, and
 * whether they had the right to.
 */
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"
#include "tests/sim/truth_account.h"

#include <stdio.h>
#include <string.h>

unsigned truth_bans(const struct truth *truth, uint64_t id)
{
    const struct truth_player *player = truth_player(truth, id);
    return player != NULL && player->banned_until_ms == STORE_FOR_GOOD ? player->bans_laid : 0;
}

const struct truth_act *truth_act(const struct truth *truth, int64_t n)
{
    return n >= 1 && (size_t)n <= truth->order.act_count ? &truth->order.acts[n - 1] : NULL;
}

bool truth_was_done(const struct truth *truth, uint64_t player, enum mod_act act, int64_t until_ms)
{
    for (size_t i = 0; i < truth->order.act_count; i++) {
        const struct truth_act *done = &truth->order.acts[i];
        if (done->player == player && done->act == act && done->until_ms == until_ms)
            return true;
    }
    return false;
}

const struct truth_act *truth_last_mute(const struct truth *truth, uint64_t player)
{
    for (size_t i = truth->order.act_count; i > 0; i--) {
        const struct truth_act *done = &truth->order.acts[i - 1];
        if (done->player == player && done->act == MOD_MUTE)
            return done;
    }
    return NULL;
}

static void keep_act(struct sim *sim, const struct store_act *act)
{
    struct truth_moderation *order = &sim->truth.order;
    order->acts = sim_grow(order->acts, order->act_count, &order->act_cap, sizeof(*order->acts));
    struct truth_act *kept = &order->acts[order->act_count++];
    *kept = (struct truth_act){.act = act->act,
                               .by = act->by,
                               .player = act->player,
                               .room = act->room,
                               .report = act->report,
                               .judged = (int64_t)act->judged_count,
                               .until_ms = act->until_ms,
                               .batch = sim->truth.batches};
    snprintf(kept->reason, sizeof(kept->reason), "%s", act->reason);
    snprintf(kept->detail, sizeof(kept->detail), "%s", act->detail);
}

void truth__sanctions(struct sim *sim, const struct store_op *op)
{
    const struct store_account *account = op->as.account_put.account;
    struct truth_player *player = truth_player(&sim->truth, op->as.account_put.player);
    if (player == NULL)
        return;
    bool is_kept = player->banned_until_ms == account->banned_until_ms &&
                   player->muted_until_ms == account->muted_until_ms;
    if (!is_kept) {
        sim->truth.order.unrecorded = player->id;
        truth__appeals_note(&sim->truth, player->id);
    }
    player->bans_laid += player->banned_until_ms != account->banned_until_ms ? 1 : 0;
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

static void rename_player(struct sim *sim, const struct store_act *act)
{
    struct truth_player *player = truth_player(&sim->truth, act->player);
    const struct truth_player *namesake = truth_player_keyed(&sim->truth, act->renamed->name_key);
    CHECK_THAT(sim, CHECK_NAMES_ARE_UNIQUE,
               player != NULL && (namesake == NULL || namesake == player),
               "%s is stored a second time", act->renamed->name_key);
    truth__name_keep(player, INT64_MAX);
    truth__name_set(player, act->renamed->name, act->renamed->name_key);
}

static bool closes(const struct truth *truth, const struct store_act *act)
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

static enum player_role role_for(enum mod_act act)
{
    bool is_for_operators = act == MOD_ROLE || act == MOD_RESET_PASSWORD || act == MOD_ACCOUNTS;
    return is_for_operators ? ROLE_OPERATOR : ROLE_MODERATOR;
}

/* A player who keeps order has the role when the batch comes to it, and meets those below. */
static void check_rights(struct sim *sim, const struct store_act *act)
{
    const struct truth_player *by = truth_player(&sim->truth, act->by);
    const struct truth_player *player = truth_player(&sim->truth, act->player);
    enum player_role role = truth_page(by)->role;
    enum player_role met = player != NULL ? truth_page(player)->role : ROLE_PLAYER;
    if (act->act == MOD_ROLE)
        met = sim->truth.order.role_before;
    CHECK_THAT(sim, CHECK_RIGHTS_FOLLOW_ROLES,
               role >= role_for(act->act) && player != by && met < role,
               "%s has role %d, and did act %d on %s, whose role was %d", by->name, role, act->act,
               player != NULL ? player->name : "nobody", met);
}

/* A moderator does not close his own table, nor one of his equals. */
static void check_closed(struct sim *sim, const struct store_act *act)
{
    const struct truth_room *room = truth_room(&sim->truth, act->room);
    const struct truth_player *by = truth_player(&sim->truth, act->by);
    for (int i = 0; i < 2; i++) {
        const struct truth_player *player = truth_player(&sim->truth, room->players[i]);
        CHECK_THAT(sim, CHECK_NOBODY_JUDGES_HIMSELF,
                   by == NULL || player == NULL || truth_was_met(&sim->truth, by, player),
                   "%s closed room %llx, where %s sits", by->name, (unsigned long long)act->room,
                   player->name);
    }
}

/* Once, for whoever asked for it. */
static void count_record(struct sim *sim, const struct store_act *act)
{
    struct truth_moderation *order = &sim->truth.order;
    order->recorded++;
    if (act->by != 0) {
        truth__stored(sim, act->by, DEED_ORDER);
        check_rights(sim, act);
        return;
    }
    order->count.stored++;
    CHECK_THAT(sim, CHECK_ACTS_ARE_RECORDED,
               order->count.stored <= order->count.asked - order->count.refused,
               "acts were asked for %u times, refused %u times, and %u are recorded",
               order->count.asked, order->count.refused, order->count.stored);
}

/* The role is as the record tells. */
static bool is_given(const struct truth *truth, const struct store_act *act)
{
    static const char *const words[ROLE_COUNT] = {"player", "moderator", "operator"};
    const struct truth_player *player = truth_player(truth, act->player);
    return player != NULL && strcmp(act->detail, words[truth_page(player)->role]) == 0;
}

void truth__mod_action(struct sim *sim, const struct store_op *op)
{
    const struct store_act *act = &op->as.act;
    struct truth_moderation *order = &sim->truth.order;
    const struct store_memo warning = {
        .player = act->player, .kind = MEMO_WARNING, .text = act->reason};
    if (act->act == MOD_RESOLVE)
        truth__report_judge(sim, op);
    else if (act->act == MOD_ANSWER)
        truth__appeal_judge(sim, op);
    else if (act->act != MOD_ANNUL)
        CHECK_THAT(sim, CHECK_MEMOS, truth__added(op, act->act == MOD_WARN ? &warning : NULL),
                   "act %d on %llx, and the player does not get just the warning to read", act->act,
                   (unsigned long long)act->player);
    truth__appeals_forget(&sim->truth);
    if (op->result != STORE_APPLIED)
        return;
    count_record(sim, act);
    keep_act(sim, act);
    truth__ban_note(truth_player(&sim->truth, act->player), act->at_ms);
    if (act->act == MOD_RENAME)
        rename_player(sim, act);
    for (size_t i = 0; i < act->accounts_count; i++)
        truth__registered(sim, &act->accounts[i]);
    if (act->act == MOD_ANNUL)
        truth__annulled(sim, op);
    if (act->act == MOD_CLEAR_PROFILE)
        truth__page_cleared(sim, act->player);
    if (act->act == MOD_CLOSE_ROOM) {
        CHECK_THAT(sim, CHECK_ACTS_ARE_RECORDED, closes(&sim->truth, act),
                   "room %llx was closed by the record, and is open",
                   (unsigned long long)act->room);
        check_closed(sim, act);
        order->closed_game_room =
            act->room == order->closed_game_room ? 0 : order->closed_game_room;
    }
    if (act->act == MOD_RESET_PASSWORD)
        CHECK_THAT(sim, CHECK_ACTS_ARE_RECORDED, is_reset(&sim->truth, act->player),
                   "the password of %llx was reset by the record, and is the old one, or a login "
                   "stays",
                   (unsigned long long)act->player);
    if (act->act == MOD_ROLE)
        CHECK_THAT(sim, CHECK_ACTS_ARE_RECORDED, is_given(&sim->truth, act),
                   "player %llx is %s by the record, and has another role",
                   (unsigned long long)act->player, act->detail);
    if (act->player == order->unrecorded)
        order->unrecorded = 0;
}

/* At the end of each batch: what it did and its record are together. */
void truth__moderation_check(struct sim *sim)
{
    struct truth_moderation *order = &sim->truth.order;
    const struct truth_player *reset = truth_player(&sim->truth, order->reset);
    order->reset = 0;
    CHECK_THAT(sim, CHECK_RECOVERY, reset == NULL || reset->code_hash[0] == '\0',
               "%s has another password, and a recovery code", reset->name);
    truth__page_emptied(sim);
    CHECK_THAT(
        sim, CHECK_ACTS_ARE_RECORDED, order->unrecorded == 0,
        "player %llx was banned or muted or not any more, or has a new password or role, and the "
        "batch has no record",
        (unsigned long long)order->unrecorded);
    CHECK_THAT(sim, CHECK_ACTS_ARE_RECORDED, order->closed_game_room == 0,
               "a game in room %llx was closed, and the batch has no record",
               (unsigned long long)order->closed_game_room);
}
