/* SPDX-License-Identifier: MIT */
/*
 * Players of whom a request is under way that must not meet another one of its kind.
 */
#ifndef PENTAD_SERVER_CORE_BUSY_H
#define PENTAD_SERVER_CORE_BUSY_H

#include "server/core/core.h"

enum busy {
    BUSY_REGISTERING = 1, /* the guest's account or its first session is on its way to the store */
    BUSY_CONFIRMING = 2,  /* the password is being verified */
};

void busy_begin(struct core *core, uint64_t player, enum busy with);
/* Does nothing where the player is not busy with it. */
void busy_end(struct core *core, uint64_t player, enum busy with);
bool busy_is(const struct core *core, uint64_t player, enum busy with);
/* Forgets all. */
void busy_deinit(struct core *core);

#endif
