/* SPDX-License-Identifier: MIT */
/*
 * Counters for the operator (core.h: core_measure): requests, errors, commits. Counting decides
 * nothing.
 */
#ifndef PENTAD_SERVER_CORE_METER_H
#define PENTAD_SERVER_CORE_METER_H

#include "proto/codec.h"
#include "server/core/core.h"

struct meter {
    uint64_t requests[OP_COUNT];
    uint64_t errors[ERROR_COUNT];
    struct core_commits commits;
    uint64_t slow_readers;
    uint64_t thoughts;
    uint64_t thoughts_cut;
    int64_t submitted_ms; /* monotonic: when the batch that is under way went to the store */
};

/* `error` is one of proto/error.h. */
void meter_error(struct core *core, int error);
void meter_submitted(struct core *core);
void meter_committed(struct core *core, bool is_stored);

#endif
