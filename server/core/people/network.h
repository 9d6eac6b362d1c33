/* SPDX-License-Identifier: MIT */
/*
 * The networks from which players log in, as hashes with a secret of this server. A network here is
 * what one customer of a provider has: an IPv4 address or the first 56 bits of an IPv6 address
 * (address_customer()). No address is ever stored. A network that is exempt, because many people
 * share it (a school, a mobile carrier), leaves no trace.
 */
#ifndef PENTAD_SERVER_CORE_NETWORK_H
#define PENTAD_SERVER_CORE_NETWORK_H

#include "proto/message.h"
#include "server/core/core.h"
#include "server/core/state.h"

/* The origin of a network (by its number: core.h), an id. 0: it has none, as it is exempt, local or
 * not known. */
uint64_t network_origin(const struct core *core, uint64_t network);
#define NETWORK_TEXT_SIZE 32

/* Writes roughly where the network is: "203.0.*.*", "2001:db8:*", "local"; empty if not known. */
void network_text(uint64_t network, char text_out[NETWORK_TEXT_SIZE]);
/* Writes that the player logs in from the network now. */
void network_seen(struct core *core, uint64_t player, uint64_t network);

/* ------------------------------------------------------------------ networks that are banned */
/*
 * Networks from which newcomers are refused for some days, because of a player who came from there.
 * Newcomers are new guests and new accounts; existing ones log in as ever.
 */

/* The most networks that are banned because of one player. */
#define ORIGIN_BAN_NETWORKS 16

/* Takes one that is stored. */
void origin_ban_load(struct core *core, const struct store_origin_ban *ban);

/* Returns 0 if a newcomer may come from the call's network, else ERR_NEWCOMERS_REFUSED with
 * call->retry_after_ms. */
int origin_ban_check(struct call *call);
/* True if newcomers are refused because of the player now. */
bool origin_ban_is_because_of(const struct core *core, uint64_t player);

/* True if there is room for `count` banned networks because of the player, in place of the present
 * ones. */
bool origin_ban_has_room(const struct core *core, uint64_t player, size_t count);
/* Bans these networks until then, in place of those banned before because of the player, and writes
 * it. There is room. */
void origin_ban_put(struct core *core, uint64_t player, const struct store_recent_origins *networks,
                    int64_t until_ms);
/* Lifts the bans of networks because of the player, and writes it. */
void origin_ban_lift(struct core *core, uint64_t player);

#endif
