/* SPDX-License-Identifier: MIT */
/*
 * Ids: 42 bits of milliseconds since 2020 and 18 bits that count, so that they grow with time,
 * which keeps the store's indexes compact, and never repeat, whatever the clock does.
 */
#include "server/core/rules/ids.h"

#define ID_EPOCH_MS INT64_C(1577836800000) /* 2020-01-01T00:00:00Z */
#define ID_COUNTER_BITS 18
/* A clock that is further ahead is wrong (it is 2159 then), and the bits would not suffice. */
#define ID_CLOCK_MAX_MS ((INT64_C(1) << 42) - 1)

uint64_t ids_next(uint64_t *last, int64_t wall_ms)
{
    int64_t since_epoch_ms = wall_ms - ID_EPOCH_MS;
    uint64_t from_clock = 1;
    if (since_epoch_ms > 0 && since_epoch_ms < ID_CLOCK_MAX_MS)
        from_clock = (uint64_t)since_epoch_ms << ID_COUNTER_BITS;
    *last = from_clock > *last ? from_clock : *last + 1;
    return *last;
}
