/* SPDX-License-Identifier: MIT */
/*
 * The networks from which players log in, as hashes with a secret of this server: what one customer
 * of a provider has, an IPv4 address or the first 56 bits of an IPv6 address (address_customer()).
 * No address is ever stored. A network that is exempt, because many people share it (a school, a
 * mobile carrier), leaves no trace.
 */
#ifndef PENTAD_SERVER_CORE_NETWORK_H
#define PENTAD_SERVER_CORE_NETWORK_H

#include "proto/message.h"
#include "server/core/core.h"
#include "server/core/state.h"

/* The origin of a network (its number: core.h): its hash, an id. 0: it has none, as it is exempt,
 * local or not known. */
uint64_t network_origin(const struct core *core, uint64_t network);
#define NETWORK_TEXT_SIZE 32

/* Roughly where it is: "203.0.*.*", "2001:db8:*", "local"; empty if that is not known. */
void network_text(uint64_t network, char text_out[NETWORK_TEXT_SIZE]);
/* Writes that the player logged in from there now. */
void network_seen(struct core *core, uint64_t player, uint64_t network);

/* ------------------------------------------------------------------ networks that are banned */
/*
 * Networks from which newcomers are refused for some days, because of a player who came from there.
 * Newcomers are new guests and new accounts; whoever is one of these already logs in as ever.
 */

/* Of one player at the most. */
#define ORIGIN_BAN_NETWORKS 16

/* Takes one that is stored. */
void origin_ban_load(struct core *core, const struct store_origin_ban *ban);

/* Whether somebody new may come from where the call does: 0, or ERR_NEWCOMERS_REFUSED with
 * call->retry_after_ms. */
int origin_ban_check(struct call *call);
/* Whether newcomers are refused because of the player now. */
bool origin_ban_is_because_of(const struct core *core, uint64_t player);

/* Whether so many networks can be refused because of the player, in place of those that are. */
bool origin_ban_has_room(const struct core *core, uint64_t player, size_t count);
/* Refuses newcomers from these networks until then, in place of those that were refused because of
 * the player, and writes it. There is room. */
void origin_ban_put(struct core *core, uint64_t player, const struct store_recent_origins *networks,
                    int64_t until_ms);
/* Ends all that are refused because of the player, and writes it. */
void origin_ban_lift(struct core *core, uint64_t player);

/* ------------------------------------------------------------------ what players use up */
/*
 * What players use up, over all their connections and beyond them (proto/costs.def).
 */

struct player;

void spending_init(struct core *core);
void spending_deinit(struct core *core);

/* Goes on with what the player wrote before, also before a start of the server. */
void spending_take(struct core *core, const struct store_player *stored);
/* The player is about to be freed. */
void spending_forget(struct core *core, struct player *player);
/* Stores with the open batch what players have written: at the end of a turn. */
void spending_write(struct core *core);

/* How long the player has to wait until `units` may be used up, in ms; 0: now, and they are
 * counted. */
int64_t player_spend(struct core *core, uint64_t player, enum cost_word cost, int64_t units);
/* The same, and counts nothing. */
int64_t player_wait_ms(const struct core *core, uint64_t player, enum cost_word cost,
                       int64_t units);
/* Counts what was used up already. */
void player_take_from(struct core *core, uint64_t player, enum cost_word cost, int64_t units);

/*
 * Bounds of what one receiver gets of many. Each new thing that strangers can send has one for each
 * network and one for all of them, so that neither the accounts behind one address nor many
 * addresses are more than a receiver can read.
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

/* How long the connection's network has to wait until it may reach the receiver (a player or a
 * room, by its id) with one thing more, or all together do, in ms; 0: now, and it is counted. */
int64_t receiver_spend(struct core *core, uint64_t receiver, uint64_t conn);

#endif
