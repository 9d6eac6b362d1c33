/* SPDX-License-Identifier: MIT */
/*
 * Lag: the way to a connection and back, from heartbeats that the client answers. A client can make
 * its lag look longer than it is, not shorter; what that gains is limited in match_turn.c. Players
 * at a clock that runs get heartbeats more often than others; nothing is done for other
 * connections.
 */
#ifndef PENTAD_SERVER_CORE_LAG_H
#define PENTAD_SERVER_CORE_LAG_H

#include "server/core/state.h"

/* More is not told apart. */
#define LAG_MAX_MS 60000
/* Tables are told of a player's lag when it changed by so much and by half, and not more often. */
#define LAG_STEP_MS 50
#define LAG_TELL_MS 10000

/* Sends a heartbeat with the next number. */
void lag_beat(struct core *core, struct conn *conn);
/* The client answered heartbeat `n`. Only the answer to the last one counts, once. */
void lag_answered(struct core *core, struct conn *conn, int64_t n);
/* In ms; NONE where it is not known. A player's is that of the best connection. */
int64_t lag_of_conn(const struct conn *conn);
int64_t lag_of_player(const struct player *player);

/* A game with a clock that runs may have begun here, or is not over after all: its players are
 * measured at once. */
void lag_measure_room(struct core *core, const struct room *room);
/* The connection is a player's now: it is measured soon, if he plays such a game. */
void lag_measure_conn(struct core *core, struct conn *conn);
/* The connection is nobody's. */
void lag_forget(struct core *core, struct conn *conn);

/* Heartbeats to those who are measured. */
void lags_tick(struct core *core);
int64_t lags_next_ms(const struct core *core);

#endif
