/* SPDX-License-Identifier: MIT */
/*
 * The state of a turn: the open batch, held output, what waits, and time.
 */
#ifndef PENTAD_SERVER_CORE_TURN_H
#define PENTAD_SERVER_CORE_TURN_H

#include "server/core/core.h"

/* Makes the part's state, core->turn; the parts below have theirs. */
void turn_new(struct core *core);
/* Frees it; the parts above have freed theirs. */
void turn_free(struct core *core);

#endif
