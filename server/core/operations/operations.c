/* SPDX-License-Identifier: MIT */
/*
 * The beginning and the end of the part's state.
 */
#include "server/core/operations/operations.h"

#include "base/memory.h"
#include "server/core/operations/auth.h"
#include "server/core/operations/guard.h"
#include "server/core/operations/state.h"
#include "server/core/state.h"

#include <stdlib.h>

void operations_new(struct core *core)
{
    core->operations = mem_zero(sizeof(*core->operations));
    guards_init(core);
}

void operations_free(struct core *core)
{
    guards_deinit(core);
    busy_deinit(core);
    remembered_deinit(&core->operations->mail_queries);
    remembered_deinit(&core->operations->opening_queries);
    free(core->operations);
}
