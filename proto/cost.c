/* SPDX-License-Identifier: MIT */
#include "proto/cost.h"

#include "proto/require.h"

static const struct cost_info infos[COST_WORD_COUNT] = {
#define COST(ID, id, units_, per_ms_, doc)                                                         \
    [COST_WORD_##ID] = {.units = (units_), .per_ms = (per_ms_)},
#include "proto/costs.def"
#undef COST
};

const struct cost_info *cost_info(enum cost_word cost)
{
    REQUIRE(cost < COST_WORD_COUNT);
    return &infos[cost];
}
