/* SPDX-License-Identifier: MIT */
/*
 * Sitters: the rooms in which each player sits, and those in which a seat is kept for the player. A
 * room and its players know each other by their ids; a player who has a seat stays in memory.
 */
#ifndef PENTAD_SERVER_CORE_SITTER_H
#define PENTAD_SERVER_CORE_SITTER_H

#include "server/core/core.h"

struct player;
struct room;

/* The room at place `at` (from 0) of those where the player sits, in the order of sitting down;
 * NULL behind the last one. */
struct room *sitter_room(const struct core *core, uint64_t player, size_t at);
size_t sitter_room_count(const struct core *core, uint64_t player);
/* The same of those where a seat is kept for the player. */
struct room *sitter_invitation(const struct core *core, uint64_t player, size_t at);
size_t sitter_invitation_count(const struct core *core, uint64_t player);

/* The player who sits at the seat; NULL: nobody who is in memory. */
struct player *room_player(const struct core *core, const struct room *room, int seat);
/* The player for whom the free seat is kept; NULL: nobody. */
struct player *room_invited_player(const struct core *core, const struct room *room);

/* ------------------------------------------------------------------ for the room */

/* Makes `*listed`, the player in whose list the room is, the one with the id `player`, if that one
 * is in memory, and else 0. Returns whether it is another one now. */
bool sitter__list(struct core *core, const struct room *room, uint64_t *listed, uint64_t player);
bool sitter__list_invited(struct core *core, const struct room *room, uint64_t *listed,
                          uint64_t player);

#endif
