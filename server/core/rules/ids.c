/* SPDX-License-Identifier: MIT */
/*
 * Ids; those of computers have a number of eleven bits for the key, followed by the level. A test
 * makes sure that no two rows share a number (test_computer_id.c): a new row whose key collides
 * needs another key.
 */
#include "server/core/rules/ids.h"

#include <stdio.h>

#define LEVEL_BITS 6
#define KEY_BITS 11
#define FNV_BASIS UINT32_C(0x811c9dc5)
#define FNV_PRIME UINT32_C(0x01000193)

_Static_assert(COMPUTER_LEVELS_MAX == (1 << LEVEL_BITS) - 1, "a level has its bits");

/* From 1 to 2^11. */
static uint64_t number_of(const char *key)
{
    uint32_t hash = FNV_BASIS;
    for (const char *at = key; *at != '\0'; at++)
        hash = (hash ^ (uint8_t)*at) * FNV_PRIME;
    return 1 + (hash >> (32 - KEY_BITS));
}

uint64_t computer_player_id(const struct computer *computer, unsigned level)
{
    return number_of(computer->key) << LEVEL_BITS | level;
}

const struct computer *computer_of_player(uint64_t player, unsigned *level_out)
{
    uint64_t level = player & COMPUTER_LEVELS_MAX;
    if (player >> (KEY_BITS + LEVEL_BITS + 1) != 0)
        return NULL;
    for (int id = 0; id < COMPUTER_COUNT; id++) {
        const struct computer *computer = computer_get((enum computer_id)id);
        if (player >> LEVEL_BITS != number_of(computer->key))
            continue;
        *level_out = (unsigned)level;
        return level >= 1 && level <= computer->levels ? computer : NULL;
    }
    return NULL;
}

void computer_player_name(const struct computer *computer, unsigned level,
                          char name_out[COMPUTER_NAME_SIZE])
{
    snprintf(name_out, COMPUTER_NAME_SIZE, "%s:%u", computer->key, level);
}

/* ------------------------------------------------------------------ ids */

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
