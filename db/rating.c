/* SPDX-License-Identifier: MIT */
/*
 * Elo ratings: see rating.h for the rule and its source.
 */
#include "db/rating.h"

#include <math.h>

#define DIFFERENCE_MAX 400

int rating_points(const struct store_rating *rating)
{
    return rating->games > 0 ? rating->points : RATING_START;
}

int rating_k_factor(const struct store_rating *rating)
{
    if (rating->games > 0 && rating->peak >= RATING_MASTER)
        return 10;
    return rating->games < RATING_NEWCOMER_GAMES ? 40 : 20;
}

int rating_change(int own, int opponent, int k_factor, enum rating_score score)
{
    int difference = own - opponent;
    if (difference > DIFFERENCE_MAX)
        difference = DIFFERENCE_MAX;
    if (difference < -DIFFERENCE_MAX)
        difference = -DIFFERENCE_MAX;
    double expected = 1.0 / (1.0 + pow(10.0, -difference / 400.0));
    /* round() takes halves away from zero. */
    return (int)round(k_factor * ((int)score / 2.0 - expected));
}

struct store_change rating_after_game(const struct store_rating *rating,
                                      const struct store_rating *opponent, enum rating_score score,
                                      int month)
{
    int before = rating_points(rating);
    int after = before;
    bool is_first = rating->games == 0;
    if (score != RATING_DRAWN)
        after += rating_change(before, rating_points(opponent), rating_k_factor(rating), score);
    if (after < RATING_FLOOR)
        after = RATING_FLOOR;
    int peak = is_first ? RATING_START : rating->peak;
    return (struct store_change){
        .before = before,
        .after = {.variant = rating->variant,
                  .points = after,
                  .peak = after > peak ? after : peak,
                  .games = rating->games + 1,
                  .since_month = is_first ? month : rating->since_month,
                  .active_months = is_first ? 0 : rating->active_months,
                  .opponents = is_first ? 0 : rating->opponents,
                  .established_ms = is_first ? 0 : rating->established_ms},
    };
}

enum rating_score rating_score_of(enum result result, int seat)
{
    enum score score = score_of_seat(result, seat);
    if (score == SCORE_DRAWN)
        return RATING_DRAWN;
    return score == SCORE_WON ? RATING_WON : RATING_LOST;
}
