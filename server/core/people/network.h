/* SPDX-License-Identifier: MIT */
/*
 * The networks from which players log in, as hashes with a secret of this server: what one customer
 * of a provider has, an IPv4 address or the first 56 bits of an IPv6 address (address_customer()).
 * No address is ever stored. A network that is exempt, because many people share it (a school, a
 * mobile carrier), leaves no trace.
 */
#ifndef PENTAD_SERVER_CORE_NETWORK_H
#define PENTAD_SERVER_CORE_NETWORK_H

#include "server/core/state.h"

/* The origin of a network (its number: core.h): its hash, an id. 0: it has none, as it is exempt,
 * local or not known. */
uint64_t network_origin(const struct core *core, uint64_t network);
#define NETWORK_TEXT_SIZE 32

/* Roughly where it is: "203.0.*.*", "2001:db8:*", "local"; empty if that is not known. */
void network_text(uint64_t network, char text_out[NETWORK_TEXT_SIZE]);
/* Writes that the player logged in from there now. */
void network_seen(struct core *core, uint64_t player, uint64_t network);

#endif
