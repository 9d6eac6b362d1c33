/* SPDX-License-Identifier: MIT */
/*
 * The list of jobs with an owner. There are few at once: as many as the queues of the workers hold.
 */
#include "server/core/turn/jobs.h"

#include "base/memory.h"
#include "server/core/desk/happen.h"

#include <stdlib.h>

#include <utlist.h>

static bool is_owner(const struct job *job, struct work_owner owner)
{
    return job->owner.kind == owner.kind && job->owner.id == owner.id;
}

static struct job *find(const struct core *core, uint64_t number)
{
    struct job *job;
    DL_SEARCH_SCALAR(core->jobs, job, number, number);
    return job;
}

static void forget(struct core *core, struct job *job)
{
    DL_DELETE(core->jobs, job);
    free(job);
}

bool jobs_start(struct core *core, struct work_owner owner, const struct work *work)
{
    uint64_t number = ++core->waits.last_job;
    if (!core->ports.work(core->ports.ctx, number, work))
        return false;
    struct job *job = mem_zero(sizeof(*job));
    job->number = number;
    job->kind = work->kind;
    job->owner = owner;
    DL_APPEND(core->jobs, job);
    return true;
}

void jobs_drop(struct core *core, struct work_owner owner)
{
    struct job *job, *next;
    DL_FOREACH_SAFE(core->jobs, job, next) {
        if (!is_owner(job, owner) || job->is_dropped)
            continue;
        job->is_dropped = true;
        if (core->ports.drop_work(core->ports.ctx, job->number))
            forget(core, job);
    }
}

static void tell(struct core *core, const struct job *job, const struct work_result *result,
                 bool is_over)
{
    const struct work_news news = {
        .owner = job->owner, .kind = job->kind, .result = result, .is_over = is_over};
    if (!job->is_dropped)
        happen_work_told(core, &news);
}

/* A listener may start and drop work. */
bool jobs_done(struct core *core, uint64_t number, const struct work_result *result)
{
    struct job *job = find(core, number);
    if (job == NULL)
        return false;
    const struct job done = *job;
    forget(core, job);
    tell(core, &done, result, true);
    return true;
}

bool jobs_got_on(struct core *core, uint64_t number, const struct work_result *so_far)
{
    const struct job *job = find(core, number);
    if (job != NULL)
        tell(core, job, so_far, false);
    return job != NULL;
}

void jobs_deinit(struct core *core)
{
    while (core->jobs != NULL)
        forget(core, core->jobs);
}
