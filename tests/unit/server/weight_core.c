/* SPDX-License-Identifier: MIT */
/* The core's structs of weight.def. */
#include "server/core/desk/state.h"
#include "server/core/people/state.h"
#include "tests/unit/server/weight.h"

#define WEIGHT_SHELL(type, extra, doc)
#define WEIGHT_CORE(type, extra, doc) const size_t weight_##type = sizeof(struct type) + (extra);
#define WEIGHT_TEXT(name, text, doc)
#define WEIGHT_TABLES(count, doc)
#include "tests/unit/server/weight.def"
