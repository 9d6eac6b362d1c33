/* SPDX-License-Identifier: MIT */
/*
 * Ids of players, games and rooms, which grow with time, and those of computers.
 *
 * Computers as players. Each level of each row of brain/computers.def is a player of its own, with
 * an id and a name that follow from the key and the level: nobody has to remember who is whom, and
 * a history says whom somebody played. Such an id is below any that time gives, and
 * the name has a character that no name of people has. (docs/adr/0049-computers-at-a-table.md)
 */
#ifndef PENTAD_SERVER_CORE_IDS_H
#define PENTAD_SERVER_CORE_IDS_H

#include "brain/computer.h"
#include "proto/id.h"

#include <stdint.h>

#define COMPUTER_NAME_SIZE 32
#define COMPUTER_LEVELS_MAX 63 /* that an id has room for */

/* The id of the player; `level` is one that the computer has. */
uint64_t computer_player_id(const struct computer *computer, unsigned level);
/* Whose id it is, and the level; NULL: not a computer's. */
const struct computer *computer_of_player(uint64_t player, unsigned *level_out);
/* "random:1" */
void computer_player_name(const struct computer *computer, unsigned level,
                          char name_out[COMPUTER_NAME_SIZE]);

/* ------------------------------------------------------------------ ids */
/*
 * Ids of players, games, rooms and whatever else has one, and of what they are made. From the
 * highest bits: the time, which makes them grow with it and keeps the store's indexes compact; a
 * count within a millisecond; and the node that made them, so that nodes need not ask one another.
 * Ids that were made before there were bits for nodes have any value there, and stay what they are:
 * nothing takes an id apart.
 */

#define ID_CLOCK_BITS 42   /* milliseconds since 2020: until 2159 */
#define ID_COUNTER_BITS 10 /* more in a millisecond go on in the next */
#define ID_NODE_BITS 8     /* 0 today: there is one node */

_Static_assert(((UINT64_C(1) << (ID_CLOCK_BITS + ID_COUNTER_BITS + ID_NODE_BITS)) - 1) == ID_MAX,
               "an id is 12 characters of 5 bits");

/* A new id, larger than `*last`, which becomes it. `wall_ms` is the time now. */
uint64_t ids_next(uint64_t *last, int64_t wall_ms);

#endif
