/* SPDX-License-Identifier: MIT */
/*
 * Ids of players, games, rooms and whatever else has one, and of what they are made. From the
 * highest bits: the time, which makes them grow with it and keeps the store's indexes compact; a
 * count within a millisecond; and the node that made them, so that nodes need not ask one another.
 * Ids that were made before there were bits for nodes have any value there, and stay what they are:
 * nothing takes an id apart.
 */
#ifndef PENTAD_SERVER_CORE_IDS_H
#define PENTAD_SERVER_CORE_IDS_H

#include "proto/id.h"

#include <stdint.h>

#define ID_CLOCK_BITS 42   /* milliseconds since 2020: until 2159 */
#define ID_COUNTER_BITS 10 /* more in a millisecond go on in the next */
#define ID_NODE_BITS 8     /* 0 today: there is one node */

_Static_assert(((UINT64_C(1) << (ID_CLOCK_BITS + ID_COUNTER_BITS + ID_NODE_BITS)) - 1) == ID_MAX,
               "an id is 12 characters of 5 bits");

/* A new id, larger than `*last`, which becomes it. `wall_ms` is the time now. */
uint64_t ids_next(uint64_t *last, int64_t wall_ms);

#endif
