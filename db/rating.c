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

/* ------------------------------------------------------------------ provisional ratings */

bool provisional_is(const struct store_rating *rating, const struct store_rating_terms *terms)
{
    return terms->games > 0 && (rating->games == 0 || rating->established_ms == 0);
}

bool provisional_counts(const struct store_rating_terms *terms, bool is_common_origin,
                        int64_t younger_ms, int64_t now_ms)
{
    return !is_common_origin || terms->related_ms == 0 || younger_ms <= now_ms - terms->related_ms;
}

void provisional_settle(struct store_rating *rating, const struct store_rating_terms *terms,
                        int64_t ended_ms)
{
    bool has_both = rating->games >= terms->games && rating->opponents >= terms->opponents;
    if (rating->established_ms == 0 && (terms->games == 0 || has_both))
        rating->established_ms = ended_ms > 0 ? ended_ms : 1; /* 0 says that it is not */
}

void provisional_unsettle(struct store_rating *rating, const struct store_rating_terms *terms)
{
    bool has_both = rating->games >= terms->games && rating->opponents >= terms->opponents;
    if (terms->games > 0 && !has_both)
        rating->established_ms = 0;
}

static int64_t clamp(int64_t value, int64_t least, int64_t most)
{
    if (value < least)
        return least;
    return value > most ? most : value;
}

void provisional_cut(struct store_change *change, const struct store_rating *before,
                     const struct store_rating_terms *terms, int64_t moved)
{
    int by = change->after.points - change->before;
    int64_t least = clamp(-(int64_t)terms->points - moved, by < 0 ? by : 0, 0);
    int64_t most = clamp((int64_t)terms->points - moved, 0, by > 0 ? by : 0);
    int kept = (int)clamp(by, least, most);
    change->cut = by - kept;
    change->after.points = change->before + kept;
    change->after.peak = change->after.points > before->peak ? change->after.points : before->peak;
}

struct provisional_rest provisional_rest(const struct store_rating *rating,
                                         const struct store_rating_terms *terms)
{
    struct provisional_rest rest = {
        clamp(terms->games - rating->games, 0, terms->games),
        clamp(terms->opponents - rating->opponents, 0, terms->opponents)};
    if (rest.games == 0 && rest.opponents == 0)
        rest.games = 1;
    return rest;
}

/* ------------------------------------------------------------------ listed points */

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

/* ------------------------------------------------------------------ streaks */

enum mark form__mark(enum mark first_mark, int seat)
{
    if (first_mark == MARK_NONE || seat == SEAT_FIRST)
        return first_mark;
    return first_mark == MARK_X ? MARK_O : MARK_X;
}

static void streak_add(bool goes_on, int64_t *now, int64_t *longest)
{
    *now = goes_on ? *now + 1 : 0;
    if (*now > *longest)
        *longest = *now;
}

static void streaks_add(struct store_form *form, enum score score)
{
    if (score == SCORE_VOID)
        return;
    streak_add(score == SCORE_WON, &form->winning, &form->longest_winning);
    streak_add(score != SCORE_LOST, &form->unbeaten, &form->longest_unbeaten);
}

/* Of two that are as strong, the one with the smaller id. */
static bool is_better(const struct store_form *form, const struct form_game *game)
{
    if (game->opponent_points != form->best_points)
        return game->opponent_points > form->best_points;
    return game->opponent_points > 0 && game->id < form->best_game;
}

void form__add(struct store_form *form, const struct form_game *game)
{
    streaks_add(form, game->score);
    if (game->score != SCORE_WON || !is_better(form, game))
        return;
    form->best_points = game->opponent_points;
    form->best_game = game->id;
}

/* ------------------------------------------------------------------ pages of a leaderboard */

uint64_t page__start(uint64_t position, uint64_t total, uint32_t limit)
{
    uint64_t above = limit / 2;
    uint64_t start = position > above ? position - above : 0;
    uint64_t last_start = total > limit ? total - limit : 0;
    return start < last_start ? start : last_start;
}
