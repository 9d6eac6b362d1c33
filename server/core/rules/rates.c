/* SPDX-License-Identifier: MIT */
#include "server/core/rules/rates.h"

#include "base/memory.h"
#include "server/core/rules/allowance.h"

#include <stdlib.h>

/* One that only answers heartbeats needs no more. */
#define CAP_FIRST 1
/* A client that is wrong, or hasty, learns it from a few. */
#define REFUSALS 200
#define REFUSALS_MS 10000

void rates_deinit(struct rates *rates)
{
    free(rates->uses);
    *rates = (struct rates){0};
}

void rates_rest(struct rates *rates, int64_t now_ms)
{
    for (size_t i = 0; i < rates->count; i++)
        if (rates->uses[i].full_ms > now_ms)
            return;
    free(rates->uses);
    rates->uses = NULL;
    rates->count = 0;
    rates->cap = 0;
}

/* The op's, or else one that nothing is known of: of another op whose allowance is full again, or
 * new. */
static struct rate_use *use_of(struct rates *rates, enum op op, int64_t now_ms)
{
    struct rate_use *unused = NULL;
    for (size_t i = 0; i < rates->count; i++) {
        if (rates->uses[i].op == op)
            return &rates->uses[i];
        if (rates->uses[i].full_ms <= now_ms)
            unused = &rates->uses[i];
    }
    if (unused == NULL) {
        if (rates->count == rates->cap) {
            rates->cap = rates->cap > 0 ? (uint8_t)(2 * rates->cap) : CAP_FIRST;
            rates->uses = mem_grow(rates->uses, rates->cap * sizeof(*rates->uses));
        }
        unused = &rates->uses[rates->count++];
    }
    *unused = (struct rate_use){.op = op};
    return unused;
}

int64_t rates_take(struct rates *rates, enum op op, uint32_t percent, int64_t now_ms)
{
    const struct op_info *info = op_info(op);
    int64_t each_ms = (int64_t)info->per_ms * 100 / ((int64_t)info->burst * percent);
    int64_t per_ms = each_ms > info->per_ms ? each_ms : info->per_ms; /* one is always allowed */
    return bucket_take(&use_of(rates, op, now_ms)->full_ms, each_ms, per_ms, now_ms);
}

int64_t rates_refusals(uint32_t percent)
{
    int64_t refusals = (int64_t)REFUSALS * percent / 100;
    return refusals > 0 ? refusals : 1;
}

bool rates_refuse(struct rates *rates, uint32_t percent, int64_t now_ms)
{
    int64_t each_ms = REFUSALS_MS / rates_refusals(percent);
    return bucket_take(&rates->forgiven_ms, each_ms, REFUSALS_MS, now_ms) > 0;
}
