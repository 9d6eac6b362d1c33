/* SPDX-License-Identifier: MIT */
/*
 * The textbook's Monte-Carlo tree search (Kocsis and Szepesvari, "Bandit based Monte-Carlo
 * Planning", 2006), as a measure for the player `generic`: a node a playout, UCB1, games of pure
 * chance, and nothing more. Written for the bench alone; it shares no code with brain/.
 */
#ifndef PENTAD_TESTS_BENCH_PLAIN_UCT_H
#define PENTAD_TESTS_BENCH_PLAIN_UCT_H

#include "engine/game.h"

#include <stdint.h>

/* The action that was looked at most in so many playouts. The game is open. Stops the program with
 * words unless there is memory. */
struct action plain_uct_acts(const struct game *game, uint32_t playouts, uint64_t seed);

#endif
