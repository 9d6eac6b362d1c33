/* SPDX-License-Identifier: MIT */
/*
 * Ids of players, games and rooms, which grow with time, and those of computers.
 *
 * Computers as players. Each level of each row of brain/computers.def is a player of its own, with
 * an id and a name that follow from the key and the level: no table of them is needed, and a
 * history shows which one somebody played. Such an id is below any that is made from the time, and
 * the name has a character that no person's name has. (docs/adr/0049-computers-at-a-table.md)
 */
#ifndef PENTAD_SERVER_CORE_IDS_H
#define PENTAD_SERVER_CORE_IDS_H

#include "brain/computer.h"
#include "proto/id.h"

#include <stdint.h>

#define COMPUTER_NAME_SIZE 32
#define COMPUTER_LEVELS_MAX 63 /* an id has room for these */

/* The player's id; the computer has the level `level`. */
uint64_t computer_player_id(const struct computer *computer, unsigned level);
/* The computer with this player's id, and its level; NULL: the player is a person. */
const struct computer *computer_of_player(uint64_t player, unsigned *level_out);
/* "random:1" */
void computer_player_name(const struct computer *computer, unsigned level,
                          char name_out[COMPUTER_NAME_SIZE]);

/* ------------------------------------------------------------------ ids */
/*
 * Ids of players, games, rooms and all else that has one. From the highest bits down an id has the
 * time, which makes ids grow and keeps the store's indexes compact; a count within a millisecond;
 * and the node that made it, so that nodes need not ask one another. Older ids, made before there
 * were bits for nodes, have any value there and stay valid: nothing takes an id apart.
 */

#define ID_CLOCK_BITS 42   /* milliseconds since 2020: until 2159 */
#define ID_COUNTER_BITS 10 /* more in a millisecond go on in the next */
#define ID_NODE_BITS 8     /* 0 today: there is one node */

_Static_assert(((UINT64_C(1) << (ID_CLOCK_BITS + ID_COUNTER_BITS + ID_NODE_BITS)) - 1) == ID_MAX,
               "an id is 12 characters of 5 bits");

/* A new id, larger than `*last`, which becomes it. `wall_ms` is the time now. */
uint64_t ids_next(uint64_t *last, int64_t wall_ms);

#endif
