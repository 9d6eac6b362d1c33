/* SPDX-License-Identifier: MIT */
/*
 * The acts of computers at tables: they ask for thoughts, which are work of the shell, play what
 * comes of them, and answer offers. A thought is about one ply of one match; whatever comes of it
 * later, or of an older one, is not played.
 */
#ifndef PENTAD_SERVER_CORE_COMPUTERS_H
#define PENTAD_SERVER_CORE_COMPUTERS_H

#include "server/core/state.h"

struct computer;

/* The computer as a player in memory, who is stored with the open batch if need be. The caller
 * seats it in the same turn. */
struct player *computers_take(struct core *core, const struct computer *computer, unsigned level);
/* How many games in progress the player has against computers; and how many there are that began
 * from a network (desk/address.h). */
size_t computers_games_of(const struct core *core, const struct player *player);
size_t computers_games_from(const struct core *core, uint64_t customer);

/* Listens to WORK_TOLD: a computer thought about a move. */
void computers_work_told(struct core *core, const struct work_news *news);

void computers_tick(struct core *core);
int64_t computers_next_ms(const struct core *core);

#endif
