/* SPDX-License-Identifier: MIT */
/*
 * Pauses before connecting again: they double up to a limit, each moved a little
 * by chance so that a thousand clients of a restarted server do not come back at once. Pure.
 *
 * Players whose clock runs in real time have a lower limit: the server's clock does not wait for
 * their pauses. If ten thousand of them have lost a server, 3,300 try in a second, spread evenly.
 * While it is down its machine alone refuses them. When it is back all come within 4 s, one attempt
 * and one login by a token each; after a restart of less than two seconds, where the first pauses
 * count, they come faster. A server that is too busy says so and for how long, and that is waited
 * for, whatever the limit (session_broken()); what comes from one address is bounded by it in any
 * case (`cost_connect`).
 */
#ifndef PENTAD_CLIENT_CORE_BACKOFF_H
#define PENTAD_CLIENT_CORE_BACKOFF_H

#include <stdint.h>

#define BACKOFF_FIRST_MS 500
#define BACKOFF_LAST_MS 30000
#define BACKOFF_LAST_URGENT_MS 3000

/* The pause before attempt number `attempt` (from 0), between 3/4 and 5/4 of its nominal length,
 * which is at most `last_ms`; `random` is any number, the same one gives the same pause. */
int64_t backoff_pause_ms(uint32_t attempt, int64_t last_ms, uint32_t random);

#endif
