/* SPDX-License-Identifier: MIT */
/*
 * How often a connection asked for what, against the rates in the table of messages. Only what was
 * used lately takes memory: a quiet connection has none of it.
 */
#ifndef PENTAD_SERVER_CORE_RATES_H
#define PENTAD_SERVER_CORE_RATES_H

#include "proto/codec.h"

#include <stdint.h>

struct rate_use {
    int64_t full_ms; /* when the op's allowance is full again */
    enum op op;
};

/* All zero is nobody who has asked for anything. */
struct rates {
    struct rate_use *uses;
    uint8_t count;
    uint8_t cap;
};

void rates_deinit(struct rates *rates);

/* Counts one request at `percent` (not 0) of the op's rate: 0, or the milliseconds until one is
 * allowed again, and then nothing is counted. */
int64_t rates_take(struct rates *rates, enum op op, uint32_t percent, int64_t now_ms);

#endif
