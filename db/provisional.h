/* SPDX-License-Identifier: MIT */
/*
 * The rule of provisional ratings, for the databases that apply it and for tests. A rating is
 * provisional until it has so many games with a result against so many different opponents that
 * count, and established for good from then on. Provisional opponents move an established rating
 * by few points a day. Pure functions of values; struct store_rating_terms has the numbers.
 */
#ifndef PENTAD_DB_PROVISIONAL_H
#define PENTAD_DB_PROVISIONAL_H

#include "db/store.h"

/* Whether a player's next game is one with a provisional rating. `rating` has no games if there is
 * none yet. Where the terms ask for no games nobody's is. */
bool provisional_is(const struct store_rating *rating, const struct store_rating_terms *terms);

/* Whether two players count for each other: a common origin vouches for nobody while one of the
 * accounts is young. `younger_ms` is when the younger one was made. */
bool provisional_counts(const struct store_rating_terms *terms, bool is_common_origin,
                        int64_t younger_ms, int64_t now_ms);

/* After a game that ended then: establishes the rating if it has what the terms ask for. Its games
 * and opponents have this one in them. */
void provisional_settle(struct store_rating *rating, const struct store_rating_terms *terms,
                        int64_t ended_ms);

/* After games of the rating were annulled: it is provisional again if it has not enough left. Where
 * the terms ask for no games it stays as it is. */
void provisional_unsettle(struct store_rating *rating, const struct store_rating_terms *terms);

/* Keeps the change of an established rating by a provisional opponent within the terms: `moved`
 * points were moved so within STORE_PROVISIONAL_MS. Never turns a gain into a loss. What it takes
 * is in `cut`. `before` is the rating before the game. */
void provisional_cut(struct store_change *change, const struct store_rating *before,
                     const struct store_rating_terms *terms, int64_t moved);

/* Games and opponents still to go. Of a rating that has what it needs, but no game since the terms
 * got milder, one game. */
struct provisional_rest {
    int64_t games;
    int64_t opponents;
};
struct provisional_rest provisional_rest(const struct store_rating *rating,
                                         const struct store_rating_terms *terms);

#endif
