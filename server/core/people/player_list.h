/* SPDX-License-Identifier: MIT */
/*
 * The ids of other players that a player picked: to block, or to follow. A list is in order, has
 * its full size from its first entry on, and belongs to the player. A change keeps the way back
 * after a failed commit; the write is its owner's.
 */
#ifndef PENTAD_SERVER_CORE_PLAYER_LIST_H
#define PENTAD_SERVER_CORE_PLAYER_LIST_H

#include "server/core/state.h"

struct writes_owner;

/* The list with these ids, which are in order; NULL if there are none. */
struct player_list *player_list_of(const uint64_t *ids, size_t count, size_t max);
/* `list` may be NULL, which is an empty one. */
bool player_list_has(const struct player_list *list, uint64_t id);
bool player_list_is_full(const struct player_list *list);

/* Adds an id that is not there to a list that is not full. `kind` and `owner` as for
 * writes_touch(). */
void player_list_add(struct core *core, struct player_list *list, uint64_t id,
                     const struct writes_owner *kind, void *owner);
/* Removes an id that is there. */
void player_list_remove(struct core *core, struct player_list *list, uint64_t id,
                        const struct writes_owner *kind, void *owner);
/* The list, made if there is none yet. */
struct player_list *player_list_own(struct player_list **list, size_t max);

#endif
