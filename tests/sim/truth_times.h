/* SPDX-License-Identifier: MIT */
/*
 * The time that each action of a game took, worked out from its log.
 */
#ifndef PENTAD_TESTS_SIM_TRUTH_TIMES_H
#define PENTAD_TESTS_SIM_TRUTH_TIMES_H

#include "tests/sim/said.h"
#include "tests/sim/truth.h"

struct truth_times {
    char spent[GAME_ACTIONS_MAX * 12];  /* as the store and the wire have them */
    char lags[GAME_ACTIONS_MAX * 12];   /* "" where there was none */
    char planned[GAME_ACTIONS_MAX * 4]; /* the plies of those that were made by plans */
    int64_t last_ms;                    /* what the last turn had cost by then */
};

/* Of the actions that stood behind the first `count` entries of the log. */
void truth_times(const struct truth_game *game, uint32_t count, struct truth_times *out);
/* Compares a record of a game with that, and the event of an action. */
void said_times(struct link *link, const struct game_record *record, const struct truth_game *game);
void said_turn_took(struct link *link, const struct game_moved_event *moved);

#endif
