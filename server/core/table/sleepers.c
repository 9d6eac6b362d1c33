/* SPDX-License-Identifier: MIT */
/*
 * The index of tables that sleep.
 */
#include "server/core/table/sleepers.h"

#include "base/memory.h"
#include "server/core/table/state.h"

#include <stdlib.h>

size_t sleepers_count(const struct core *core)
{
    return HASH_CNT(by_room, core->tables->sleepers);
}

struct sleeper *sleepers_find(struct core *core, uint64_t room)
{
    struct sleeper *sleeper = NULL;
    HASH_FIND(by_room, core->tables->sleepers, &room, sizeof(room), sleeper);
    return sleeper;
}

void sleepers_add(struct core *core, uint64_t room, int64_t due_ms)
{
    struct sleeper *sleeper = mem_zero(sizeof(*sleeper));
    sleeper->room = room;
    HASH_ADD(by_room, core->tables->sleepers, room, sizeof(sleeper->room), sleeper);
    deadline_set(&core->tables->sleeper_deadlines, &sleeper->deadline, due_ms);
}

void sleepers_hide(struct sleeper *sleeper, uint32_t n)
{
    sleeper->hidden =
        mem_grow(sleeper->hidden, (sleeper->hidden_count + 1) * sizeof(*sleeper->hidden));
    sleeper->hidden[sleeper->hidden_count++] = n;
}

void sleepers_remove(struct core *core, struct sleeper *sleeper)
{
    deadline_clear(&core->tables->sleeper_deadlines, &sleeper->deadline);
    HASH_DELETE(by_room, core->tables->sleepers, sleeper);
    free(sleeper->hidden);
    free(sleeper);
}

bool sleepers_have(struct core *core, uint64_t room)
{
    return sleepers_find(core, room) != NULL;
}

void sleepers_free(struct core *core)
{
    struct sleeper *sleeper;
    struct sleeper *next;
    HASH_ITER(by_room, core->tables->sleepers, sleeper, next)
        sleepers_remove(core, sleeper);
    deadlines_deinit(&core->tables->sleeper_deadlines);
}
