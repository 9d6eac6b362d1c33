/* SPDX-License-Identifier: MIT */
/*
 * The plain store. It says what the contract says, in the fewest words, and is as slow as it likes.
 */
#include "tests/conformance/store_model.h"

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

uint64_t model_rank(const struct model *model, uint64_t player, enum variant_id variant)
{
    const struct store_rating *own = &model->players[player].ratings[variant];
    uint64_t rank = 1;
    if (own->games == 0)
        return 0;
    for (int i = 1; i <= MODEL_PLAYERS; i++) {
        const struct store_rating *other = &model->players[i].ratings[variant];
        if (other->games > 0 && other->points > own->points)
            rank++;
    }
    return rank;
}

/* A player goes behind all who have at least as many points, so ties stay in the order of ids. */
size_t model_order(const struct model *model, enum variant_id variant,
                   uint64_t players_out[MODEL_PLAYERS])
{
    size_t count = 0;
    for (uint64_t id = 1; id <= MODEL_PLAYERS; id++) {
        const struct store_rating *own = &model->players[id].ratings[variant];
        size_t at = count;
        if (own->games == 0)
            continue;
        for (; at > 0; at--) {
            if (model->players[players_out[at - 1]].ratings[variant].points >= own->points)
                break;
            players_out[at] = players_out[at - 1];
        }
        players_out[at] = id;
        count++;
    }
    return count;
}

/* ------------------------------------------------------------------ players and sessions */

static int number_of(const char *name)
{
    return atoi(strrchr(name, 'n') + 1);
}

static bool is_taken(const struct model *model, const struct store_player *wanted)
{
    for (uint64_t id = 1; id <= MODEL_PLAYERS; id++) {
        const struct model_player *player = &model->players[id];
        if (player->exists && id != wanted->id &&
            (player->name == number_of(wanted->name) ||
             player->look == number_of(wanted->skeleton)))
            return true;
    }
    return false;
}

static enum model_outcome player_put(struct model *model, const struct store_player *value,
                                     enum player_kind kind)
{
    struct model_player *player = &model->players[value->id];
    player->exists = true;
    player->kind = kind;
    player->name = number_of(value->name);
    player->look = number_of(value->skeleton);
    return MODEL_APPLIED;
}

static enum model_outcome apply_create(struct model *model, const struct store_op *op)
{
    const struct store_player *value = &op->as.player;
    if (is_taken(model, value))
        return MODEL_CONFLICT;
    return model_player(model, value->id) != NULL ? MODEL_REFUSED
                                                  : player_put(model, value, value->kind);
}

static enum model_outcome apply_register(struct model *model, const struct store_op *op)
{
    const struct store_player *value = &op->as.player;
    const struct model_player *player = model_player(model, value->id);
    if (is_taken(model, value))
        return MODEL_CONFLICT;
    if (player != NULL && player->kind == PLAYER_REGISTERED)
        return MODEL_REFUSED;
    return player_put(model, value, PLAYER_REGISTERED);
}

static enum model_outcome apply_delete(struct model *model, const struct store_op *op)
{
    const struct store_player *value = &op->as.player;
    struct model_player *player = model_player(model, value->id);
    if (is_taken(model, value))
        return MODEL_CONFLICT;
    if (player == NULL || player->kind != PLAYER_REGISTERED)
        return MODEL_REFUSED;
    player->name = number_of(value->name);
    player->look = number_of(value->skeleton);
    player->account = 0;
    player->photo = 0;
    player->passwords = -1;
    memset(player->ratings, 0, sizeof(player->ratings));
    memset(player->moved, 0, sizeof(player->moved));
    memset(player->blocked, 0, sizeof(player->blocked));
    for (int i = 0; i < MODEL_TOKENS; i++)
        if (model->tokens[i] == value->id)
            model->tokens[i] = 0;
    return MODEL_APPLIED;
}

static enum model_outcome apply_password(struct model *model, const struct store_op *op)
{
    struct model_player *player = model_player(model, op->as.password.player);
    if (player == NULL || player->kind != PLAYER_REGISTERED)
        return MODEL_REFUSED;
    player->passwords = 1;
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
    struct model_player *player = model_player(model, op->as.account.player);
    if (player == NULL || !photo_put(player, &op->as.account))
        return MODEL_REFUSED;
    player->account = atoi(op->as.account.account->about);
    player->banned_until_ms = op->as.account.account->banned_until_ms;
    return MODEL_APPLIED;
}

static enum model_outcome apply_block(struct model *model, const struct store_op *op)
{
    const struct store_block *block = &op->as.block;
    struct model_player *player = model_player(model, block->player);
    if (block->player == block->blocked)
        return MODEL_REFUSED;
    if (op->kind == STORE_BLOCK_ADD &&
        (player == NULL || model_player(model, block->blocked) == NULL))
        return MODEL_REFUSED;
    if (player != NULL)
        player->blocked[block->blocked] = op->kind == STORE_BLOCK_ADD;
    return MODEL_APPLIED;
}

static enum model_outcome apply_session(struct model *model, const struct store_op *op)
{
    uint64_t *owner = &model->tokens[op->as.session.token_hash[0]];
    if (op->kind == STORE_SESSIONS_REMOVE) {
        for (uint64_t *other = model->tokens; other < model->tokens + MODEL_TOKENS; other++)
            if (other != owner && *other == op->as.session.player)
                *other = 0;
        return MODEL_APPLIED;
    }
    if (op->kind == STORE_SESSION_REMOVE) {
        *owner = 0;
        return MODEL_APPLIED;
    }
    if (*owner != 0 || model_player(model, op->as.session.player) == NULL)
        return MODEL_REFUSED;
    *owner = op->as.session.player;
    return MODEL_APPLIED;
}

/* ------------------------------------------------------------------ rooms and games */

static enum model_outcome apply_room(struct model *model, const struct store_op *op)
{
    const struct store_room *value = &op->as.room;
    struct model_room *room = &model->rooms[value->id - MODEL_FIRST_ROOM];
    if (op->kind == STORE_ROOM_CLOSE) {
        room->is_closed = true;
        return room->exists ? MODEL_APPLIED : MODEL_REFUSED;
    }
    for (int i = 0; i < 2; i++) {
        if (value->players[i] != 0 && model_player(model, value->players[i]) == NULL)
            return MODEL_REFUSED;
    }
    if (value->invited != 0 && model_player(model, value->invited) == NULL)
        return MODEL_REFUSED;
    room->exists = true;
    room->value = *value;
    return MODEL_APPLIED;
}

static enum model_outcome apply_chat(struct model *model, const struct store_op *op)
{
    struct model_room *room = model_room(model, op->as.chat.room);
    if (room == NULL || op->as.chat.n <= room->lines ||
        model_player(model, op->as.chat.player) == NULL)
        return MODEL_REFUSED;
    room->lines = op->as.chat.n;
    return MODEL_APPLIED;
}

static enum model_outcome apply_start(struct model *model, const struct store_op *op)
{
    const struct store_game_start *start = &op->as.start;
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
    struct model_game *game = model_game(model, op->as.log.game);
    if (game == NULL || game->is_over)
        return MODEL_REFUSED;
    game->log_count++;
    return MODEL_APPLIED;
}

static bool can_move(struct model *model, const struct model_game *game,
                     const struct store_game_end *end)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const struct model_player *player = model_player(model, game->start.players[seat]);
        const struct store_rating *now = &player->ratings[game->start.variant];
        if (player->kind != PLAYER_REGISTERED ||
            (now->games > 0 && now->points != end->changes[seat].before))
            return false;
    }
    return game->start.rated;
}

static enum model_outcome apply_end(struct model *model, const struct store_op *op)
{
    const struct store_game_end *end = &op->as.end;
    struct model_game *game = model_game(model, end->id);
    if (game == NULL || game->is_over)
        return MODEL_REFUSED;
    if (end->moves_ratings && !can_move(model, game, end))
        return MODEL_REFUSED;
    game->is_over = true;
    game->end = *end;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        game->opponent_ranks[seat] =
            model_rank(model, game->start.players[1 - seat], game->start.variant);
    for (int seat = 0; seat < SEAT_COUNT && end->moves_ratings; seat++) {
        struct store_rating *rating =
            &model_player(model, game->start.players[seat])->ratings[game->start.variant];
        int since = rating->games > 0 ? rating->since_month : end->changes[seat].after.since_month;
        *rating = end->changes[seat].after;
        rating->since_month = since;
    }
    return MODEL_APPLIED;
}

/* ------------------------------------------------------------------ fines */

static enum model_outcome apply_active(struct model *model, const struct store_op *op)
{
    const struct store_active *active = &op->as.active;
    struct model_player *player = model_player(model, active->player);
    if (player == NULL || player->ratings[active->variant].games == 0)
        return MODEL_REFUSED;
    player->moved[active->variant][active->month - MODEL_FIRST_MONTH] = true;
    return MODEL_APPLIED;
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
            player->moved[VARIANT_CLASSIC][month - MODEL_FIRST_MONTH] ||
            player->banned_until_ms > op->as.fine.at_ms)
            continue;
        rating->points = rating->points < 200 ? 100 : rating->points - 100;
        player->fined[month - MODEL_FIRST_MONTH] = true;
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

/* ------------------------------------------------------------------ order */

static enum model_outcome apply_rename(struct model *model, const struct store_mod_action *act)
{
    struct model_player *player = model_player(model, act->player);
    const struct store_player wanted = {
        .id = act->player, .name = act->renamed.name, .skeleton = act->renamed.skeleton};
    if (player->kind != PLAYER_REGISTERED)
        return MODEL_REFUSED;
    if (is_taken(model, &wanted))
        return MODEL_CONFLICT;
    player->name = number_of(act->renamed.name);
    player->look = number_of(act->renamed.skeleton);
    return MODEL_APPLIED;
}

static enum model_outcome apply_act(struct model *model, const struct store_op *op)
{
    const struct store_mod_action *act = &op->as.mod;
    enum model_outcome outcome = MODEL_APPLIED;
    if (act->player != 0 && model_player(model, act->player) == NULL)
        return MODEL_REFUSED;
    if (act->act == MOD_RENAME)
        outcome = apply_rename(model, act);
    if (act->act == MOD_RESOLVE) {
        if (act->report > model->reports || !model->report[act->report - 1].is_open)
            return MODEL_CONFLICT;
        model->report[act->report - 1].is_open = false;
    }
    model->acts += outcome == MODEL_APPLIED;
    return outcome;
}

static enum model_outcome apply_report(struct model *model, const struct store_op *op)
{
    const struct store_report *report = &op->as.report;
    int open = 0;
    if (report->by == report->player || model_player(model, report->by) == NULL ||
        model_player(model, report->player) == NULL)
        return MODEL_REFUSED;
    for (int i = 0; i < model->reports; i++) {
        if (!model->report[i].is_open || model->report[i].by != report->by)
            continue;
        if (model->report[i].player == report->player)
            return MODEL_ALREADY;
        open++;
    }
    if (open >= STORE_REPORTS_OPEN_MAX)
        return MODEL_CONFLICT;
    model->report[model->reports].by = report->by;
    model->report[model->reports].player = report->player;
    model->report[model->reports++].is_open = true;
    return MODEL_APPLIED;
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
        [STORE_PLAYER_REGISTER] = apply_register,
        [STORE_PASSWORD_SET] = apply_password,
        [STORE_SESSION_ADD] = apply_session,
        [STORE_SESSION_REMOVE] = apply_session,
        [STORE_ROOM_PUT] = apply_room,
        [STORE_ROOM_CLOSE] = apply_room,
        [STORE_GAME_START] = apply_start,
        [STORE_GAME_LOG] = apply_log,
        [STORE_GAME_END] = apply_end,
        [STORE_CHAT_ADD] = apply_chat,
        [STORE_PROBE] = apply_probe,
        [STORE_RATING_ACTIVE] = apply_active,
        [STORE_FINE] = apply_fine,
        [STORE_ACCOUNT_PUT] = apply_account,
        [STORE_BLOCK_ADD] = apply_block,
        [STORE_PLAYER_DELETE] = apply_delete,
        [STORE_BLOCK_REMOVE] = apply_block,
        [STORE_SESSIONS_REMOVE] = apply_session,
        [STORE_MESSAGE_SEND] = model__message,
        [STORE_MESSAGE_READ] = model__mail,
        [STORE_MESSAGE_DELETE] = model__mail,
        [STORE_STAR] = apply_star,
        [STORE_MOD_ACTION] = apply_act,
        [STORE_REPORT_ADD] = apply_report,
    };
    return APPLY[op->kind](model, op);
}
