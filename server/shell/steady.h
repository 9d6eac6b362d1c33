/* SPDX-License-Identifier: MIT */
/*
 * The steady clock: monotonic time without standstills of the server itself. A stopped process, a
 * paused container or machine, and a turn of the loop that takes too long look alike: more time has
 * passed than the loop meant to wait. Nobody can have been heard in that time, so it counts for
 * nobody. Plain values; the caller gives the time.
 */
#ifndef PENTAD_SERVER_SHELL_STEADY_H
#define PENTAD_SERVER_SHELL_STEADY_H

#include <stdint.h>

/* A shorter delay is no standstill and counts: busy machines always have some. */
#define STEADY_SLACK_MS 100
/* The longest that the loop waits at once, so that it knows how long it stood: while somebody is
 * connected, and otherwise. */
#define STEADY_TICK_MS 50
#define STEADY_TICK_ALONE_MS 1000

struct steady {
    int64_t seen_ms;  /* the monotonic time of the last look */
    int64_t asked_ms; /* the time that the loop meant to wait from then on */
    int64_t stood_ms; /* in all */
};

/* The loop is about to wait for events, for at most `asked_ms`. */
void steady_wait(struct steady *steady, int64_t mono_ms, int64_t asked_ms);
/* The clock's time at `mono_ms`, which is not before any earlier one. */
int64_t steady_ms(struct steady *steady, int64_t mono_ms);

#endif
