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

#endif
