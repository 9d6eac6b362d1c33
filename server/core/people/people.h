/* SPDX-License-Identifier: MIT */
/*
 * The state of people: players in memory, what they did, and the months that are settled.
 */
#ifndef PENTAD_SERVER_CORE_PEOPLE_H
#define PENTAD_SERVER_CORE_PEOPLE_H

#include "server/core/core.h"

/* Makes the part's state, core->people; the parts below have theirs. */
void people_new(struct core *core);
/* Frees it; the parts above have freed theirs. */
void people_free(struct core *core);
/* Fills in what the part has of the counts. */
void people_count(const struct core *core, struct core_counts *counts);

#endif
