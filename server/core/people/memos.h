/* SPDX-License-Identifier: MIT */
/*
 * Memos: what players are to be told at their next login at the latest. Whatever operation adds
 * one, the player is told at once if one is here; the store keeps it until it was seen.
 */
#ifndef PENTAD_SERVER_CORE_MEMOS_H
#define PENTAD_SERVER_CORE_MEMOS_H

#include "server/core/state.h"

/* The id of memos that are about to be written; one operation may give it to many players. */
uint64_t memos_id(struct core *core);

/* Whether the player may have memos that were not seen. `query` is the number of the query that
 * answered about the player: memos that were told since are not in its answer. */
bool memos_may_wait(const struct core *core, const struct store_player *stored, uint64_t query);

/* A memo as it is told; it borrows the texts. */
struct memo_record memos_view(const struct store_memo_row *memo);

/* Tells a player who is there of the memo that a stored fine left: `points` went. */
void memos_tell_fine(struct core *core, struct player *player, const struct store_fine *fine,
                     int points);

/* Writes a memo for a player who does not see that the game with that opponent ends now. */
void memos_add_game_over(struct core *core, const struct player *player, uint64_t game,
                         uint64_t opponent, enum score score);

/* Listens to stored operations: tells players in memory of memos that were added. */
void memos_stored(struct core *core, const struct store_op *op);

#endif
