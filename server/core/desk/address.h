/* SPDX-License-Identifier: MIT */
/*
 * The allowances of addresses, over all their connections and beyond them. An address has the
 * allowances of `players_per_address` players. Providers give a customer an IPv6 network of 64, 56
 * or 48 bits (RFC 6177), so these are counted too; the larger ones may use up more.
 */
#ifndef PENTAD_SERVER_CORE_ADDRESS_H
#define PENTAD_SERVER_CORE_ADDRESS_H

#include "proto/message.h"
#include "server/core/core.h"

void addresses_init(struct core *core);
void addresses_deinit(struct core *core);

/* The network of one customer as a number: the whole IPv4 address, or the first 56 bits of IPv6. */
uint64_t address_customer(uint64_t network);

/* The ms until the address (`network`: see core.h) may use up `units`; 0: it may now. */
int64_t address_wait_ms(const struct core *core, uint64_t network, enum cost_word cost,
                        int64_t units);
/* The same, and counts the units if they may be used up now. */
int64_t address_spend(struct core *core, uint64_t network, enum cost_word cost, int64_t units);
/* Counts units that were used up already, even if there are fewer left. */
void address_take(struct core *core, uint64_t network, enum cost_word cost, int64_t units);
/* Gives back what was counted and came to nothing. */
void address_give_back(struct core *core, uint64_t network, enum cost_word cost, int64_t units);

#endif
