/* SPDX-License-Identifier: MIT */
/*
 * The calls of subscribers, and the ids that wait for the end of a turn or of a second.
 */
#include "server/core/desk/happen.h"

#include "base/memory.h"
#include "server/core/desk/state.h"
#include "server/core/state.h"

#include <assert.h>
#include <stdlib.h>

void happenings_init(struct core *core, const struct subscribers *subscribers)
{
    core->desk->happenings = (struct happenings){.subscribers = subscribers, .told = -1};
}

void happenings_deinit(struct core *core)
{
    struct happenings *happenings = &core->desk->happenings;
    for (int row = 0; row < HAPPENING_COUNT; row++) {
        free(happenings->gathered[row].ids);
        id_table_deinit(&happenings->gathered[row].known);
    }
}

/* A row is being told from now on; returns the one that was, for end(). */
static int begin(struct core *core, enum happening row)
{
    int outer = core->desk->happenings.told;
    assert((int)row > outer); /* a subscriber raises later rows only */
    core->desk->happenings.told = (int)row;
    return outer;
}

static void end(struct core *core, int outer)
{
    core->desk->happenings.told = outer;
}

static void gather(struct core *core, enum happening row, uint64_t id)
{
    struct gathered *gathered = &core->desk->happenings.gathered[row];
    assert((int)row > core->desk->happenings.told);
    if (id_table_find(&gathered->known, id) != NULL)
        return;
    if (gathered->count == gathered->cap) {
        gathered->cap = gathered->cap > 0 ? 2 * gathered->cap : 16;
        gathered->ids = mem_grow(gathered->ids, gathered->cap * sizeof(*gathered->ids));
    }
    gathered->ids[gathered->count++] = id;
    id_table_add(&gathered->known, id, gathered);
}

static void forget(struct gathered *gathered)
{
    gathered->count = 0;
    gathered->rounds++;
    id_table_clear(&gathered->known);
}

static void tell_gathered(struct core *core, enum happening row,
                          void (*const *subscribers)(struct core *core, uint64_t id))
{
    struct gathered *gathered = &core->desk->happenings.gathered[row];
    if (gathered->count == 0)
        return;
    int outer = begin(core, row);
    for (size_t i = 0; i < gathered->count; i++)
        for (void (*const *subscriber)(struct core *, uint64_t) = subscribers; *subscriber != NULL;
             subscriber++)
            (*subscriber)(core, gathered->ids[i]);
    forget(gathered);
    end(core, outer);
}

/* A second begins when somebody is told something, so that what happens after a quiet one is told
 * at once. */
static void tell_second(struct core *core, enum happening row,
                        bool (*const *subscribers)(struct core *core, uint64_t id))
{
    struct gathered *gathered = &core->desk->happenings.gathered[row];
    bool is_told = false;
    if (gathered->count == 0 || core->now.mono_ms < gathered->due_ms)
        return;
    int outer = begin(core, row);
    for (size_t i = 0; i < gathered->count; i++)
        for (bool (*const *subscriber)(struct core *, uint64_t) = subscribers; *subscriber != NULL;
             subscriber++)
            is_told = (*subscriber)(core, gathered->ids[i]) || is_told;
    forget(gathered);
    end(core, outer);
    if (is_told)
        gathered->due_ms = core->now.mono_ms + HAPPENINGS_SECOND_MS;
}

void happenings_tell(struct core *core)
{
#define NOW(NAME, name, type, doc)
#define TURN_END(NAME, name, doc)                                                                  \
    tell_gathered(core, HAPPENING_##NAME, core->desk->happenings.subscribers->name);
#define SECOND(NAME, name, doc)                                                                    \
    tell_second(core, HAPPENING_##NAME, core->desk->happenings.subscribers->name);
#include "server/core/desk/happenings.def"
}

int64_t happenings_next_ms(const struct core *core)
{
    int64_t next_ms = INT64_MAX;
    for (int row = 0; row < HAPPENING_COUNT; row++) {
        const struct gathered *gathered = &core->desk->happenings.gathered[row];
        if (gathered->count > 0 && gathered->due_ms < next_ms)
            next_ms = gathered->due_ms;
    }
    return next_ms > core->now.mono_ms ? next_ms : core->now.mono_ms;
}

uint64_t happening_round(const struct core *core, enum happening row)
{
    return core->desk->happenings.gathered[row].rounds + 1;
}

bool happening_waits(const struct core *core, enum happening row, uint64_t id)
{
    return id_table_find(&core->desk->happenings.gathered[row].known, id) != NULL;
}

#define NOW(NAME, name, type, doc)                                                                 \
    void happen_##name(struct core *core, type subject)                                            \
    {                                                                                              \
        int outer = begin(core, HAPPENING_##NAME);                                                 \
        for (void (*const *subscriber)(struct core *, type) =                                      \
                 core->desk->happenings.subscribers->name;                                         \
             *subscriber != NULL; subscriber++)                                                    \
            (*subscriber)(core, subject);                                                          \
        end(core, outer);                                                                          \
    }
#define TURN_END(NAME, name, doc)                                                                  \
    void happen_##name(struct core *core, uint64_t id)                                             \
    {                                                                                              \
        gather(core, HAPPENING_##NAME, id);                                                        \
    }
#define SECOND(NAME, name, doc) TURN_END(NAME, name, doc)
#include "server/core/desk/happenings.def"
