/* SPDX-License-Identifier: MIT */
/*
 * The list of jobs with an owner. There are few at once: as many as the queues of the workers hold.
 */
#include "server/core/turn/jobs.h"

#include "base/memory.h"
#include "server/core/desk/happen.h"
#include "server/core/turn/state.h"

#include <stdlib.h>

#include <utlist.h>

static bool is_owner(const struct job *job, struct work_owner owner)
{
    return job->owner.kind == owner.kind && job->owner.id == owner.id;
}

static struct job *find(const struct core *core, uint64_t number)
{
    struct job *job;
    DL_SEARCH_SCALAR(core->turn->jobs, job, number, number);
    return job;
}

static void forget(struct core *core, struct job *job)
{
    DL_DELETE(core->turn->jobs, job);
    free(job);
}

bool jobs_start(struct core *core, struct work_owner owner, const struct work *work)
{
    uint64_t number = ++core->turn->waits.last_job;
    if (!core->ports.work(core->ports.ctx, number, work))
        return false;
    struct job *job = mem_zero(sizeof(*job));
    job->number = number;
    job->kind = work->kind;
    job->owner = owner;
    DL_APPEND(core->turn->jobs, job);
    return true;
}

void jobs_drop(struct core *core, struct work_owner owner)
{
    struct job *job, *next;
    DL_FOREACH_SAFE(core->turn->jobs, job, next) {
        if (!is_owner(job, owner) || job->is_dropped)
            continue;
        job->is_dropped = true;
        if (core->ports.drop_work(core->ports.ctx, job->number))
            forget(core, job);
    }
}

unsigned jobs_count(struct core *core, jobs_counts_fn *counts, uint64_t subject)
{
    unsigned count = 0;
    const struct job *job;
    DL_FOREACH(core->turn->jobs, job)
        count += !job->is_dropped && counts(core, job->owner, subject) ? 1 : 0;
    return count;
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
    while (core->turn->jobs != NULL)
        forget(core, core->turn->jobs);
}
