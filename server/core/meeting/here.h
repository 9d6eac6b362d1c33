/* SPDX-License-Identifier: MIT */
/*
 * Players who are here, as the lobby tells it: accounts by their names, guests by their number.
 * Nothing is kept but that number.
 */
#ifndef PENTAD_SERVER_CORE_HERE_H
#define PENTAD_SERVER_CORE_HERE_H

#include "server/core/state.h"

#define HERE_NAMES_MAX 50

/* Accounts that are here, at most HERE_NAMES_MAX, in the arena: neither the one that asks, nor whom
 * a block keeps apart from it. Returns how many. */
size_t here_accounts(struct core *core, const struct player *asker,
                     const struct present_record **accounts_out);
/* Guests who are here, counted a second ago at the most. */
size_t here_guests(struct core *core);

#endif
