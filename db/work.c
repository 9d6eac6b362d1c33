/* SPDX-License-Identifier: MIT */
/*
 * Pieces of work and their lists. The targets of a query's pointers and the first block of its
 * answer's arena share one allocation with it. Thread-agnostic: the thread that holds a list uses
 * it alone.
 */
#include "db/work.h"

#include "base/memory.h"
#include "db/record.h"

#include <stdlib.h>

/* The memory that most answers take, by their cost. */
static const size_t FIRST_SIZES[] = {
    [COST_ROW] = 2048,
    [COST_PAGE] = 4096,
    [COST_GAMES] = 16384,
};

static struct work *work_new(enum work_kind kind, uint64_t number)
{
    struct work *work = mem_alloc(sizeof(*work));
    *work = (struct work){.kind = kind, .number = number};
    return work;
}

struct work *work__new_batch(uint64_t number, struct store_batch *take_batch)
{
    struct work *work = work_new(WORK_BATCH, number);
    work->batch = take_batch;
    return work;
}

struct work *work__new_resume(void)
{
    return work_new(WORK_RESUME, 0);
}

struct work *work__new_query(uint64_t number, const struct store_query *query)
{
    struct work *work = work_new(WORK_QUERY, number);
    size_t first_size = FIRST_SIZES[query__row(query->kind)->cost];
    struct work_query *question = mem_alloc(sizeof(*question) + first_size);
    *question = (struct work_query){.query = *query, .answer.kind = query->kind};
    arena_init(&question->arena, question->first_block, first_size);
    record__copy(query__row(query->kind)->record, &question->query.as, &question->arena);
    work->question = question;
    return work;
}

void work__free(struct work *work)
{
    if (work->question != NULL)
        arena_deinit(&work->question->arena);
    free(work->question);
    store_batch_free(work->batch);
    free(work);
}

void work__push(struct work_list *list, struct work *take_work)
{
    take_work->next = NULL;
    if (list->last != NULL)
        list->last->next = take_work;
    else
        list->first = take_work;
    list->last = take_work;
}

struct work *work__pop(struct work_list *list)
{
    struct work *work = list->first;
    if (work == NULL)
        return NULL;
    list->first = work->next;
    if (list->first == NULL)
        list->last = NULL;
    work->next = NULL;
    return work;
}

void work__move_all(struct work_list *from, struct work_list *to)
{
    if (from->first == NULL)
        return;
    if (to->last != NULL)
        to->last->next = from->first;
    else
        to->first = from->first;
    to->last = from->last;
    *from = (struct work_list){0};
}

void work__free_all(struct work_list *list)
{
    for (struct work *work = work__pop(list); work != NULL; work = work__pop(list))
        work__free(work);
}

void work__report(struct work *take_work, const struct store_listener *listener)
{
    struct work *work = take_work;
    if (work->kind == WORK_BATCH)
        listener->batch_done(listener->ctx, work->number, work->status, work->batch);
    else if (work->kind == WORK_QUERY)
        listener->query_done(listener->ctx, work->number, work->status,
                             work->status == STORE_OK ? &work->question->answer : NULL);
    work__free(work);
}
