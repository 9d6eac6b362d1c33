/* SPDX-License-Identifier: MIT */
/*
 * What players use up, over all their connections and beyond them (proto/costs.def).
 */
#ifndef PENTAD_SERVER_CORE_SPENDING_H
#define PENTAD_SERVER_CORE_SPENDING_H

#include "proto/message.h"
#include "server/core/core.h"

struct player;

void spending_init(struct core *core);
void spending_deinit(struct core *core);

/* Goes on with what the player wrote before, also before a start of the server. */
void spending_take(struct core *core, const struct store_player *stored);
/* The player is about to be freed. */
void spending_forget(struct core *core, struct player *player);
/* Stores with the open batch what players have written: at the end of a turn. */
void spending_write(struct core *core);

/* How long the player has to wait until `units` may be used up, in ms; 0: now, and they are
 * counted. */
int64_t player_spend(struct core *core, uint64_t player, enum cost_word cost, int64_t units);
/* The same, and counts nothing. */
int64_t player_wait_ms(const struct core *core, uint64_t player, enum cost_word cost,
                       int64_t units);
/* Counts what was used up already. */
void player_take_from(struct core *core, uint64_t player, enum cost_word cost, int64_t units);
/* How long the connection's network has to wait until it may reach the receiver (a player or a
 * room, by its id) with one thing more, or all together do, in ms; 0: now, and it is counted. */
int64_t receiver_spend(struct core *core, uint64_t receiver, uint64_t conn);

#endif
