/* SPDX-License-Identifier: MIT */
/*
 * Growing pauses, as client/core/backoff.h describes them. No state, no clock, no randomness of its
 * own.
 */
#include "client/core/backoff.h"

int64_t backoff_pause_ms(uint32_t attempt, int64_t last_ms, uint32_t random)
{
    int64_t nominal = BACKOFF_FIRST_MS;
    for (uint32_t i = 0; i < attempt && nominal < last_ms; i++)
        nominal *= 2;
    if (nominal > last_ms)
        nominal = last_ms;
    return nominal * 3 / 4 + (int64_t)random % (nominal / 2 + 1);
}
