/* SPDX-License-Identifier: MIT */
/*
 * The beginning and the end of the part's state.
 */
#include "server/core/turn/turn.h"

#include "base/memory.h"
#include "server/core/turn/jobs.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/state.h"
#include "server/core/turn/stream.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/wall.h"
#include "server/core/turn/writes.h"

#include <stdlib.h>

void turn_new(struct core *core)
{
    core->turn = mem_zero(sizeof(*core->turn));
    streams_start(core);
    wall_init(core);
    writes_init(core);
}

void turn_free(struct core *core)
{
    outboxes_deinit(core);
    waits_deinit(core);
    jobs_deinit(core);
    queries_deinit(core);
    keys_deinit(core);
    writes_deinit(core);
    free(core->turn);
}
