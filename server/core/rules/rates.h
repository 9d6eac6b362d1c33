/* SPDX-License-Identifier: MIT */
/*
 * How often a connection asked for what, against the rates in the table of messages. Only what was
 * used lately takes memory: a quiet connection has none of it.
 */
#ifndef PENTAD_SERVER_CORE_RATES_H
#define PENTAD_SERVER_CORE_RATES_H

#include "proto/codec.h"

#include <stdbool.h>
#include <stdint.h>

struct rate_use {
    int64_t full_ms; /* when the op's allowance is full again */
    enum op op;
};

/* All zero is nobody who has asked for anything. */
struct rates {
    int64_t forgiven_ms; /* when every refusal is forgotten */
    struct rate_use *uses;
    uint8_t count;
    uint8_t cap;
};

void rates_deinit(struct rates *rates);
/* Gives the memory back if every op's allowance is full again. Refusals are not forgotten. */
void rates_rest(struct rates *rates, int64_t now_ms);

/* Counts one request at `percent` (not 0) of the op's rate: 0, or the milliseconds until one is
 * allowed again, and then nothing is counted. */
int64_t rates_take(struct rates *rates, enum op op, uint32_t percent, int64_t now_ms);

/* Counts a line that was refused without being carried out, which costs the server time as well:
 * whether there were too many of them. */
bool rates_refuse(struct rates *rates, uint32_t percent, int64_t now_ms);
/* So many within 10 s are not. */
int64_t rates_refusals(uint32_t percent);

#endif
