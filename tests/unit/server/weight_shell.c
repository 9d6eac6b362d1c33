/* SPDX-License-Identifier: MIT */
/* The shell's structs of weight.def. */
#include "server/shell/loop.h"
#include "server/shell/socket_transport.h"
#include "tests/unit/server/weight.h"

#define WEIGHT_SHELL(type, extra, doc) const size_t weight_##type = sizeof(struct type) + (extra);
#define WEIGHT_CORE(type, extra, doc)
#define WEIGHT_TEXT(name, text, doc)
#define WEIGHT_TABLES(count, doc)
#include "tests/unit/server/weight.def"
