/* SPDX-License-Identifier: MIT */
/*
 * Waits, and the list of jobs under way.
 */
#include "server/core/turn/wait.h"

#include "base/memory.h"
#include "server/core/desk/address.h"
#include "server/core/desk/conn.h"
#include "server/core/desk/happen.h"
#include "server/core/turn/call.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/state.h"
#include "server/core/turn/turn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

struct wait *wait_new(const struct call *call, void *take_data)
{
    struct wait *wait = mem_zero(sizeof(*wait));
    wait->reply_to = call->reply_to;
    wait->asker = call->asker;
    wait->op = call->op;
    wait->use = key_use_hold(call->use);
    wait->data = take_data;
    return wait;
}

struct wait *wait_again(struct wait *wait)
{
    struct wait *next = mem_zero(sizeof(*next));
    next->reply_to = wait->reply_to;
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
    free(wait->inside.query);
    free(wait->data);
    free(wait);
}

struct wait *wait_find(struct wait *list, uint64_t number)
{
    struct wait *wait;
    DL_FOREACH2(list, wait, inside.next)
        if (wait->number == number)
            return wait;
    return NULL;
}

void wait_free_all(struct wait **list)
{
    while (*list != NULL) {
        struct wait *wait = *list;
        DL_DELETE2(*list, wait, inside.prev, inside.next);
        wait_free(wait);
    }
}

/* ------------------------------------------------------------------ work */

/* Jobs that were asked for from there and are not done, those of the gone that were begun, too. */
static size_t jobs_from(const struct core *core, const char *address)
{
    size_t count = 0;
    const struct wait *wait;
    DL_FOREACH2(core->turn->waits.jobs, wait, inside.next)
        count += strcmp(wait->inside.address, address) == 0 ? 1 : 0;
    return count;
}

/* Whether a job may begin for the one who asks. The operator has no address. */
static int take_share(struct core *core, struct wait *wait)
{
    const char *address = conn_address(core, wait->reply_to.conn);
    if (!conn_is_open(core, wait->reply_to.conn))
        return ERR_BUSY;
    if (wait->asker.is_local)
        return 0;
    if (jobs_from(core, address) >= core->options.passwords_per_address)
        return ERR_ADDRESS_BUSY;
    snprintf(wait->inside.address, sizeof(wait->inside.address), "%s", address);
    return 0;
}

/* The customer (desk/address.h) to whom the work of the wait belongs. */
static uint64_t customer_of(const struct core *core, const struct wait *wait)
{
    uint64_t customer = address_customer(conn_network(core, wait->reply_to.conn));
    if (wait->asker.is_local)
        return 0;
    return customer != 0 ? customer : UINT64_MAX; /* all whose address is not known */
}

static struct job_share *share_enter(struct core *core, enum work_class class, uint64_t who)
{
    struct job_share *share;
    DL_FOREACH(core->turn->waits.shares, share)
        if (share->class == class && share->who == who)
            break;
    if (share == NULL) {
        share = mem_zero(sizeof(*share));
        *share = (struct job_share){.class = class, .who = who};
        DL_APPEND(core->turn->waits.shares, share);
    }
    share->count++;
    return share;
}

static void share_leave(struct core *core, struct job_share *share)
{
    if (--share->count > 0)
        return;
    DL_DELETE(core->turn->waits.shares, share);
    free(share);
}

/* Lets the newest job of whoever has the most of the class give way to one of `own`, which is
 * counted. It is told when the turn ends: nobody's completion runs inside another's request. */
static bool make_place(struct core *core, const struct job_share *own)
{
    const struct job_share *longest = own;
    const struct job_share *share;
    struct wait *newest = NULL;
    struct wait *wait;
    DL_FOREACH(core->turn->waits.shares, share)
        if (share->class == own->class && share->who != 0 && share->count > longest->count)
            longest = share;
    DL_FOREACH2(core->turn->waits.jobs, wait, inside.next)
        newest = longest != own && wait->inside.share == longest ? wait : newest;
    if (newest == NULL || !core->ports.drop_work(core->ports.ctx, newest->number))
        return false; /* to change places would help nobody, or all of them were begun */
    DL_DELETE2(core->turn->waits.jobs, newest, inside.prev, inside.next);
    share_leave(core, newest->inside.share);
    DL_APPEND2(core->turn->waits.refused, newest, inside.prev, inside.next);
    return true;
}

int wait_work(struct core *core, struct wait *wait, const struct work *work, wait_work_fn *done)
{
    int status = take_share(core, wait);
    if (status != 0)
        return status;
    struct work shared = *work;
    shared.share = customer_of(core, wait);
    wait->inside.share = share_enter(core, work_kind_info(work->kind)->in, shared.share);
    wait->number = ++core->turn->waits.last_job;
    wait->kind = WAIT_WORKER;
    wait->done.work = done;
    bool is_started = core->ports.work(core->ports.ctx, wait->number, &shared);
    if (!is_started && make_place(core, wait->inside.share))
        is_started = core->ports.work(core->ports.ctx, wait->number, &shared);
    if (is_started)
        DL_APPEND2(core->turn->waits.jobs, wait, inside.prev, inside.next);
    else
        share_leave(core, wait->inside.share);
    return is_started ? 0 : ERR_BUSY;
}

int wait_work_failed(const struct work_result *result, int64_t *retry_after_ms_out)
{
    *retry_after_ms_out = result->lacks_memory ? SHORTAGE_RETRY_MS : WAIT_WORK_RETRY_MS;
    if (result->lacks_memory)
        return ERR_OUT_OF_MEMORY;
    return result->is_stopped ? ERR_BUSY : 0;
}

void wait_work_done(struct core *core, uint64_t job, const struct work_result *result)
{
    struct wait *wait = wait_find(core->turn->waits.jobs, job);
    if (wait == NULL)
        return;
    DL_DELETE2(core->turn->waits.jobs, wait, inside.prev, inside.next);
    share_leave(core, wait->inside.share);
    wait->done.work(core, wait, result);
    wait_free(wait);
}

void waits_tell_refused(struct core *core)
{
    static const struct work_result nothing = {.is_stopped = true};
    while (core->turn->waits.refused != NULL) {
        struct wait *wait = core->turn->waits.refused;
        DL_DELETE2(core->turn->waits.refused, wait, inside.prev, inside.next);
        arena_reset(&core->arena);
        wait->done.work(core, wait, &nothing);
        wait_free(wait);
    }
}

void wait_hung_up(struct core *core, uint64_t conn)
{
    static const struct work_result nothing = {.lacks_memory = true};
    struct wait *wait;
    struct wait *next;
    DL_FOREACH_SAFE2(core->turn->waits.jobs, wait, next, inside.next)
        if (wait->reply_to.conn == conn && core->ports.drop_work(core->ports.ctx, wait->number))
            wait_work_done(core, wait->number, &nothing);
}

void waits_deinit(struct core *core)
{
    struct job_share *share, *next;
    wait_free_all(&core->turn->waits.jobs);
    wait_free_all(&core->turn->waits.refused);
    DL_FOREACH_SAFE(core->turn->waits.shares, share, next)
        free(share);
    core->turn->waits.shares = NULL;
}

/* ------------------------------------------------------------------ jobs */

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

/* A subscriber may start and drop work. */
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
