/* SPDX-License-Identifier: MIT */
/*
 * The time of each action of a game, for files: what it took, and what its player had left. Pure
 * functions of a match.
 */
#ifndef PENTAD_SERVER_CORE_EXPORT_TIMES_H
#define PENTAD_SERVER_CORE_EXPORT_TIMES_H

#include "server/core/state.h"

/* Negative where it is not known. */
struct export_times {
    int64_t spent_ms[GAME_ACTIONS_MAX];
    int64_t left_ms[GAME_ACTIONS_MAX];
};

/* Works out the time that was left from that which was spent. Where moves were taken back or time
 * was given, that does not lead to the clocks that the game ended with; then it is not known. */
void export_times_read(const struct match *match, struct export_times *out);

#endif
