/* SPDX-License-Identifier: MIT */
/*
 * Annulled games of the plain store: everything that is derived from games is found anew by looking
 * at all of them.
 */
#include "db/rating.h"
#include "tests/conformance/store_model.h"

static struct store_rating *rating_of(struct model *model, const struct model_game *game, int seat)
{
    return &model->players[game->start.players[seat]].ratings[game->start.variant];
}

static bool is_annulled(struct model *model, uint64_t game)
{
    return game != 0 && model_game(model, game)->is_annulled;
}

/* Takes back what the game moved, not below the floor; what is left of no game is what it was
 * before the first one. */
static void points_take(struct model *model, const struct model_game *game, int seat)
{
    struct store_rating *rating = rating_of(model, game, seat);
    const struct store_change *change = &game->changes[seat];
    int before = rating->points;
    if (rating->games == 0)
        return; /* the account was deleted */
    rating->games--;
    rating->points -= change->after.points - change->before;
    if (rating->points < RATING_FLOOR)
        rating->points = RATING_FLOOR;
    if (rating->games == 0)
        rating->points = RATING_START;
    model__line_add(model, &(struct model_line){.player = game->start.players[seat],
                                                .variant = game->start.variant,
                                                .game = game->start.id,
                                                .takes_back = true,
                                                .ends = rating->games == 0,
                                                .before = before,
                                                .after = rating->points});
}

/* The highest points at the ends of lines that count, and now. */
static int peak_of(struct model *model, uint64_t player, enum variant_id variant)
{
    int peak = model->players[player].ratings[variant].points;
    if (peak < RATING_START)
        peak = RATING_START;
    for (size_t i = model->line_count; i > 0; i--) {
        const struct model_line *line = &model->ledger[i - 1];
        if (line->player != player || line->variant != variant)
            continue;
        if (line->ends)
            break;
        if (line->takes_back || is_annulled(model, line->game))
            continue;
        if (line->before > peak)
            peak = line->before;
        if (line->after > peak)
            peak = line->after;
    }
    return peak;
}

/* Whether the two have a game that counts. */
static bool have_met(const struct model *model, uint64_t player, uint64_t other,
                     enum variant_id variant)
{
    for (int i = 0; i < MODEL_GAMES; i++) {
        const struct model_game *game = &model->games[i];
        int seat = game->start.players[1] == player;
        if (game->is_over && game->end.moves_ratings && !game->is_annulled &&
            game->start.variant == variant && game->start.players[seat] == player &&
            game->start.players[1 - seat] == other)
            return true;
    }
    return false;
}

static void opponents_find(struct model *model, uint64_t id, enum variant_id variant)
{
    struct model_player *player = &model->players[id];
    struct store_rating *rating = &player->ratings[variant];
    for (uint64_t other = 1; other <= MODEL_PLAYERS; other++) {
        if (!player->counted[variant][other] || have_met(model, id, other, variant))
            continue;
        player->counted[variant][other] = false;
        if (rating->games > 0)
            rating->opponents--;
    }
}

static bool is_within(const struct model_game *game, int64_t from_ms, int64_t until_ms)
{
    return game->start.started_ms < until_ms && (!game->is_over || game->end.ended_ms >= from_ms);
}

/* Whether a move of the player may be left in that time, or the rated game is still played. */
static bool has_moved(const struct model *model, uint64_t player, enum variant_id variant,
                      const int64_t *month)
{
    for (int i = 0; i < MODEL_GAMES; i++) {
        const struct model_game *game = &model->games[i];
        if (game->exists && game->start.rated && game->start.variant == variant &&
            (game->start.players[0] == player || game->start.players[1] == player) &&
            !game->is_annulled && (!game->is_over || is_within(game, month[0], month[1])))
            return true;
    }
    return false;
}

static void months_lose(struct model *model, uint64_t id, const struct model_game *game,
                        const struct store_annulment *annulled)
{
    enum variant_id variant = game->start.variant;
    struct model_player *player = &model->players[id];
    for (size_t i = 0; i + 1 < annulled->month_starts_count; i++) {
        int64_t month[2] = {annulled->month_starts[i], annulled->month_starts[i + 1]};
        int at = annulled->first_month - MODEL_FIRST_MONTH + (int)i;
        if (is_within(game, month[0], month[1]) && !has_moved(model, id, variant, month))
            player->moved[variant][at] = false;
    }
}

static void rating_settle(struct model *model, const struct model_game *game, int seat,
                          const struct store_annulment *annulled)
{
    uint64_t player = game->start.players[seat];
    struct store_rating *rating = rating_of(model, game, seat);
    opponents_find(model, player, game->start.variant);
    if (rating->games == 0) {
        *rating = (struct store_rating){.variant = game->start.variant};
        for (int i = 0; i < MODEL_MONTHS; i++)
            model->players[player].moved[game->start.variant][i] = false;
        return;
    }
    rating->peak = peak_of(model, player, game->start.variant);
    months_lose(model, player, game, annulled);
    if (annulled->terms.games > 0 &&
        (rating->games < annulled->terms.games || rating->opponents < annulled->terms.opponents))
        rating->established_ms = 0;
}

/* Those whose points are not what they were. */
static void memos_put(struct model *model, const struct model *before, uint64_t id)
{
    for (uint64_t player = 1; player <= MODEL_PLAYERS; player++) {
        int points = 0;
        for (int v = 0; v < VARIANT_COUNT; v++) {
            const struct store_rating *was = &before->players[player].ratings[v];
            const struct store_rating *is = &model->players[player].ratings[v];
            points += (is->games > 0 ? is->points : RATING_START) -
                      (was->games > 0 ? was->points : RATING_START);
        }
        if (points != 0)
            model__memo_put(model, player,
                            &(struct model_memo){.id = id, .kind = MEMO_POINTS_BACK});
    }
}

enum model_outcome model__annul(struct model *model, const struct store_act *act)
{
    const struct store_annulment *annulled = act->annulled;
    const struct model before = *model;
    for (size_t i = 0; i < annulled->games_count; i++) {
        const struct model_game *game = model_game(model, annulled->games[i]);
        if (game == NULL || !game->is_over || !game->end.moves_ratings)
            return MODEL_REFUSED;
        if (game->is_annulled)
            return MODEL_ALREADY;
    }
    for (size_t i = 0; i < annulled->games_count; i++) {
        struct model_game *game = model_game(model, annulled->games[i]);
        game->is_annulled = true;
        for (int seat = 0; seat < SEAT_COUNT; seat++) {
            points_take(model, game, seat);
            game->held[seat] = 0;
        }
    }
    for (size_t i = 0; i < annulled->games_count; i++)
        for (int seat = 0; seat < SEAT_COUNT; seat++)
            rating_settle(model, model_game(model, annulled->games[i]), seat, annulled);
    memos_put(model, &before, annulled->memo);
    return MODEL_APPLIED;
}
