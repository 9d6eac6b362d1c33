/* SPDX-License-Identifier: MIT */
/* Asks a computer with memory of its own, and boards that are no rows of the table of variants. */
#ifndef PENTAD_TESTS_UNIT_BRAIN_ASKING_H
#define PENTAD_TESTS_UNIT_BRAIN_ASKING_H

#include "brain/computer.h"

/* Tic-tac-toe on another board. */
struct variant asking_board(uint16_t width, uint16_t height, uint16_t row);
/* The thought of the computer, with the least memory and whatever else `thinking` says. */
struct thought asking_think(enum computer_id id, const struct game *game, struct thinking thinking);

#endif
