/* SPDX-License-Identifier: MIT */
/*
 * The state of the desk: connections, what they may and how far away they are.
 */
#ifndef PENTAD_SERVER_CORE_DESK_H
#define PENTAD_SERVER_CORE_DESK_H

#include "server/core/core.h"

struct listeners;

/* Makes the part's state, core->desk. `listeners` hear what happens; borrowed. */
void desk_new(struct core *core, const struct listeners *listeners);
/* Frees it; the parts above have freed theirs. */
void desk_free(struct core *core);
/* Fills in what the part has of the counts. */
void desk_count(const struct core *core, struct core_counts *counts);

#endif
