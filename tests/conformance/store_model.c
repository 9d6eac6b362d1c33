/* SPDX-License-Identifier: MIT */
/*
 * The plain store. It says what the contract says, in the fewest words, and is as slow as it likes.
 */
#include "tests/conformance/store_model.h"

#include "db/fine.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ finding */

struct model_player *model_player(struct model *model, uint64_t id)
{
    if (id == 0 || id > MODEL_PLAYERS || !model->players[id].exists)
        return NULL;
    return &model->players[id];
}

struct model_game *model_game(struct model *model, uint64_t id)
{
    uint64_t index = id - MODEL_FIRST_GAME;
    return index < MODEL_GAMES && model->games[index].exists ? &model->games[index] : NULL;
}

struct model_room *model_room(struct model *model, uint64_t id)
{
    uint64_t index = id - MODEL_FIRST_ROOM;
    return index < MODEL_ROOMS && model->rooms[index].exists ? &model->rooms[index] : NULL;
}

/* ------------------------------------------------------------------ players and sessions */

static int number_of(const char *name)
{
    return atoi(strrchr(name, 'n') + 1);
}

static bool is_taken(const struct model *model, uint64_t id, const struct store_names *wanted)
{
    for (uint64_t other = 1; other <= MODEL_PLAYERS; other++) {
        const struct model_player *player = &model->players[other];
        if (player->exists && other != id &&
            (player->name == number_of(wanted->name) ||
             player->look == number_of(wanted->skeleton)))
            return true;
    }
    return false;
}

/* Gives the player these names, unless they are another's or the player `is_wrong`. */
static enum model_outcome name_put(struct model *model, uint64_t id,
                                   const struct store_names *names, bool is_wrong)
{
    struct model_player *player = &model->players[id];
    if (is_taken(model, id, names))
        return MODEL_CONFLICT;
    if (is_wrong)
        return MODEL_REFUSED;
    player->exists = true;
    player->name = number_of(names->name);
    player->look = number_of(names->skeleton);
    return MODEL_APPLIED;
}

static bool is_registered(const struct model *model, uint64_t id)
{
    return model->players[id].exists && model->players[id].kind == PLAYER_REGISTERED;
}

static enum model_outcome apply_create(struct model *model, const struct store_op *op)
{
    const struct store_guest *guest = &op->as.player_create;
    return name_put(model, guest->id, &guest->names, model->players[guest->id].exists);
}

static enum model_outcome apply_computer(struct model *model, const struct store_op *op)
{
    const struct store_guest *computer = &op->as.computer_put;
    if (model->players[computer->id].exists)
        return MODEL_APPLIED;
    enum model_outcome outcome = name_put(model, computer->id, &computer->names, false);
    model->players[computer->id].is_computer = outcome == MODEL_APPLIED;
    return outcome;
}

static enum model_outcome apply_register(struct model *model, const struct store_op *op)
{
    const struct store_registration *value = &op->as.player_register;
    enum model_outcome outcome =
        name_put(model, value->id, &value->names, is_registered(model, value->id));
    if (outcome == MODEL_APPLIED) {
        model->players[value->id].kind = PLAYER_REGISTERED;
        model->players[value->id].created_ms = value->created_ms;
    }
    return outcome;
}

static enum model_outcome apply_delete(struct model *model, const struct store_op *op)
{
    const struct store_renaming *value = &op->as.player_delete;
    struct model_player *player = &model->players[value->player];
    enum model_outcome outcome =
        name_put(model, value->player, &value->names, !is_registered(model, value->player));
    if (outcome != MODEL_APPLIED)
        return outcome;
    player->account = 0;
    player->banned_until_ms = 0;
    player->judged_month = 0;
    player->is_deleted = true;
    player->photo = 0;
    player->passwords = -1;
    memset(player->ratings, 0, sizeof(player->ratings));
    for (int i = 0; i < MODEL_GAMES; i++)
        for (int seat = 0; seat < SEAT_COUNT; seat++)
            if (model->games[i].start.players[seat] == value->player)
                model->games[i].held[seat] = 0;
    memset(player->moved, 0, sizeof(player->moved));
    memset(player->counted, 0, sizeof(player->counted));
    memset(player->blocked, 0, sizeof(player->blocked));
    memset(player->followed, 0, sizeof(player->followed));
    memset(player->keys, 0, sizeof(player->keys));
    player->memo_count = 0;
    model__appeals_gone(model, value->player);
    for (int i = 0; i < MODEL_TOKENS; i++)
        if (model->tokens[i] == value->player)
            model->tokens[i] = 0;
    for (int i = 0; i < MODEL_TOKENS; i++)
        if (model->devices[i] == value->player)
            model->devices[i] = 0;
    return MODEL_APPLIED;
}

static enum model_outcome apply_password(struct model *model, const struct store_op *op)
{
    if (!is_registered(model, op->as.password_set.player))
        return MODEL_REFUSED;
    model->players[op->as.password_set.player].passwords = 1;
    return MODEL_APPLIED;
}

static bool photo_put(struct model_player *player, const struct store_account_put *put)
{
    if (put->photo == NULL && put->account->photo != 0)
        return put->account->photo == player->photo;
    player->photo = put->account->photo;
    if (put->photo != NULL)
        player->photo_number = atoi((const char *)put->photo);
    return true;
}

/* The number that the account's text bears. */
static enum model_outcome apply_account(struct model *model, const struct store_op *op)
{
    struct model_player *player = model_player(model, op->as.account_put.player);
    if (player == NULL || !photo_put(player, &op->as.account_put))
        return MODEL_REFUSED;
    player->account = atoi(op->as.account_put.account->about);
    player->banned_until_ms = op->as.account_put.account->banned_until_ms;
    player->judged_month = op->as.account_put.account->judged_month;
    player->is_spared = op->as.account_put.account->spared_months != 0;
    player->is_deleted = op->as.account_put.account->is_deleted;
    return MODEL_APPLIED;
}

static bool is_possible(struct model *model, const struct store_pick *pick)
{
    return pick->player != pick->other && model_player(model, pick->player) != NULL &&
           model_player(model, pick->other) != NULL;
}

static enum model_outcome apply_block(struct model *model, const struct store_op *op)
{
    const struct store_pick *pick = &op->as.block_add;
    if (!is_possible(model, pick))
        return MODEL_REFUSED;
    model->players[pick->player].blocked[pick->other] = true;
    return MODEL_APPLIED;
}

static enum model_outcome apply_follow(struct model *model, const struct store_op *op)
{
    const struct store_pick *pick = &op->as.follow_add;
    if (!is_possible(model, pick))
        return MODEL_REFUSED;
    model->players[pick->player].followed[pick->other] = true;
    return MODEL_APPLIED;
}

static enum model_outcome apply_unfollow(struct model *model, const struct store_op *op)
{
    model->players[op->as.follow_remove.player].followed[op->as.follow_remove.other] = false;
    return MODEL_APPLIED;
}

static enum model_outcome apply_unblock(struct model *model, const struct store_op *op)
{
    model->players[op->as.block_remove.player].blocked[op->as.block_remove.other] = false;
    return MODEL_APPLIED;
}

static enum model_outcome apply_written(struct model *model, const struct store_op *op)
{
    struct model_player *player = model_player(model, op->as.written.player);
    if (player == NULL)
        return MODEL_REFUSED;
    player->written = op->as.written;
    return MODEL_APPLIED;
}

static enum model_outcome apply_conduct(struct model *model, const struct store_op *op)
{
    struct model_player *player = model_player(model, op->as.conduct_put.player);
    if (player == NULL)
        return MODEL_REFUSED;
    player->conduct = op->as.conduct_put;
    return MODEL_APPLIED;
}

static enum model_outcome apply_days_off(struct model *model, const struct store_op *op)
{
    struct model_player *player = model_player(model, op->as.days_off_put.player);
    if (player == NULL)
        return MODEL_REFUSED;
    player->days_off = op->as.days_off_put;
    return MODEL_APPLIED;
}

/* The oldest key that is too old by then, whose it is; NULL: there is none. */
static struct model_key *old_key(struct model *model, int64_t uptime_ms)
{
    struct model_key *oldest = NULL;
    for (int i = 1; i <= MODEL_PLAYERS; i++) {
        for (int slot = 0; slot < MODEL_KEYS; slot++) {
            struct model_key *key = &model->players[i].keys[slot];
            if (key->exists && key->used.uptime_ms < uptime_ms - STORE_KEYS_MS &&
                (oldest == NULL || key->used.uptime_ms < oldest->used.uptime_ms))
                oldest = key;
        }
    }
    return oldest;
}

static enum model_outcome apply_key(struct model *model, const struct store_op *op)
{
    const struct store_keyed_answer *answer = &op->as.key_put;
    struct model_player *player = model_player(model, answer->player);
    if (!model->was_applied)
        return MODEL_CONFLICT;
    if (player == NULL)
        return MODEL_REFUSED;
    for (int i = 0; i < 2; i++) {
        struct model_key *old = old_key(model, answer->used.uptime_ms);
        if (old != NULL)
            old->exists = false;
    }
    player->keys[answer->used.slot] =
        (struct model_key){true, answer->used, atoi(answer->reply + strlen("{\"n\":"))};
    return MODEL_APPLIED;
}

/* ------------------------------------------------------------------ rooms and games */

static enum model_outcome apply_room(struct model *model, const struct store_op *op)
{
    const struct store_room *value = &op->as.room_put;
    struct model_room *room = &model->rooms[value->id - MODEL_FIRST_ROOM];
    for (int i = 0; i < 2; i++)
        if (value->players[i] != 0 && model_player(model, value->players[i]) == NULL)
            return MODEL_REFUSED;
    if (value->invited != 0 && model_player(model, value->invited) == NULL)
        return MODEL_REFUSED;
    room->exists = true;
    room->value = *value;
    return MODEL_APPLIED;
}

static enum model_outcome apply_close(struct model *model, const struct store_op *op)
{
    struct model_room *room = model_room(model, op->as.room_close.room);
    if (room == NULL)
        return MODEL_REFUSED;
    room->is_closed = true;
    return MODEL_APPLIED;
}

static enum model_outcome apply_chat(struct model *model, const struct store_op *op)
{
    struct model_room *room = model_room(model, op->as.chat_add.room);
    if (room == NULL || op->as.chat_add.n <= room->lines ||
        model_player(model, op->as.chat_add.player) == NULL)
        return MODEL_REFUSED;
    room->lines = op->as.chat_add.n;
    room->said[room->lines % MODEL_CHAT] =
        (struct model_line_said){.player = op->as.chat_add.player};
    return MODEL_APPLIED;
}

static enum model_outcome apply_start(struct model *model, const struct store_op *op)
{
    const struct store_game_start *start = &op->as.game_start;
    struct model_game *game = &model->games[start->id - MODEL_FIRST_GAME];
    if (game->exists || start->players[0] == start->players[1] ||
        model_player(model, start->players[0]) == NULL ||
        model_player(model, start->players[1]) == NULL)
        return MODEL_REFUSED;
    game->exists = true;
    game->start = *start;
    model->games_begun++;
    return MODEL_APPLIED;
}

static enum model_outcome apply_log(struct model *model, const struct store_op *op)
{
    struct model_game *game = model_game(model, op->as.game_log.game);
    if (game == NULL || game->is_over)
        return MODEL_REFUSED;
    game->log_count++;
    return MODEL_APPLIED;
}

static enum model_outcome apply_end(struct model *model, const struct store_op *op)
{
    const struct store_game_end *end = &op->as.game_end;
    struct model_game *game = model_game(model, end->id);
    if (game == NULL || game->is_over)
        return MODEL_REFUSED;
    const uint64_t *players = game->start.players;
    if (end->moves_ratings &&
        !(game->start.rated && end->outcome.result != RESULT_NONE &&
          is_registered(model, players[0]) && is_registered(model, players[1])))
        return MODEL_REFUSED;
    game->is_over = true;
    game->start.given_actions = NULL;
    game->end = *end;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        game->opponent_ranks[seat] = model_rank(model, players[1 - seat], game->start.variant);
    if (end->moves_ratings)
        model__ratings_move(model, game);
    return MODEL_APPLIED;
}

/* ------------------------------------------------------------------ fines */

static enum model_outcome apply_active(struct model *model, const struct store_op *op)
{
    const struct store_activity *active = &op->as.rating_active;
    struct model_player *player = &model->players[active->player];
    int month = fine_playing_month(model->settled_month, active->month);
    if (player->ratings[active->variant].games > 0)
        player->moved[active->variant][month - MODEL_FIRST_MONTH] = true;
    return MODEL_APPLIED;
}

static bool is_spared(const struct model_player *player, const struct store_fine *fine)
{
    if (fine->month > player->judged_month)
        return player->banned_until_ms > fine->fell_ms;
    return fine->month == player->judged_month && player->is_spared;
}

static enum model_outcome apply_fine(struct model *model, const struct store_op *op)
{
    int month = op->as.fine.month;
    if (month <= model->settled_month)
        return MODEL_CONFLICT;
    model->settled_month = month;
    for (uint64_t id = 1; id <= MODEL_PLAYERS; id++) {
        struct model_player *player = &model->players[id];
        struct store_rating *rating = &player->ratings[VARIANT_CLASSIC];
        if (rating->games == 0 || rating->since_month >= month || rating->points <= 100 ||
            player->moved[VARIANT_CLASSIC][month - MODEL_FIRST_MONTH] || player->is_deleted ||
            is_spared(player, &op->as.fine))
            continue;
        int before = rating->points;
        rating->points = rating->points < 200 ? 100 : rating->points - 100;
        model__line_add(model, &(struct model_line){.player = id,
                                                    .variant = VARIANT_CLASSIC,
                                                    .before = before,
                                                    .after = rating->points});
        player->fined[month - MODEL_FIRST_MONTH] = true;
        model__memo_put(model, id,
                        &(struct model_memo){.id = op->as.fine.memo, .kind = MEMO_FINED});
    }
    return MODEL_APPLIED;
}

static enum model_outcome apply_star(struct model *model, const struct store_op *op)
{
    const struct store_star *star = &op->as.star;
    struct model_game *game = model_game(model, star->game);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (game == NULL || !game->is_over || game->start.players[seat] != star->player)
            continue;
        game->stars[seat] = star->is_starred;
        return MODEL_APPLIED;
    }
    return MODEL_CONFLICT;
}

static enum model_outcome apply_focus(struct model *model, const struct store_op *op)
{
    const struct store_focus_lost *lost = &op->as.focus_lost;
    struct model_game *game = model_game(model, lost->game);
    if (game == NULL || game->is_over || !game->start.rated)
        return MODEL_REFUSED;
    game->unfocused[lost->ply] = (int)lost->seat + 1;
    return MODEL_APPLIED;
}

/* ------------------------------------------------------------------ order */

static enum model_outcome class_put(struct model *model, const struct store_act *act)
{
    for (size_t i = 0; i < act->accounts_count; i++)
        if (is_taken(model, act->accounts[i].id, &act->accounts[i].names))
            return MODEL_CONFLICT;
    for (size_t i = 0; i < act->accounts_count; i++) {
        const struct store_registration *value = &act->accounts[i];
        if (name_put(model, value->id, &value->names, is_registered(model, value->id)) !=
            MODEL_APPLIED)
            return MODEL_REFUSED; /* two of them are alike */
        model->players[value->id].kind = PLAYER_REGISTERED;
        model->players[value->id].created_ms = value->created_ms;
    }
    return MODEL_APPLIED;
}

static enum model_outcome apply_act(struct model *model, const struct store_op *op)
{
    const struct store_act *act = &op->as.act;
    enum model_outcome outcome = MODEL_APPLIED;
    if (act->act == MOD_ACCOUNTS)
        outcome = class_put(model, act);
    else if (act->act == MOD_RENAME)
        outcome = name_put(model, act->player, act->renamed, !is_registered(model, act->player));
    else if (act->player != 0 && model_player(model, act->player) == NULL)
        return MODEL_REFUSED;
    if (act->act == MOD_RESOLVE)
        outcome = model__judge(model, act);
    if (act->act == MOD_ANNUL)
        outcome = model__annul(model, act);
    if (act->act == MOD_ANSWER)
        outcome = model__answer(model, act);
    if (act->act == MOD_WARN)
        model__memo_put(model, act->player,
                        &(struct model_memo){.id = act->memo, .kind = MEMO_WARNING});
    model->acts += outcome == MODEL_APPLIED;
    if (outcome == MODEL_APPLIED)
        model__acted(model, act);
    return outcome;
}

static enum model_outcome apply_probe(struct model *model, const struct store_op *op)
{
    (void)model;
    (void)op;
    return MODEL_APPLIED;
}

enum model_outcome model_apply(struct model *model, const struct store_op *op)
{
    static enum model_outcome (*const APPLY[STORE_OP_COUNT])(struct model *,
                                                             const struct store_op *) = {
        [STORE_PLAYER_CREATE] = apply_create,
        [STORE_COMPUTER_PUT] = apply_computer,
        [STORE_PLAYER_REGISTER] = apply_register,
        [STORE_PLAYER_DELETE] = apply_delete,
        [STORE_PASSWORD_SET] = apply_password,
        [STORE_SESSION_ADD] = model__login,
        [STORE_SESSION_END] = model__login_end,
        [STORE_SESSION_REMOVE] = model__logout,
        [STORE_SESSIONS_REMOVE] = model__logout_others,
        [STORE_ROOM_PUT] = apply_room,
        [STORE_ROOM_CLOSE] = apply_close,
        [STORE_GAME_START] = apply_start,
        [STORE_GAME_LOG] = apply_log,
        [STORE_GAME_END] = apply_end,
        [STORE_CHAT_ADD] = apply_chat,
        [STORE_PROBE] = apply_probe,
        [STORE_RATING_ACTIVE] = apply_active,
        [STORE_FINE] = apply_fine,
        [STORE_HELD_RELEASE] = model__release,
        [STORE_ACCOUNT_PUT] = apply_account,
        [STORE_WRITTEN] = apply_written,
        [STORE_CONDUCT_PUT] = apply_conduct,
        [STORE_DAYS_OFF_PUT] = apply_days_off,
        [STORE_ORIGIN_SEEN] = model__origin,
        [STORE_ORIGIN_BAN] = model__origin_ban,
        [STORE_ORIGIN_UNBAN] = model__origin_unban,
        [STORE_KEY_PUT] = apply_key,
        [STORE_BLOCK_ADD] = apply_block,
        [STORE_BLOCK_REMOVE] = apply_unblock,
        [STORE_FOLLOW_ADD] = apply_follow,
        [STORE_FOLLOW_REMOVE] = apply_unfollow,
        [STORE_LETTER_SEND] = model__letter,
        [STORE_LETTER_READ] = model__copies,
        [STORE_LETTER_DELETE] = model__copies,
        [STORE_STAR] = apply_star,
        [STORE_ACT] = apply_act,
        [STORE_REPORT_ADD] = model__report,
        [STORE_APPEAL_ADD] = model__appeal,
        [STORE_MEMO_ADD] = model__memo,
        [STORE_MEMOS_SEEN] = model__memos_seen,
        [STORE_FOCUS_LOST] = apply_focus,
    };
    enum model_outcome outcome = APPLY[op->kind](model, op);
    model->was_applied = outcome == MODEL_APPLIED;
    return outcome;
}
