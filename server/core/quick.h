/* SPDX-License-Identifier: MIT */
/*
 * Quick pairing: those who wait for any opponent. Nothing of it is stored, and it goes with the
 * player's last connection; only what a game takes out of it comes back if the game's batch fails.
 * Who plays with whom is pairing.c's.
 */
#ifndef PENTAD_SERVER_CORE_QUICK_H
#define PENTAD_SERVER_CORE_QUICK_H

#include "server/core/room.h"
#include "server/core/state.h"

void quick_init(struct core *core);
void quick_deinit(struct core *core);

/* The player waits from now on; returns the number of the entry. One at a time. */
uint64_t quick_wait(struct core *core, struct player *player, const struct room_terms *terms,
                    int within);
/* Whether the player waits, and was not paired in a batch that is under way. */
bool quick_is_waiting(const struct player *player);
/* Ends it by the player's wish, or because the player is gone. */
void quick_gone(struct core *core, struct player *player);
/* The same by the number of the entry, if it is still there. */
void quick_take_back(struct core *core, struct conn *conn, uint64_t number);
/* The player took a seat, or a game began: who cannot begin another one waits no more, and is told.
 * Undone with the batch. */
void quick_recheck(struct core *core, struct player *player);

/* Keeps with whom the player was paired last while the player is not in memory, until
 * `quick_recall` takes it back (0: nobody, or forgotten). The first to go are forgotten first. */
void quick_keep(struct core *core, const struct player *player);
uint64_t quick_recall(struct core *core, uint64_t player);

/* Others who wait for the same as the player, and how long it lately took (NONE: nothing is known).
 */
size_t quick_others(const struct player *player);
int64_t quick_estimate_ms(const struct player *player);

/* Brings those together who wait for the same as the player. */
void quick_run(struct core *core, const struct player *player);
/* Points that were on their way to the disk are known. */
void quick_points_known(struct core *core);
void quick_tick(struct core *core);
int64_t quick_next_ms(const struct core *core);

#endif
