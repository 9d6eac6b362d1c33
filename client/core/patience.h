/* SPDX-License-Identifier: MIT */
/*
 * Private to client/core/. How long a session waits for the other end of its connection before it
 * doubts it, tries it, and gives it up. A plain value; times are of the session's clock.
 */
#ifndef PENTAD_CLIENT_CORE_PATIENCE_H
#define PENTAD_CLIENT_CORE_PATIENCE_H

#include <stdbool.h>
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

#endif
