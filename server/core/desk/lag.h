/* SPDX-License-Identifier: MIT */
/*
 * Lag: the way to a connection and back, from heartbeats that the client answers: the least of the
 * last few. A client can make its lag look longer than it is, not shorter: so the system's own
 * measurement limits it, where there is one, and what is left to gain is limited in match_turn.c.
 * Players at a clock that runs get heartbeats more often than others; nothing is done for other
 * connections.
 */
#ifndef PENTAD_SERVER_CORE_LAG_H
#define PENTAD_SERVER_CORE_LAG_H

#include "server/core/core.h"

/* More is not told apart. */
#define LAG_MAX_MS 60000

/* A connection that has answered before, and not for so long when the next heartbeat is due, is
 * silent. Clients do not have to answer. */
#define LAG_SILENT_MS 4000

/* What a client may take to answer, beyond the way. */
#define LAG_CLIENT_MS 50

/* The client answered heartbeat `n`. Only the answer to the last one counts, once. */
void lag_answered(struct core *core, uint64_t conn, int64_t n);
/* In ms; NONE where it is not known. */
int64_t lag_of_conn(const struct core *core, uint64_t conn);

/* Measures the connection from now on, unless it is measured or ends: the first heartbeat follows
 * after lag_beat_ms, or at once. */
void lag_measure(struct core *core, uint64_t conn);
void lag_measure_now(struct core *core, uint64_t conn);

/* For the desk: sends a heartbeat with the next number. */
void lag_beat(struct core *core, struct conn *conn);
/* For the desk: the connection is nobody's. */
void lag_forget(struct core *core, struct conn *conn);

/* Each time a heartbeat is due its connection is not measured any more; LAG_DUE is raised, and who
 * listens calls lag_measure_now() if it goes on. */
void lags_tick(struct core *core);
int64_t lags_next_ms(const struct core *core);

#endif
