/* SPDX-License-Identifier: MIT */
/*
 * The rule of listed points, for the databases that apply it and for tests. Leaderboards are by
 * listed points. What was won from an opponent for whom nothing vouches is held for STORE_HELD_MS:
 * so long it lists nobody above a mark. Points, the ledger and K know nothing of it. Pure functions
 * of values; struct store_rating_terms has the numbers (docs/adr/0068).
 */
#ifndef PENTAD_DB_LISTED_H
#define PENTAD_DB_LISTED_H

#include "db/store.h"

/* The points by which a rating stands on its leaderboard. `mark` 0: all of them. The statements
 * have the same formula (LISTED). */
int listed_points(int points, int64_t held, int mark);

/* Facts of a game that can vouch for a win in it. */
struct listed_game {
    enum variant_id variant;
    uint32_t plies;
    int64_t started_ms;
    int64_t ended_ms;
    int64_t opponent_ms; /* when the account of the loser was made */
};

/* Whether the loser's account is old enough, and the game was neither too quick nor the shortest
 * possible. */
bool listed_is_vouched(const struct store_rating_terms *terms, const struct listed_game *game);

/* How much of what a game moved is held: without somebody to vouch all that was won, else what was
 * won from points that are themselves held. `own` and `other` are the winner's and the loser's
 * ratings before the game, with their listed points; the changes have what came of them. */
struct listed_side {
    const struct store_rating *rating;
    const struct store_change *change;
};
int listed_held(const struct listed_side *own, const struct listed_side *other, bool is_vouched);

#endif
