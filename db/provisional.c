/* SPDX-License-Identifier: MIT */
/*
 * Provisional ratings: see provisional.h for the rule.
 */
#include "db/provisional.h"

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
