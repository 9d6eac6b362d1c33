/* SPDX-License-Identifier: MIT */
/*
 * The table of rules. It owns nothing; its rows are constants of the files that are named after
 * them.
 */
#include "engine/rules.h"

const struct rules *const rules__all[RULES_COUNT] = {
#define RULES(ID, id, levels, extent, actions, choices, state, last, line, text, needs)            \
    [RULES_##ID] = &rules__##id,
#include "engine/rules.def"
#undef RULES
};
