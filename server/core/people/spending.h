/* SPDX-License-Identifier: MIT */
/*
 * The allowances of players, over all their connections and beyond them (proto/costs.def).
 */
#ifndef PENTAD_SERVER_CORE_SPENDING_H
#define PENTAD_SERVER_CORE_SPENDING_H

#include "proto/message.h"
#include "server/core/core.h"

struct player;

void spending_init(struct core *core);
void spending_deinit(struct core *core);

/* Goes on from the player's stored allowance of bytes, also after a start of the server. */
void spending_take(struct core *core, const struct store_player *stored);
/* The player is about to be freed. */
void spending_forget(struct core *core, struct player *player);
/* Adds the allowances of players who wrote something to the open batch. Called at the end of a
 * turn. */
void spending_write(struct core *core);

/* Counts `units` for the player: 0, or the ms until they may be used up, and then nothing is
 * counted. */
int64_t player_spend(struct core *core, uint64_t player, enum cost_word cost, int64_t units);
/* The same wait, but counts nothing. */
int64_t player_wait_ms(const struct core *core, uint64_t player, enum cost_word cost,
                       int64_t units);
/* Counts what was used up already. */
void player_take_from(struct core *core, uint64_t player, enum cost_word cost, int64_t units);

/*
 * Bounds on what one receiver gets from many. Each new thing that strangers can send has one bound
 * for each network and one for all together, so that neither many accounts at one address nor many
 * addresses send more than a receiver can read.
 *
 *   letters of strangers     receiver_spend(): COST_RECEIVE of a network, four times that of all
 *   lines of those who watch the same, for a room
 *   letters of others, lines what these may say (COST_SAY): they played with the receiver, or sit
 *                            at the table
 *   invitations              invitation.h: invitations_per_address of a network in a minute, and
 *                            unanswered; BELLS_KEPT of all strangers in a minute, and
 *                            INVITATIONS_MAX of all unanswered
 *   reports that ring        moderation.c: one in ten minutes on each player, REPORTS_TOLD_KEPT on
 *                            all, a quarter of these of a network; all are listed, by case, and
 *                            COST_REPORT and STORE_REPORTS_OPEN_MAX bound what is made
 *   appeals                  one to each act of a moderator (db/sql/report.c)
 *   follow.came              follows.h: one in ten minutes of each whom the receiver chose
 *   memos                    the last STORE_MEMOS_MAX (db/store.h)
 *   offers in a game         of the opponent alone, with a time between them
 *   who joins and leaves     conduct.h, and COST_SPOILT of a network
 *   presence, watchers,      once in a second at the most (SECOND in happenings.def)
 *   lobby
 */

/* Counts one more thing from the connection to the receiver (a player or a room, by its id): 0, or
 * the ms until it may come by the bounds of its network and of all, and then nothing is counted. */
int64_t receiver_spend(struct core *core, uint64_t receiver, uint64_t conn);

#endif
