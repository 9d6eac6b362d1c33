/* SPDX-License-Identifier: MIT */
/*
 * The pools of quick pairing: who waits for the same, and which rooms do. In memory only; a room's
 * entry follows the room.
 */
#ifndef PENTAD_SERVER_CORE_POOL_H
#define PENTAD_SERVER_CORE_POOL_H

#include "server/core/state.h"
#include "server/core/table/room.h"

/* The pool of those who want to play by these terms. */
struct pool *pool_take(struct core *core, const struct room_terms *terms);
/* Forgets pools without anybody, but for the last ones that somebody used: they know how long one
 * waits there. */
void pools_trim(struct core *core);
void pools_free(struct core *core);

/* Whether an account waits there, and not guests alone. */
bool pool_has_account(const struct core *core, const struct pool *pool);
/* Whether anybody may take the free seat of the room, on terms that surprise nobody who waits: lots
 * decide who begins. */
bool pool_room_waits(const struct room *room);
/* The room with this id may wait now, or no more. Returns whether there is somebody for it. */
bool pool_room_changed(struct core *core, uint64_t id);

#endif
