/* SPDX-License-Identifier: MIT */
/*
 * Waits, and the list of jobs under way.
 */
#include "server/core/turn/wait.h"

#include "base/memory.h"
#include "server/core/desk/conn.h"
#include "server/core/turn/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

struct wait *wait_new(const struct call *call, void *take_data)
{
    struct wait *wait = mem_zero(sizeof(*wait));
    wait->origin = call->origin;
    wait->asker = call->asker;
    wait->op = call->op;
    wait->use = key_use_hold(call->use);
    wait->data = take_data;
    return wait;
}

struct wait *wait_again(struct wait *wait)
{
    struct wait *next = mem_zero(sizeof(*next));
    next->origin = wait->origin;
    next->asker = wait->asker;
    next->op = wait->op;
    next->use = key_use_hold(wait->use);
    next->data = wait->data;
    wait->data = NULL;
    return next;
}

void wait_free(struct wait *wait)
{
    key_use_release(wait->use);
    free(wait->query);
    free(wait->data);
    free(wait);
}

struct wait *wait_find(struct wait *list, uint64_t number)
{
    struct wait *wait;
    DL_FOREACH(list, wait)
        if (wait->number == number)
            return wait;
    return NULL;
}

void wait_free_all(struct wait **list)
{
    while (*list != NULL) {
        struct wait *wait = *list;
        DL_DELETE(*list, wait);
        wait_free(wait);
    }
}

/* Jobs that were asked for from there and are not done, those of the gone that were begun, too. */
static size_t jobs_from(const struct core *core, const char *address)
{
    size_t count = 0;
    const struct wait *wait;
    DL_FOREACH(core->waits.jobs, wait)
        count += strcmp(wait->address, address) == 0 ? 1 : 0;
    return count;
}

/* Whether a job may begin for the one who asks. The operator has no address. */
static int take_share(struct core *core, struct wait *wait)
{
    const char *address = conn_address(core, wait->origin.conn);
    if (!conn_is_open(core, wait->origin.conn))
        return ERR_BUSY;
    if (wait->asker.is_local)
        return 0;
    if (jobs_from(core, address) >= core->options.passwords_per_address)
        return ERR_ADDRESS_BUSY;
    snprintf(wait->address, sizeof(wait->address), "%s", address);
    return 0;
}

int wait_work(struct core *core, struct wait *wait, const struct work *work)
{
    int status = take_share(core, wait);
    if (status != 0)
        return status;
    wait->number = ++core->waits.last_job;
    wait->kind = WAIT_WORKER;
    if (!core->ports.work(core->ports.ctx, wait->number, work))
        return ERR_BUSY;
    DL_APPEND(core->waits.jobs, wait);
    return 0;
}

void wait_work_done(struct core *core, uint64_t job, const struct work_result *result)
{
    struct wait *wait = wait_find(core->waits.jobs, job);
    if (wait == NULL)
        return;
    DL_DELETE(core->waits.jobs, wait);
    wait->done.work(core, wait, result);
    wait_free(wait);
}

void wait_hung_up(struct core *core, uint64_t conn)
{
    static const struct work_result nothing = {.lacks_memory = true};
    struct wait *wait;
    struct wait *next;
    DL_FOREACH_SAFE(core->waits.jobs, wait, next)
        if (wait->origin.conn == conn && core->ports.drop_work(core->ports.ctx, wait->number))
            wait_work_done(core, wait->number, &nothing);
}

void waits_deinit(struct core *core)
{
    wait_free_all(&core->waits.jobs);
}
