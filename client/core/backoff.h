/* SPDX-License-Identifier: MIT */
/*
 * Pauses before connecting again: they double up to a limit, each moved a little
 * by chance so that a thousand clients of a restarted server do not come back at once. Pure.
 */
#ifndef PENTAD_CLIENT_CORE_BACKOFF_H
#define PENTAD_CLIENT_CORE_BACKOFF_H

#include <stdint.h>

#define BACKOFF_FIRST_MS 500
#define BACKOFF_LAST_MS 30000

/* The pause before attempt number `attempt` (from 0), between 3/4 and 5/4 of its nominal length;
 * `random` is any number, the same one gives the same pause. */
int64_t backoff_pause_ms(uint32_t attempt, uint32_t random);

#endif
