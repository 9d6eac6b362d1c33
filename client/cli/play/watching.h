/* SPDX-License-Identifier: MIT */
/*
 * Which game a watcher means who names no room: the game of a player, or the best one that is going
 * on.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_WATCHING_H
#define PENTAD_CLIENT_CLI_PLAY_WATCHING_H

#include "client/cli/play/visit.h"

#include <stdint.h>

/* Asks for games: those of the player whom the command line names, or those that are going on. */
void watching_ask(const struct visit *visit);
/* The room to watch, by the answer to that. 0: there is none, and the visit has ended with a word.
 */
uint64_t watching_choose(const struct visit *visit, const struct notice *reply);

#endif
