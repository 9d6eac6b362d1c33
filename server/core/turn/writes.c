/* SPDX-License-Identifier: MIT */
/*
 * The open batch, the images for failed commits, and the checks that wait for a batch to settle.
 * One batch is under way at a time; the next one fills meanwhile (group commit).
 */
#include "server/core/turn/writes.h"

#include "base/getter.h"
#include "base/memory.h"
#include "server/core/desk/happen.h"
#include "server/core/turn/call.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/state.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/wait.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

/* A piece of memory as it was before a batch changed it. */
struct undo {
    struct undo *prev, *next;
    uint64_t batch;
    void *at;
    size_t size;
    const struct writes_owner *kind;
    void *owner;
    unsigned char before[];
};

struct recheck {
    struct recheck *next;
    uint64_t batch;
    void (*check)(struct core *core, uint64_t id);
    uint64_t id;
};

/* The number that the open batch has, or will have. */
static uint64_t open_number(const struct core *core)
{
    return core->turn->writes.submitted + 1;
}

uint64_t writes_gate(const struct core *core)
{
    /* Nobody writes to a store that fails; an answer then does not depend on the probe. */
    if (core->turn->writes.is_failing)
        return core->turn->writes.settled;
    bool is_pending = core->turn->writes.open != NULL || core->turn->writes.is_touched;
    return is_pending ? open_number(core) : core->turn->writes.submitted;
}

int writes_ready(struct call *call)
{
    const struct writes *writes = &call->core->turn->writes;
    if (call->core->is_shutting_down)
        return ERR_SHUTTING_DOWN;
    if (!writes->is_failing)
        return 0;
    call->retry_after_ms = WRITES_PROBE_MS;
    return ERR_STORAGE_UNAVAILABLE;
}

bool writes_are_open(const struct core *core)
{
    return core->turn->writes.open != NULL && !core->turn->writes.is_failing;
}

size_t writes_add(struct core *core, const struct store_op *op)
{
    if (core->turn->writes.open == NULL)
        core->turn->writes.open = store_batch_new();
    core->turn->writes.added++;
    return store_batch_add(core->turn->writes.open, op);
}

void writes_init(struct core *core)
{
    for (int i = 0; i < 2; i++)
        arena_init(&core->turn->writes.images[i], core->turn->writes.image_blocks[i],
                   WRITES_IMAGE_BLOCK);
}

/* ------------------------------------------------------------------ undo */

/* Touched already in this batch: the older image is the one to return to. */
static bool is_touched(const struct core *core, const void *at)
{
    return id_table_find(&core->turn->writes.touched, (uintptr_t)at) != NULL;
}

void writes_touch(struct core *core, void *at, size_t size, const struct writes_owner *kind,
                  void *owner)
{
    static const struct writes_owner nothing = {0};
    core->turn->writes.is_touched = true;
    if (is_touched(core, at))
        return;
    struct arena *images = &core->turn->writes.images[open_number(core) % 2];
    struct undo *undo = arena_alloc(images, sizeof(*undo) + size);
    *undo = (struct undo){.prev = core->turn->writes.undo_last,
                          .batch = open_number(core),
                          .at = at,
                          .size = size,
                          .kind = kind != NULL ? kind : &nothing,
                          .owner = owner};
    memcpy(undo->before, at, size);
    if (undo->prev != NULL)
        undo->prev->next = undo;
    else
        core->turn->writes.undo_first = undo;
    core->turn->writes.undo_last = undo;
    id_table_add(&core->turn->writes.touched, (uintptr_t)at, undo);
}

/* The images of the batch that is settled; those of the one that fills stay. */
static void undo_forget(struct core *core, uint64_t settled)
{
    struct undo *undo = core->turn->writes.undo_first;
    while (undo != NULL && undo->batch <= settled)
        undo = undo->next;
    core->turn->writes.undo_first = undo;
    if (undo != NULL)
        undo->prev = NULL;
    else
        core->turn->writes.undo_last = NULL;
    arena_reset(&core->turn->writes.images[settled % 2]);
}

static void undo_forget_all(struct core *core)
{
    undo_forget(core, UINT64_MAX);
    undo_forget(core, UINT64_MAX - 1);
}

/* All images first, from the last to the first; then each owner by itself; and only then what looks
 * at others, which are whole again by then. */
static void undo_everything(struct core *core)
{
    for (struct undo *undo = core->turn->writes.undo_last; undo != NULL; undo = undo->prev)
        memcpy(undo->at, undo->before, undo->size);
    for (struct undo *undo = core->turn->writes.undo_first; undo != NULL; undo = undo->next)
        if (undo->kind->rebuild != NULL)
            undo->kind->rebuild(undo->owner);
    for (struct undo *undo = core->turn->writes.undo_first; undo != NULL; undo = undo->next)
        if (undo->kind->restored != NULL)
            undo->kind->restored(core, undo->owner);
    undo_forget_all(core);
}

/* ------------------------------------------------------------------ rechecks */

void writes_recheck(struct core *core, void (*check)(struct core *core, uint64_t id), uint64_t id)
{
    struct recheck *recheck = mem_alloc(sizeof(*recheck));
    /* Changes of this turn may still be without an operation: count the open batch in any case. */
    *recheck = (struct recheck){.batch = open_number(core), .check = check, .id = id};
    if (core->turn->writes.recheck_last != NULL)
        core->turn->writes.recheck_last->next = recheck;
    else
        core->turn->writes.recheck_first = recheck;
    core->turn->writes.recheck_last = recheck;
}

static bool recheck_is_due(const struct core *core, const struct recheck *recheck)
{
    const struct writes *writes = &core->turn->writes;
    bool is_all_settled =
        writes->open == NULL && !writes->is_touched && writes->submitted == writes->settled;
    if (recheck->batch <= writes->settled)
        return queries_see(core, recheck->batch);
    return is_all_settled && queries_see(core, writes->submitted);
}

void writes_run_rechecks(struct core *core)
{
    struct recheck *end = core->turn->writes.recheck_last;
    bool is_last = end == NULL;
    while (!is_last && recheck_is_due(core, core->turn->writes.recheck_first)) {
        struct recheck *recheck = core->turn->writes.recheck_first;
        is_last = recheck == end; /* a check may ask for another one */
        core->turn->writes.recheck_first = recheck->next;
        if (core->turn->writes.recheck_first == NULL)
            core->turn->writes.recheck_last = NULL;
        recheck->check(core, recheck->id);
        free(recheck);
    }
}

/* ------------------------------------------------------------------ batches */

void writes_wait(struct core *core, struct wait *take_wait, size_t op_index, wait_batch_fn *done)
{
    take_wait->number = open_number(core);
    take_wait->kind = WAIT_STORED;
    take_wait->done.batch = done;
    take_wait->inside.op_index = op_index;
    DL_APPEND2(core->turn->writes.waits, take_wait, inside.prev, inside.next);
}

static int compare_waits(const struct wait *a, const struct wait *b)
{
    return (a->number > b->number) - (a->number < b->number);
}

void writes_wait_for(struct core *core, struct wait *take_wait, uint64_t batch, wait_batch_fn *done)
{
    take_wait->number = batch;
    take_wait->kind = WAIT_GATE;
    take_wait->done.batch = done;
    DL_INSERT_INORDER2(core->turn->writes.waits, take_wait, compare_waits, inside.prev,
                       inside.next);
}

static void submit_open(struct core *core)
{
    struct store_batch *batch = core->turn->writes.open;
    core->turn->writes.open = NULL;
    core->turn->writes.is_touched = false;
    id_table_clear(&core->turn->writes.touched);
    core->turn->writes.submitted++;
    core->turn->writes.submitted_ms = uptime_ms(core);
    meter_submitted(core);
    store_submit(core->store, core->turn->writes.submitted, batch);
}

static void probe(struct core *core)
{
    if (core->now.mono_ms < core->turn->writes.probe_ms)
        return;
    const struct store_op op = {.kind = STORE_PROBE};
    writes_add(core, &op);
    submit_open(core);
}

void writes_submit(struct core *core)
{
    assert(core->turn->writes.open != NULL ||
           !core->turn->writes.is_touched); /* a change without a write */
    if (core->turn->writes.submitted > core->turn->writes.settled)
        return;
    if (core->turn->writes.is_failing)
        probe(core);
    else if (core->turn->writes.open != NULL)
        submit_open(core);
}

int64_t writes_next_ms(const struct core *core)
{
    if (core->turn->writes.recheck_first != NULL &&
        recheck_is_due(core, core->turn->writes.recheck_first))
        return core->now.mono_ms; /* a check asked for another one */
    if (core->turn->writes.submitted > core->turn->writes.settled)
        return INT64_MAX;
    if (core->turn->writes.is_failing)
        return core->turn->writes.probe_ms;
    /* behind the turn's batch: by a check, or a question that ended unasked */
    return core->turn->writes.open != NULL ? core->now.mono_ms : INT64_MAX;
}

/* Tells everybody who waited for batches up to `number` how it went. */
static void finish_waits(struct core *core, uint64_t number, int status,
                         const struct store_batch *batch)
{
    /* A request that waits again meanwhile waits for another batch. */
    const struct wait *last =
        core->turn->writes.waits != NULL ? core->turn->writes.waits->inside.prev : NULL;
    bool is_last = last == NULL;
    while (!is_last && core->turn->writes.waits->number <= number) {
        struct wait *wait = core->turn->writes.waits;
        is_last = wait == last;
        DL_DELETE2(core->turn->writes.waits, wait, inside.prev, inside.next);
        enum store_op_result result = STORE_APPLIED;
        if (status == STORE_OK)
            wait->stored = store_batch_get(batch, wait->inside.op_index);
        if (wait->stored != NULL)
            result = wait->stored->result;
        if (status == STORE_OK && result == STORE_APPLIED)
            keys_stored(core, wait);
        wait->done.batch(core, wait, status, result);
        wait_free(wait);
    }
}

/* Back to what is stored: the failed batch and the one that was filling never were. */
static void fail_everything(struct core *core, uint64_t number)
{
    store_batch_free(core->turn->writes.open);
    core->turn->writes.open = NULL;
    core->turn->writes.is_touched = false;
    core->turn->writes.is_failing = true;
    uptime_stand_since(core, core->turn->writes.submitted_ms);
    id_table_clear(&core->turn->writes.touched);
    undo_everything(core);
    happen_batch_undone(core, number);
    outbox_fail_all(core);
    finish_waits(core, UINT64_MAX, STORE_UNAVAILABLE, NULL);
    happen_batch_failed(core, number);
    store_resume(core->store);
}

static void log_failure(struct core *core)
{
    char error[STORE_ERROR_SIZE];
    char detail[STORE_ERROR_SIZE + 16];
    store_error(core->store, error, sizeof(error));
    (void)snprintf(detail, sizeof(detail), "error=\"%s\"", error);
    core->ports.log(core->ports.ctx, LOG_LEVEL_ERROR, "storage_unavailable", detail);
}

void writes_batch_done(struct core *core, uint64_t number, int status,
                       const struct store_batch *batch)
{
    core->turn->writes.settled = number;
    meter_committed(core, status == STORE_OK);
    if (status == STORE_OK) {
        if (core->turn->writes.is_failing) {
            core->ports.log(core->ports.ctx, LOG_LEVEL_WARN, "storage_back", "");
            uptime_go_on(core);
            core->turn->writes.back_ms = core->now.mono_ms;
        }
        core->turn->writes.is_failing = false;
        undo_forget(core, number);
        happen_batch_stored(core, batch);
        outbox_release_all(core);
        happen_batch_told(core, number);
        finish_waits(core, number, status, batch);
    } else {
        if (!core->turn->writes.is_failing)
            log_failure(core);
        fail_everything(core, number);
        core->turn->writes.probe_ms = core->now.mono_ms + WRITES_PROBE_MS;
    }
}

void writes_deinit(struct core *core)
{
    store_batch_free(core->turn->writes.open);
    id_table_deinit(&core->turn->writes.touched);
    undo_forget_all(core);
    while (core->turn->writes.recheck_first != NULL) {
        struct recheck *next = core->turn->writes.recheck_first->next;
        free(core->turn->writes.recheck_first);
        core->turn->writes.recheck_first = next;
    }
    while (core->turn->writes.waits != NULL) {
        struct wait *wait = core->turn->writes.waits;
        DL_DELETE2(core->turn->writes.waits, wait, inside.prev, inside.next);
        wait_free(wait);
    }
}

/* ------------------------------------------------------------------ asked from outside */

GETTER(uint64_t, writes_settled, core, core->turn->writes.settled)
GETTER(uint64_t, writes_added, core, core->turn->writes.added)

int64_t writes_well_since_ms(const struct core *core)
{
    int64_t back_ms = core->turn->writes.back_ms;
    return core->started_ms > back_ms ? core->started_ms : back_ms;
}

bool core_can_store(const struct core *core)
{
    return !core->turn->writes.is_failing && !core->is_shutting_down;
}

bool core_is_settled(const struct core *core)
{
    const struct writes *writes = &core->turn->writes;
    return writes->open == NULL && writes->submitted == writes->settled && !outbox_waits(core);
}
