/* SPDX-License-Identifier: MIT */
/*
 * The steady clock: monotonic time without that in which the server itself stood still. A process
 * that is stopped, a container or a machine that is paused, and a turn of the loop that takes too
 * long look alike: more time has passed than the loop meant to wait. Nobody can have been heard in
 * it, so it is nobody's. Plain values; the caller says what time it is.
 */
#ifndef PENTAD_SERVER_SHELL_STEADY_H
#define PENTAD_SERVER_SHELL_STEADY_H

#include <stdint.h>

/* Less is the machine's unrest, which players share with the server: it counts. */
#define STEADY_SLACK_MS 100
/* The loop waits no longer than this at once, so that it knows how long it stood: while somebody is
 * connected, and otherwise. */
#define STEADY_TICK_MS 50
#define STEADY_TICK_ALONE_MS 1000

struct steady {
    int64_t seen_ms;  /* the monotonic time when it was looked at last */
    int64_t asked_ms; /* for so long the loop meant to wait from then on */
    int64_t stood_ms; /* in all */
};

/* The loop goes to wait for events, for `asked_ms` at the most, as long as nothing comes. */
void steady_wait(struct steady *steady, int64_t mono_ms, int64_t asked_ms);
/* The clock's time at `mono_ms`, which is not before any that it was told. */
int64_t steady_ms(struct steady *steady, int64_t mono_ms);

#endif
