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

#include <stdint.h>

#define RATING_START 1500
#define RATING_FLOOR STORE_POINTS_FLOOR
#define RATING_MASTER 2400       /* once reached, K is 10 for good */
#define RATING_NEWCOMER_GAMES 30 /* rated games with K 40 */

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
 * no points. Does not know that ratings may be provisional (db/rating.h). */
struct store_change rating_after_game(const struct store_rating *rating,
                                      const struct store_rating *opponent, enum rating_score score,
                                      int month);
/* The score of the player at `seat` in a game with a result. */
enum rating_score rating_score_of(enum result result, int seat);

/* ------------------------------------------------------------------ provisional ratings */
/*
 * The rule of provisional ratings, for the databases that apply it and for tests. A rating is
 * provisional until it has enough games with a result against enough different opponents that
 * count, and established for good from then on. Provisional opponents move an established rating by
 * few points a day. Pure functions of values; struct store_rating_terms has the numbers.
 */

/* True if a player's next game is one with a provisional rating. `rating` has no games if there is
 * none yet. If the terms ask for no games, no rating is provisional. */
bool provisional_is(const struct store_rating *rating, const struct store_rating_terms *terms);

/* True if two players count for each other: they do not while they have a common origin and one of
 * their accounts is young. `younger_ms` is when the younger account was made. */
bool provisional_counts(const struct store_rating_terms *terms, bool is_common_origin,
                        int64_t younger_ms, int64_t now_ms);

/* Establishes the rating after a game that ended at `ended_ms`, if it has what the terms ask for.
 * Its games and opponents already include this one. */
void provisional_settle(struct store_rating *rating, const struct store_rating_terms *terms,
                        int64_t ended_ms);

/* Makes the rating provisional again after games of it were annulled, if it has not enough left. If
 * the terms ask for no games, it stays as it is. */
void provisional_unsettle(struct store_rating *rating, const struct store_rating_terms *terms);

/* Keeps the change of an established rating by a provisional opponent within the terms: such
 * opponents have moved `moved` points within STORE_PROVISIONAL_MS. Never turns a gain into a loss.
 * Puts what it takes away into `cut`. `before` is the rating before the game. */
void provisional_cut(struct store_change *change, const struct store_rating *before,
                     const struct store_rating_terms *terms, int64_t moved);

/* Games and opponents still to go. One game if the rating has what it needs, but has had no game
 * since the terms became milder. */
struct provisional_rest {
    int64_t games;
    int64_t opponents;
};
struct provisional_rest provisional_rest(const struct store_rating *rating,
                                         const struct store_rating_terms *terms);

/* ------------------------------------------------------------------ listed points */
/*
 * The rule of listed points, for the databases that apply it and for tests. Leaderboards are by
 * listed points. What was won from an opponent for whom nothing vouches is held for STORE_HELD_MS:
 * during that time it lists nobody above a mark. Points, the ledger and K take no account of it.
 * Pure functions of values; struct store_rating_terms has the numbers (docs/adr/0068).
 */

/* The points that place a rating on its leaderboard. `mark` 0: all of them. The statements have the
 * same formula (LISTED). */
int listed_points(int points, int64_t held, int mark);

/* Facts of a game that can vouch for a win in it. */
struct listed_game {
    enum variant_id variant;
    uint32_t plies;
    int64_t started_ms;
    int64_t ended_ms;
    int64_t opponent_ms; /* when the account of the loser was made */
};

/* True if the loser's account is old enough, and the game was neither too quick nor the shortest
 * possible. */
bool listed_is_vouched(const struct store_rating_terms *terms, const struct listed_game *game);

/* The part of the points moved by a game that is held: all that was won if nothing vouches for it,
 * else what was won from points that are themselves held. `own` and `other` are the winner's and
 * the loser's ratings before the game, with their listed points; the changes say what the game did
 * to them. */
struct listed_side {
    const struct store_rating *rating;
    const struct store_change *change;
};
int listed_held(const struct listed_side *own, const struct listed_side *other, bool is_vouched);

/* ------------------------------------------------------------------ streaks */
/*
 * Private to db/. A player's form in a variant: streaks and the best win, as a function of the
 * games in the order in which they ended. Every back-end and the check of a file use this one.
 */

/* A game that ended, as one of its players saw it. */
struct form_game {
    uint64_t id;
    enum score score;
    int opponent_points; /* before the game, 0 where it moved no rating */
};

/* The stones of a seat, given the first player's. */
enum mark form__mark(enum mark first_mark, int seat);

/* Adds the next game that has ended. Games without a result change nothing. */
void form__add(struct store_form *form, const struct form_game *game);

/* ------------------------------------------------------------------ pages of a leaderboard */
/*
 * Private to db/. The part of a leaderboard "around a player", the same in every back-end.
 */

/* The number of lines before a page of `limit` lines that has the line after `position` others in
 * its middle. At either end of the `total` lines the page moves so that it is full. */
uint64_t page__start(uint64_t position, uint64_t total, uint32_t limit);

#endif
