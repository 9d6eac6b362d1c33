/* SPDX-License-Identifier: MIT */
/*
 * Counters for the operator (core.h: core_measure): requests, errors, commits. Counting decides
 * nothing.
 */
#ifndef PENTAD_SERVER_CORE_METER_H
#define PENTAD_SERVER_CORE_METER_H

#include "proto/codec.h"
#include "server/core/core.h"

void meter_request(struct core *core, enum op op);
/* `error` is one of proto/error.h. */
void meter_error(struct core *core, int error);
/* A thought of a computer came to its end, or was cut short. */
void meter_thought(struct core *core, bool was_cut);
void meter_submitted(struct core *core);
void meter_committed(struct core *core, bool is_stored);

#endif
