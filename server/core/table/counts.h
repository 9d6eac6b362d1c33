/* SPDX-License-Identifier: MIT */
/*
 * How much there is in memory.
 */
#ifndef PENTAD_SERVER_CORE_COUNTS_H
#define PENTAD_SERVER_CORE_COUNTS_H

#include "server/core/core.h"

/* Walks over all games in memory. */
struct core_counts counts_take(const struct core *core);

#endif
