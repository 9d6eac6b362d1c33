/* SPDX-License-Identifier: MIT */
/*
 * The truth about positions: what was laid out when games began.
 */
#ifndef PENTAD_TESTS_SIM_TRUTH_POSITION_H
#define PENTAD_TESTS_SIM_TRUTH_POSITION_H

#include "proto/message.h"
#include "tests/sim/truth.h"

struct ask;

/* Whether help with the board is none for a player with such rated games in progress. */
bool truth_is_help(const struct truth *truth, uint64_t player, const struct game *board);
/* Sets up the game's board; `has_computer` is known. */
void truth__position_begin(struct sim *sim, struct truth_game *game,
                           const struct store_game_start *start);
/* The game is told as it was stored: it begins with what was laid out. */
void truth_position_told(struct sim *sim, const struct truth_game *game,
                         const struct game_record *record);
/* A room was opened by this request, against a computer with a game. */
void truth_position_opened(struct sim *sim, const struct ask *ask,
                           const struct room_open_reply *reply);

#endif
