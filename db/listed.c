/* SPDX-License-Identifier: MIT */
/*
 * Listed points: see listed.h for the rule.
 */
#include "db/listed.h"

#include "db/rating.h"

int listed_points(int points, int64_t held, int mark)
{
    if (held == 0 || mark == 0 || points <= mark)
        return points;
    return points - held > mark ? (int)(points - held) : mark;
}

bool listed_is_vouched(const struct store_rating_terms *terms, const struct listed_game *game)
{
    bool is_old = terms->related_ms == 0 || game->opponent_ms <= game->ended_ms - terms->related_ms;
    bool is_long = terms->game_ms == 0 || game->ended_ms - game->started_ms >= terms->game_ms;
    return is_old && is_long && game->plies > variant_plies_least(variant_get(game->variant));
}

/* The points that the win had brought if the loser had had the listed points only, cut to the share
 * of the loss that was one of these: else points that are held would turn into others. */
static int won_fairly(const struct listed_side *own, const struct listed_side *other)
{
    const struct store_rating *loser = other->rating;
    int listed = loser->games > 0 ? loser->listed : RATING_START;
    int lost = other->change->before - other->change->after.points;
    int lost_listed = listed - other->change->after.listed;
    int won = rating_change(own->change->before, listed, rating_k_factor(own->rating), RATING_WON);
    if (lost_listed < 0)
        lost_listed = 0;
    return lost > lost_listed ? won * lost_listed / lost : won;
}

int listed_held(const struct listed_side *own, const struct listed_side *other, bool is_vouched)
{
    int won = own->change->after.points - own->change->before;
    if (won <= 0)
        return 0;
    int fair = is_vouched ? won_fairly(own, other) : 0;
    return fair < won ? won - fair : 0;
}
