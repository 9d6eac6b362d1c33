/* SPDX-License-Identifier: MIT */
/*
 * The state of the desk: connections, what they may do, and how far away they are.
 */
#ifndef PENTAD_SERVER_CORE_DESK_H
#define PENTAD_SERVER_CORE_DESK_H

#include "proto/codec.h"
#include "server/core/core.h"

struct subscribers;

/* Makes the part's state, core->desk. `subscribers` is borrowed. */
void desk_new(struct core *core, const struct subscribers *subscribers);
/* Frees it; the parts above have freed theirs. */
void desk_free(struct core *core);
/* Fills in the part's counts. */
void desk_count(const struct core *core, struct core_counts *counts);

/* ------------------------------------------------------------------ counters */
/*
 * Counters for the operator (core.h: core_measure): requests, errors, commits. Counting decides
 * nothing.
 */

void meter_request(struct core *core, enum op op);
/* `error` is one of proto/error.h. */
void meter_error(struct core *core, int error);
/* Counts a thought of a computer that came to its end, or was cut short. */
void meter_thought(struct core *core, bool was_cut);
void meter_submitted(struct core *core);
void meter_committed(struct core *core, bool is_stored);

#endif
