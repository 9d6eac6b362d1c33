/* SPDX-License-Identifier: MIT */
/*
 * Actions that are worth a look, for a search that does not know which game it is in: those near
 * stones on large boards, one of them by chance, and the ones that may win at once. Pure functions
 * of the game, which is open.
 */
#ifndef PENTAD_ENGINE_SIGHT_H
#define PENTAD_ENGINE_SIGHT_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True if sight_actions() lists every legal action of these games. On large boards it does not, and
 * what was shown for the whole list is not shown for the game. */
bool sight_is_whole(const struct variant *variant);

/* Lists legal actions: all of them, or on large boards those within two squares of a stone, around
 * the latest stones first, and the middle of an empty board. There is at least one, and at most
 * GAME_LEGAL_MAX. Every row that one turn completes is among them. */
size_t sight_actions(const struct game *game, struct action *actions_out, size_t cap);

/* Lists all legal actions, or on sparse boards, where they are too many, those of sight_actions().
 * Lists none if the game is over. */
size_t sight_candidates(const struct game *game, struct action *actions_out, size_t cap);

/* Draws one of sight_actions() by a random number, without a list; on large boards cells near many
 * stones come more often. False if this number gives none; others may. */
bool sight_draw(const struct game *game, uint64_t number, struct action *action_out);

/* Lists legal actions that may win in this turn. Every one that wins by its stone is among them, if
 * none did when the same player acted last. There are few where a row wins, else up to all. */
size_t sight_wins(const struct game *game, struct action *actions_out, size_t cap);

#endif
