/* SPDX-License-Identifier: MIT */
/*
 * The end of a match: the outcome, and the one operation that stores it. The store works out its
 * effect on ratings.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_END_H
#define PENTAD_SERVER_CORE_MATCH_END_H

#include "base/decimal.h"
#include "server/core/state.h"

/* Ends the game without a result, because a moderator closes the room. */
void match_close(struct core *core, struct room *room);
/* Listens to GAME_RATED: fills in the figures of the held end of the game, and gives its players
 * their points. */
void match_game_rated(struct core *core, const struct store_op *op);
/* Listens to GAMES_ANNULLED: marks the games in memory as annulled. */
void match_games_annulled(struct core *core, const struct store_annulment *annulled);
/* True if the match is over, and its effect on ratings is not known yet. */
bool match_is_settling(const struct match *match);
/* The batch with which it settles. */
uint64_t match_settles_with(const struct match *match);
/* The times and lags of the actions that stand. */
#define MATCH_TIMES_SIZE (GAME_ACTIONS_MAX * (DECIMAL_MAX + 1) + 1)
struct match_times {
    char spent[MATCH_TIMES_SIZE]; /* milliseconds of each, separated by spaces */
    char lags[MATCH_TIMES_SIZE];  /* the lag compensated in each; "" if none was */
    /* The plies of those that were made by plans; "" if none was. */
    char planned[MATCH_TIMES_SIZE];
};
/* Collects them from the log. */
void match_times(const struct match *match, struct match_times *times_out);
/* Ends the room's match: ratings, history, the event. */
void match__end(struct core *core, struct room *room, struct outcome outcome, enum seat fault);

#endif
