/* SPDX-License-Identifier: MIT */
/*
 * Matches from the store: the log read again, or the row of a game that is over.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_LOAD_H
#define PENTAD_SERVER_CORE_MATCH_LOAD_H

#include "server/core/state.h"

/* A match as the store has it, in the index of matches (`is_live`) or only for looking at: then
 * free it with match_free(). */
struct match *match_from_store(struct core *core, const struct store_game *stored, bool is_live);

#endif
