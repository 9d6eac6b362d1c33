/* SPDX-License-Identifier: MIT */
/*
 * Ratings of the plain store: how a game moves them, and leaderboards by looking at everybody.
 */
#include "db/fine.h"
#include "db/rating.h"
#include "tests/conformance/store_model.h"

#include <stdlib.h>

/* ------------------------------------------------------------------ leaderboards */

static int64_t held_of(const struct model *model, uint64_t player, enum variant_id variant)
{
    int64_t held = 0;
    for (int i = 0; i < MODEL_GAMES; i++)
        for (int seat = 0; seat < SEAT_COUNT; seat++)
            if (model->games[i].start.players[seat] == player &&
                model->games[i].start.variant == variant)
                held += model->games[i].held[seat];
    return held;
}

int model_listed(const struct model *model, uint64_t player, enum variant_id variant)
{
    const struct model_player *owner = &model->players[player];
    return listed_points(owner->ratings[variant].points, held_of(model, player, variant),
                         owner->marks[variant]);
}

uint64_t model_rank(const struct model *model, uint64_t player, enum variant_id variant)
{
    int listed = model_listed(model, player, variant);
    uint64_t rank = 1;
    if (model->players[player].ratings[variant].established_ms == 0)
        return 0;
    for (uint64_t other = 1; other <= MODEL_PLAYERS; other++)
        if (model->players[other].ratings[variant].established_ms > 0 &&
            model_listed(model, other, variant) > listed)
            rank++;
    return rank;
}

/* A player goes behind all who have at least as many points, so ties stay in the order of ids. */
size_t model_order(const struct model *model, enum variant_id variant,
                   uint64_t players_out[MODEL_PLAYERS])
{
    size_t count = 0;
    for (uint64_t id = 1; id <= MODEL_PLAYERS; id++) {
        size_t at = count;
        if (model->players[id].ratings[variant].established_ms == 0)
            continue;
        for (; at > 0; at--) {
            if (model_listed(model, players_out[at - 1], variant) >=
                model_listed(model, id, variant))
                break;
            players_out[at] = players_out[at - 1];
        }
        players_out[at] = id;
        count++;
    }
    return count;
}

/* ------------------------------------------------------------------ a game */

void model__line_add(struct model *model, const struct model_line *line)
{
    if (model->line_count == MODEL_LINES)
        abort(); /* the trial is too long for the model */
    model->ledger[model->line_count++] = *line;
}

/* What provisional opponents moved the player's established rating by, a day around the end of the
 * game. */
static int64_t moved_by_provisional(const struct model *model, const struct model_game *game,
                                    uint64_t player)
{
    int64_t moved = 0;
    for (int i = 0; i < MODEL_GAMES; i++) {
        const struct model_game *other = &model->games[i];
        int64_t apart_ms = other->end.ended_ms - game->end.ended_ms;
        for (int seat = 0; seat < SEAT_COUNT; seat++)
            if (other != game && other->is_over && !other->is_annulled &&
                other->end.moves_ratings && other->start.players[seat] == player &&
                other->start.variant == game->start.variant && apart_ms > -STORE_PROVISIONAL_MS &&
                apart_ms < STORE_PROVISIONAL_MS && !other->changes[seat].was_provisional &&
                other->changes[1 - seat].was_provisional)
                moved += other->changes[seat].after.points - other->changes[seat].before;
    }
    return moved;
}

/* The rule is db/rating.h. Nobody has an origin here. */
static void provisional_apply(struct model *model, struct model_game *game,
                              struct store_rating *const now[SEAT_COUNT])
{
    const struct store_rating_terms *terms = &game->end.terms;
    const uint64_t *players = game->start.players;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        game->changes[seat].was_provisional = provisional_is(now[seat], terms);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        struct store_change *change = &game->changes[seat];
        bool *counted =
            &model->players[players[seat]].counted[game->start.variant][players[1 - seat]];
        if (!change->was_provisional && game->changes[1 - seat].was_provisional)
            provisional_cut(change, now[seat], terms,
                            moved_by_provisional(model, game, players[seat]));
        if (change->was_provisional && !*counted) {
            *counted = true;
            change->after.opponents++;
        }
        provisional_settle(&change->after, terms, game->end.ended_ms);
    }
}

/* The rule is db/rating.h. The accounts are as old as their ids say. */
static void held_apply(struct model *model, struct model_game *game,
                       struct store_rating *const now[SEAT_COUNT])
{
    const struct store_game_end *end = &game->end;
    enum variant_id variant = game->start.variant;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        uint64_t player = game->start.players[seat];
        now[seat]->listed = model_listed(model, player, variant);
        model->players[player].marks[variant] = end->terms.mark;
        game->changes[seat].after.listed = listed_points(
            game->changes[seat].after.points, held_of(model, player, variant), end->terms.mark);
    }
    for (int seat = 0; seat < SEAT_COUNT && end->terms.mark > 0; seat++) {
        struct store_change *change = &game->changes[seat];
        uint64_t player = game->start.players[seat];
        uint64_t other = game->start.players[1 - seat];
        const struct listed_game facts = {.variant = variant,
                                          .plies = end->plies,
                                          .started_ms = game->start.started_ms,
                                          .ended_ms = end->ended_ms,
                                          .opponent_ms = model->players[other].created_ms};
        const struct listed_side own = {now[seat], change};
        const struct listed_side loser = {now[1 - seat], &game->changes[1 - seat]};
        change->held = listed_held(&own, &loser, listed_is_vouched(&end->terms, &facts));
        game->held[seat] = change->held;
        change->after.listed =
            listed_points(change->after.points, held_of(model, player, variant), end->terms.mark);
    }
}

/* Of both players as they are: the rule is db/rating.h, the order and what it begins with is the
 * store's. */
void model__ratings_move(struct model *model, struct model_game *game)
{
    struct store_rating *now[SEAT_COUNT];
    int month = fine_playing_month(model->settled_month, game->end.month);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        now[seat] = &model->players[game->start.players[seat]].ratings[game->start.variant];
        now[seat]->variant = game->start.variant;
    }
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        game->changes[seat] = rating_after_game(
            now[seat], now[1 - seat], rating_score_of(game->end.outcome.result, seat), month);
    provisional_apply(model, game, now);
    held_apply(model, game, now);
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        *now[seat] = game->changes[seat].after;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        model__line_add(model, &(struct model_line){.player = game->start.players[seat],
                                                    .variant = game->start.variant,
                                                    .game = game->start.id,
                                                    .before = game->changes[seat].before,
                                                    .after = game->changes[seat].after.points});
}

/* ------------------------------------------------------------------ what is held no more */

/* The oldest win of which something is held, by the order of the store's keys. */
static int *oldest_held(struct model *model, int64_t won_ms)
{
    struct model_game *oldest = NULL;
    int at = 0;
    for (int i = 0; i < MODEL_GAMES; i++)
        for (int seat = 0; seat < SEAT_COUNT; seat++) {
            struct model_game *game = &model->games[i];
            uint64_t player = game->start.players[seat];
            bool is_older =
                oldest == NULL || game->end.ended_ms < oldest->end.ended_ms ||
                (game->end.ended_ms == oldest->end.ended_ms && player < oldest->start.players[at]);
            if (game->held[seat] > 0 && game->end.ended_ms <= won_ms && is_older) {
                oldest = game;
                at = seat;
            }
        }
    return oldest != NULL ? &oldest->held[at] : NULL;
}

enum model_outcome model__release(struct model *model, const struct store_op *op)
{
    const struct store_release *release = &op->as.held_release;
    for (uint32_t i = 0; i < release->most; i++) {
        int *held = oldest_held(model, release->won_ms);
        if (held == NULL)
            break;
        *held = 0;
    }
    return MODEL_APPLIED;
}
