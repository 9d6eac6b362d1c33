/* SPDX-License-Identifier: MIT */
/*
 * Private to client/core/. How long a session waits for the other end of its connection before it
 * doubts it, tries it, and gives it up; and then before it comes again. A plain value; times are of
 * the session's clock.
 */
#ifndef PENTAD_CLIENT_CORE_PATIENCE_H
#define PENTAD_CLIENT_CORE_PATIENCE_H

#include <stdint.h>

/* Answers take milliseconds, over bad lines a second: after three somebody whose clock runs should
 * know that something is wrong. */
#define PATIENCE_ANSWER_MS 3000
/* A line that lost a packet repeats it after 0.2, 0.6, 1.4 and 3 s. One that is silent for so long
 * behind a ping is quicker made anew. */
#define PATIENCE_PING_MS 5000
/* The delay by which a message that comes regularly may be late. */
#define PATIENCE_LATE_MS 1000

struct patience {
    int64_t beat_ms;      /* between the last two heartbeats that measured the lag */
    int64_t last_beat_ms; /* when the last of them came; 0: none has */
    int64_t answered_ms;  /* when the last answer came, or a part of one */
    int64_t silent_ms;    /* when it was found out that the other end is silent; 0: it is not */
};

/* A connection begins, at which something comes every `heartbeat_ms`. */
void patience_begin(struct patience *patience, int64_t heartbeat_ms, int64_t now_ms);
/* A heartbeat came that wants to be answered: while a clock runs they come more often. */
void patience_take_beat(struct patience *patience, int64_t heartbeat_ms, int64_t now_ms);
/* An answer came, or a part of one. */
void patience_take_answer(struct patience *patience, int64_t now_ms);

/* The time for a ping because nothing has come since `last_in_ms`. */
int64_t patience_ping_at_ms(const struct patience *patience, int64_t last_in_ms);
/* The time to call the other end silent, if the oldest request without an answer was sent at
 * `sent_ms`; INT64_MAX: there is none. */
int64_t patience_silent_at_ms(const struct patience *patience, int64_t sent_ms);
/* The time to give a silent one up; INT64_MAX while it is not silent. */
int64_t patience_ends_ms(const struct patience *patience);

/* The pause before attempt number `attempt` (from 0) to connect again, between 3/4 and 5/4 of its
 * nominal length, which is at most `last_ms`; `random` is any number, the same one gives the same
 * pause. Pauses double up to that limit, each moved a little by chance so that a thousand clients
 * of a restarted server do not come back at once.
 *
 * Players whose clock runs in real time have a lower limit: the server's clock does not wait for
 * their pauses. If ten thousand of them have lost a server, 3,300 try in a second, spread evenly.
 * While it is down its machine alone refuses them. When it is back all come within 4 s, one attempt
 * and one login by a token each; after a restart of less than two seconds, where the first pauses
 * count, they come faster. A server that is too busy says so and for how long, and that is waited
 * for, whatever the limit (session_broken()); what comes from one address is bounded by it in any
 * case (`cost_connect`). */
#define PATIENCE_PAUSE_MS 500
#define PATIENCE_PAUSE_LAST_MS 30000
#define PATIENCE_PAUSE_URGENT_MS 3000
int64_t patience_pause_ms(uint32_t attempt, int64_t last_ms, uint32_t random);

#endif
