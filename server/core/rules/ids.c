/* SPDX-License-Identifier: MIT */
/*
 * Ids grow with time and never repeat, whatever the clock does.
 */
#include "server/core/rules/ids.h"

#define ID_EPOCH_MS INT64_C(1577836800000) /* 2020-01-01T00:00:00Z */
/* A clock that is further ahead is wrong (it is 2159 then), and the bits would not suffice. */
#define ID_CLOCK_MAX_MS ((INT64_C(1) << ID_CLOCK_BITS) - 1)
/* The distance of two ids of one node. */
#define ID_STEP (UINT64_C(1) << ID_NODE_BITS)

/* The next id of node 0 behind any id. */
static uint64_t behind(uint64_t id)
{
    return (id | (ID_STEP - 1)) + 1;
}

uint64_t ids_next(uint64_t *last, int64_t wall_ms)
{
    int64_t since_epoch_ms = wall_ms - ID_EPOCH_MS;
    uint64_t from_clock = ID_STEP;
    if (since_epoch_ms > 0 && since_epoch_ms < ID_CLOCK_MAX_MS)
        from_clock = (uint64_t)since_epoch_ms << (ID_COUNTER_BITS + ID_NODE_BITS);
    *last = from_clock > *last ? from_clock : behind(*last);
    return *last;
}
