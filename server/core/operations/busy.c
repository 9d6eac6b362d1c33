/* SPDX-License-Identifier: MIT */
/*
 * Players who are busy: few at once, for each waits for a worker or for the store.
 */
#include "server/core/operations/busy.h"

#include "base/memory.h"
#include "server/core/operations/state.h"
#include "server/core/state.h"

#include <stdlib.h>

#include <utlist.h>

static struct busy_player *find(const struct core *core, uint64_t player)
{
    struct busy_player *busy;
    DL_SEARCH_SCALAR(core->operations->busy, busy, player, player);
    return busy;
}

static void forget(struct core *core, struct busy_player *busy)
{
    DL_DELETE(core->operations->busy, busy);
    free(busy);
}

void busy_begin(struct core *core, uint64_t player, enum busy with)
{
    struct busy_player *busy = find(core, player);
    if (busy == NULL) {
        busy = mem_zero(sizeof(*busy));
        busy->player = player;
        DL_APPEND(core->operations->busy, busy);
    }
    busy->with |= (unsigned)with;
}

void busy_end(struct core *core, uint64_t player, enum busy with)
{
    struct busy_player *busy = find(core, player);
    if (busy == NULL)
        return;
    busy->with &= ~(unsigned)with;
    if (busy->with == 0)
        forget(core, busy);
}

bool busy_is(const struct core *core, uint64_t player, enum busy with)
{
    const struct busy_player *busy = find(core, player);
    return busy != NULL && (busy->with & (unsigned)with) != 0;
}

void busy_deinit(struct core *core)
{
    while (core->operations->busy != NULL)
        forget(core, core->operations->busy);
}
