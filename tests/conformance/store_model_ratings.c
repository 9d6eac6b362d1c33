/* SPDX-License-Identifier: MIT */
/*
 * Ratings of the plain store: how a game moves them, and leaderboards by looking at everybody.
 */
#include "db/fine.h"
#include "db/provisional.h"
#include "db/rating.h"
#include "tests/conformance/store_model.h"

#include <stdlib.h>

/* ------------------------------------------------------------------ leaderboards */

uint64_t model_rank(const struct model *model, uint64_t player, enum variant_id variant)
{
    const struct store_rating *own = &model->players[player].ratings[variant];
    uint64_t rank = 1;
    if (own->established_ms == 0)
        return 0;
    for (int i = 1; i <= MODEL_PLAYERS; i++) {
        const struct store_rating *other = &model->players[i].ratings[variant];
        if (other->established_ms > 0 && other->points > own->points)
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
        if (own->established_ms == 0)
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

/* The rule is db/provisional.h. Nobody has an origin here. */
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
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        *now[seat] = game->changes[seat].after;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        model__line_add(model, &(struct model_line){.player = game->start.players[seat],
                                                    .variant = game->start.variant,
                                                    .game = game->start.id,
                                                    .before = game->changes[seat].before,
                                                    .after = game->changes[seat].after.points});
}
