/* SPDX-License-Identifier: MIT */
/*
 * The rule of ratings, for the databases that apply it and for tests: Elo as FIDE uses it (Handbook
 * B.02, section 8: K of 40, 20 and 10, the difference counted as at most 400 points, half points
 * rounded away from zero), with the logistic curve 1 / (1 + 10^(-d/400)) for the expected score.
 * Pure functions of values.
 */
#ifndef PENTAD_DB_RATING_H
#define PENTAD_DB_RATING_H

#include "db/store.h"

#define RATING_START 1500
#define RATING_FLOOR STORE_POINTS_FLOOR
#define RATING_MASTER 2400       /* once reached, K is 10 for good */
#define RATING_NEWCOMER_GAMES 30 /* so many rated games with K 40 */

/* Twice the score of one player, so that it is a whole number. */
enum rating_score {
    RATING_LOST = 0,
    RATING_DRAWN = 1,
    RATING_WON = 2,
};

/* The points that a player has: RATING_START before the first rated game. */
int rating_points(const struct store_rating *rating);

/* K for the player's next game. */
int rating_k_factor(const struct store_rating *rating);

/* The change of points of a player with `own` points against `opponent`: K * (S - E), rounded.
 * Does not know the floor. */
int rating_change(int own, int opponent, int k_factor, enum rating_score score);

/* The change of `rating` by one rated game that ended in `month`. A draw counts as a game and moves
 * no points. Does not know that ratings may be provisional (db/provisional.h). */
struct store_change rating_after_game(const struct store_rating *rating,
                                      const struct store_rating *opponent, enum rating_score score,
                                      int month);
/* The score of the player at `seat` in a game with a result. */
enum rating_score rating_score_of(enum result result, int seat);

#endif
