/* SPDX-License-Identifier: MIT */
/*
 * The state of operations: guesses of passwords, by whom and for whom.
 */
#ifndef PENTAD_SERVER_CORE_OPERATIONS_H
#define PENTAD_SERVER_CORE_OPERATIONS_H

#include "server/core/core.h"

/* Makes the part's state, core->operations; the parts below have theirs. */
void operations_new(struct core *core);
/* Frees it; the parts above have freed theirs. */
void operations_free(struct core *core);

#endif
