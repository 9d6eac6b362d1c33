/* SPDX-License-Identifier: MIT */
/*
 * Private to client/core/. The times that a session waits for the other end of its connection
 * before it doubts it, tries it, and gives it up; and then before it connects again. A plain value;
 * times are of the session's clock.
 */
#ifndef PENTAD_CLIENT_CORE_PATIENCE_H
#define PENTAD_CLIENT_CORE_PATIENCE_H

#include <stdint.h>

/* The time for an answer. Answers take milliseconds, over bad lines a second: after three seconds a
 * player whose clock runs should know that something is wrong. */
#define PATIENCE_ANSWER_MS 3000
/* The time for an answer to a ping. TCP repeats a lost packet after 0.2, 0.6, 1.4 and 3 s; after a
 * longer silence a new connection is quicker. */
#define PATIENCE_PING_MS 5000
/* The delay that a regular message may have. */
#define PATIENCE_LATE_MS 1000

struct patience {
    int64_t beat_ms;      /* between the last two heartbeats that measured the lag */
    int64_t last_beat_ms; /* when the last of them came; 0: none has */
    int64_t answered_ms;  /* when the last answer came, or a part of one */
    int64_t silent_ms;    /* since when the other end counts as silent; 0: it does not */
};

/* A connection begins, on which something comes every `heartbeat_ms`. */
void patience_begin(struct patience *patience, int64_t heartbeat_ms, int64_t now_ms);
/* A heartbeat that asks for an answer came: these come more often while a clock runs. */
void patience_take_beat(struct patience *patience, int64_t heartbeat_ms, int64_t now_ms);
/* An answer came, or a part of one. */
void patience_take_answer(struct patience *patience, int64_t now_ms);

/* The time at which a ping is due, because nothing has come since `last_in_ms`. */
int64_t patience_ping_at_ms(const struct patience *patience, int64_t last_in_ms);
/* The time at which the other end counts as silent, if the oldest unanswered request was sent at
 * `sent_ms` (INT64_MAX: there is none). */
int64_t patience_silent_at_ms(const struct patience *patience, int64_t sent_ms);
/* The time at which a silent connection is given up; INT64_MAX while it is not silent. */
int64_t patience_ends_ms(const struct patience *patience);

/* The pause before attempt number `attempt` (from 0) to connect again, between 3/4 and 5/4 of its
 * nominal length, which is at most `last_ms`; the same `random` gives the same pause. Pauses double
 * up to that limit, each varied by chance so that a thousand clients of a restarted server do not
 * come back at once.
 *
 * Players whose clock runs in real time have a lower limit: the server's clock does not wait for
 * their pauses. If ten thousand of them have lost a server, 3,300 try in a second, spread evenly.
 * While the server is down the system of its machine refuses them. When it is back all come within
 * 4 s, with one attempt and one login by token each; after a restart of less than two seconds,
 * during the first pauses, they come faster. A server that is too busy says for how long, and
 * clients wait for that whatever the limit (session_broken()); the server limits what comes from
 * one address in any case (`cost_connect`). */
#define PATIENCE_PAUSE_MS 500
#define PATIENCE_PAUSE_LAST_MS 30000
#define PATIENCE_PAUSE_URGENT_MS 3000
int64_t patience_pause_ms(uint32_t attempt, int64_t last_ms, uint32_t random);

#endif
