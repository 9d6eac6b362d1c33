/* SPDX-License-Identifier: MIT */
/*
 * Actions that are worth a look, for whoever searches a game without knowing which it is: those
 * near stones on large boards, one of them by chance, and the ones that may win at once. Pure
 * functions of the game, which is open.
 */
#ifndef PENTAD_ENGINE_SIGHT_H
#define PENTAD_ENGINE_SIGHT_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether sight_actions() lists every legal action of these games: not on large boards, so that
 * what was shown of all of the list is not shown of the game. */
bool sight_is_whole(const struct variant *variant);

/* Lists legal actions: all of them, but on large boards those within two squares of a stone, around
 * the latest stones first, and the middle of an empty one. At least one; GAME_LEGAL_MAX suffice. A
 * row that one turn completes is always among them. */
size_t sight_actions(const struct game *game, struct action *actions_out, size_t cap);

/* Lists all legal actions, but on sparse boards those of sight_actions(): whoever may do anything
 * cannot look at all of them there. None of a game that is over. */
size_t sight_candidates(const struct game *game, struct action *actions_out, size_t cap);

/* Makes one of sight_actions() of a number of chance, without a list: on large boards cells near
 * many stones come more often. False where the number gives none; others may. */
bool sight_draw(const struct game *game, uint64_t number, struct action *action_out);

/* Lists actions that may win in this turn, legal ones: every one that does so by its stone is among
 * them if none did so when the same player acted last. Few where a row wins, else up to all. */
size_t sight_wins(const struct game *game, struct action *actions_out, size_t cap);

#endif
