/* SPDX-License-Identifier: MIT */
/*
 * Players in memory: those who are connected or sit in a room. Everybody else is only in the store.
 */
#ifndef PENTAD_SERVER_CORE_PLAYER_H
#define PENTAD_SERVER_CORE_PLAYER_H

#include "server/core/state.h"

struct player *player_find(struct core *core, uint64_t id);
/* The player in memory, made from what the store said if not there yet: memory is never older, and
 * what the store said is not outdated (fines_is_outdated). */
struct player *player_take(struct core *core, const struct store_player *stored);

void player_connect(struct core *core, struct player *player, struct conn *conn);
void player_disconnect(struct core *core, struct conn *conn);
bool player_is_connected(const struct player *player);

/* A guest registered, and the store has it. */
void player_register(struct core *core, struct player *player, const char *name);

/* Remembers the state before a change (writes_touch). */
void player_touch(struct core *core, struct player *player);

/* The player's points in a variant, NONE for guests and before the first rated game. */
int64_t player_points(const struct player *player, enum variant_id variant);

/* Forgets the player as soon as nothing needs it. */
void player_recheck(struct core *core, struct player *player);
void players_free(struct core *core);

#endif
