/* SPDX-License-Identifier: MIT */
/*
 * Ids of players, games, rooms and whatever else has one.
 */
#ifndef PENTAD_SERVER_CORE_IDS_H
#define PENTAD_SERVER_CORE_IDS_H

#include <stdint.h>

/* A new id, larger than `*last`, which becomes it. `wall_ms` is the time now. */
uint64_t ids_next(uint64_t *last, int64_t wall_ms);

#endif
