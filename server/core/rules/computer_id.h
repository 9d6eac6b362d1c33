/* SPDX-License-Identifier: MIT */
/*
 * Computers as players. Each level of each row of brain/computers.def is a player of its own, with
 * an id and a name that follow from the key and the level: nobody has to remember who is whom, and
 * a history says whom somebody played. Such an id is below any that time gives (ids.h), and the
 * name has a character that no name of people has. (docs/adr/0049-computers-at-a-table.md)
 */
#ifndef PENTAD_SERVER_CORE_COMPUTER_ID_H
#define PENTAD_SERVER_CORE_COMPUTER_ID_H

#include "brain/computer.h"

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

#endif
