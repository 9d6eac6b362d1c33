/* SPDX-License-Identifier: MIT */
/*
 * The state of meeting: players who wait for any opponent, and watchers of the lobby.
 */
#ifndef PENTAD_SERVER_CORE_MEETING_H
#define PENTAD_SERVER_CORE_MEETING_H

#include "server/core/core.h"

/* Makes the part's state, core->meeting; the parts below have theirs. */
void meeting_new(struct core *core);
/* Frees it; the parts above have freed theirs. */
void meeting_free(struct core *core);

/* ------------------------------------------------------------------ connections that only ask */
/*
 * The bound on output that waits for a connection: higher for one that plays or watches, since it
 * is told things that it did not ask for.
 */

/* Listens to OUTPUT_WAITS. */
void excess_output_waits(struct core *core, uint64_t conn);

#endif
