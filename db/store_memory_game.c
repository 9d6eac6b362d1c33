/* SPDX-License-Identifier: MIT */
/*
 * The memory back-end's games: their start, their log, their end with histories and ratings; how
 * each is applied and taken back.
 */
#include "db/store_memory_private.h"

struct memory_game *memory__game_find(struct memory *memory, uint64_t id)
{
    return map__find(&memory->games, &id, sizeof(id));
}

void memory__game_free(void *owner)
{
    struct memory_game *game = owner;
    free((void *)game->end.actions);
    free((void *)game->end.spent);
    free((void *)game->end.lags);
    free(game->log);
    free(game);
}

uint64_t memory__rank(const struct memory *memory, const struct memory_player *player,
                      enum variant_id variant)
{
    const struct store_rating *rating = &player->value.ratings[variant];
    if (rating->games == 0)
        return 0;
    return 1 + order__count_above(memory->orders[variant], rating->points);
}

/* ------------------------------------------------------------------ start and log */

static int start_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    const struct store_game_start *start = &op->as.start;
    struct memory_player *first = memory__player_find(memory, start->players[0]);
    struct memory_player *second = memory__player_find(memory, start->players[1]);
    if (first == NULL || second == NULL || memory__game_find(memory, start->id) != NULL)
        return OP_REFUSED;
    struct memory_game *game = memory__new(sizeof(*game));
    game->start = *start;
    game->players[0] = first;
    game->players[1] = second;
    map__add(&memory->games, &game->by_id, game, &game->start.id, sizeof(game->start.id));
    undo->subject = game;
    return OP_DONE;
}

static void start_revert(struct memory *memory, struct memory_undo *undo)
{
    struct memory_game *game = undo->subject;
    map__remove(&memory->games, &game->by_id);
    memory__game_free(game);
}

static int log_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    struct memory_game *game = memory__game_find(memory, op->as.log.game);
    if (game == NULL || game->is_over)
        return OP_REFUSED;
    game->log = memory__grow(game->log, game->log_count, &game->log_cap, sizeof(*game->log));
    undo->old.due_ms = game->start.due_ms;
    game->log[game->log_count++] = op->as.log;
    game->log[game->log_count - 1].due_ms = 0;
    if (op->as.log.due_ms != 0 && game->start.due_ms != 0)
        game->start.due_ms = op->as.log.due_ms;
    undo->subject = game;
    return OP_DONE;
}

static void log_revert(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    struct memory_game *game = undo->subject;
    game->start.due_ms = undo->old.due_ms;
    game->log_count--;
}

/* ------------------------------------------------------------------ the end */

void memory__rating_set(struct memory *memory, struct memory_player *player,
                        enum variant_id variant, const struct store_rating *rating)
{
    struct store_rating *own = &player->value.ratings[variant];
    struct order_node *node = &player->standing[variant];
    if (own->games > 0)
        order__remove(&memory->orders[variant], node);
    *own = *rating;
    if (own->games == 0)
        return;
    node->player = player->value.id;
    node->points = own->points;
    order__add(&memory->orders[variant], node);
}

/* Whether the ratings can move from where they are as `end` says. */
static bool changes_fit(const struct memory_game *game, const struct store_game_end *end)
{
    if (end->moves_ratings && !game->start.rated)
        return false;
    for (int seat = 0; end->moves_ratings && seat < SEAT_COUNT; seat++) {
        const struct store_player *player = &game->players[seat]->value;
        const struct store_rating *rating = &player->ratings[game->start.variant];
        if (player->kind != PLAYER_REGISTERED)
            return false;
        if (rating->games > 0 && rating->points != end->changes[seat].before)
            return false;
    }
    return true;
}

/* A first rating begins in the month that the change says; later ones keep what was noted. */
static void rating_move(struct memory *memory, struct memory_player *player,
                        enum variant_id variant, const struct store_rating *after)
{
    struct store_rating moved = *after;
    const struct store_rating *now = &player->value.ratings[variant];
    moved.active_months = now->games > 0 ? now->active_months : 0;
    if (now->games > 0)
        moved.since_month = now->since_month;
    memory__rating_set(memory, player, variant, &moved);
}

static int end_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    const struct store_game_end *end = &op->as.end;
    struct memory_game *game = memory__game_find(memory, end->id);
    if (game == NULL || game->is_over || !changes_fit(game, end))
        return OP_REFUSED;
    enum variant_id variant = game->start.variant;
    game->is_over = true;
    game->end = *end;
    game->end.actions = memory__text(end->actions);
    game->end.spent = memory__text(end->spent);
    game->end.lags = memory__text(end->lags);
    undo->subject = game;
    memory__histories_add(memory, game);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        undo->old.ratings[seat] = game->players[seat]->value.ratings[variant];
        if (!end->moves_ratings)
            continue;
        rating_move(memory, game->players[seat], variant, &end->changes[seat].after);
        memory__ledger_add(game->players[seat],
                           &(struct memory_ledger_line){
                               variant, true, end->changes[seat].after.points, end->ended_ms});
    }
    return OP_DONE;
}

static void end_revert(struct memory *memory, struct memory_undo *undo)
{
    struct memory_game *game = undo->subject;
    memory__histories_remove(game);
    for (int seat = 0; seat < SEAT_COUNT && game->end.moves_ratings; seat++) {
        memory__ledger_remove(game->players[seat]);
        memory__rating_set(memory, game->players[seat], game->start.variant,
                           &undo->old.ratings[seat]);
    }
    free((void *)game->end.actions);
    free((void *)game->end.spent);
    free((void *)game->end.lags);
    game->end = (struct store_game_end){0};
    game->is_over = false;
}

static void end_keep(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    struct memory_game *game = undo->subject;
    free(game->log);
    game->log = NULL;
    game->log_count = 0;
    game->log_cap = 0;
}

/* ------------------------------------------------------------------ uptime */

static int uptime_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    undo->subject = memory;
    undo->old.uptime_ms = memory->uptime_ms;
    memory->uptime_ms = op->as.uptime_ms;
    return OP_DONE;
}

static void uptime_revert(struct memory *memory, struct memory_undo *undo)
{
    memory->uptime_ms = undo->old.uptime_ms;
}

const struct memory_rule memory__uptime = {uptime_apply, uptime_revert, NULL};
const struct memory_rule memory__game_start = {start_apply, start_revert, NULL};
const struct memory_rule memory__game_log = {log_apply, log_revert, NULL};
const struct memory_rule memory__game_end = {end_apply, end_revert, end_keep};
