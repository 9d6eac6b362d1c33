/* SPDX-License-Identifier: MIT */
/*
 * How much output may wait for a connection: more for one that plays or watches, since it is told
 * things that it did not ask for.
 */
#ifndef PENTAD_SERVER_CORE_EXCESS_H
#define PENTAD_SERVER_CORE_EXCESS_H

#include "server/core/core.h"

/* Listens to OUTPUT_WAITS. */
void excess_output_waits(struct core *core, uint64_t conn);

#endif
