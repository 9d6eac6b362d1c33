/* SPDX-License-Identifier: MIT */
/* Sizes of the structs of weight.def. Those of the shell and of the core are in a file each, since
 * no file includes the headers of both. */
#ifndef PENTAD_TESTS_UNIT_SERVER_WEIGHT_H
#define PENTAD_TESTS_UNIT_SERVER_WEIGHT_H

#include <stddef.h>

#define WEIGHT_SHELL(type, extra, doc) extern const size_t weight_##type;
#define WEIGHT_CORE(type, extra, doc) extern const size_t weight_##type;
#define WEIGHT_TEXT(name, text, doc)
#define WEIGHT_TABLES(count, doc)
#include "tests/unit/server/weight.def"
#undef WEIGHT_SHELL
#undef WEIGHT_CORE
#undef WEIGHT_TEXT
#undef WEIGHT_TABLES

#endif
