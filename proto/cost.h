/* SPDX-License-Identifier: MIT */
/*
 * The classes of cost of proto/costs.def, as data.
 */
#ifndef PENTAD_PROTO_COST_H
#define PENTAD_PROTO_COST_H

#include "proto/message.h"

#include <stdint.h>

/* What one player may use up: `units` at once, and as many again within `per_ms`, evenly. */
struct cost_info {
    int64_t units;
    int64_t per_ms;
};
const struct cost_info *cost_info(enum cost_word cost);

#endif
