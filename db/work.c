/* SPDX-License-Identifier: MIT */
/*
 * Pieces of work and their lists. A query's texts, its days and the first block of its answer's
 * arena share one allocation with it. Thread-agnostic: whoever holds a list uses it alone.
 */
#include "db/work.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Enough for a player with its texts, or a page of a leaderboard. */
#define ANSWER_FIRST_SIZE 4096

struct query_memory {
    struct work_query question;
    char answer[ANSWER_FIRST_SIZE];
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

static const int64_t *days_copy(struct arena *arena, const struct store_query *query)
{
    size_t size = (query->days + 1) * sizeof(*query->day_starts);
    return memcpy(arena_alloc(arena, size), query->day_starts, size);
}

struct work *work__new_query(uint64_t number, const struct store_query *query)
{
    struct work *work = work_new(WORK_QUERY, number);
    struct query_memory *memory = mem_alloc(sizeof(*memory));
    struct work_query *question = &memory->question;
    *question = (struct work_query){.query = *query, .answer.kind = query->kind};
    arena_init(&question->arena, memory->answer, sizeof(memory->answer));
    if (query->text != NULL)
        question->query.text = arena_text(&question->arena, query->text, strlen(query->text));
    if (query->after != NULL)
        question->query.after = arena_text(&question->arena, query->after, strlen(query->after));
    if (query->day_starts != NULL)
        question->query.day_starts = days_copy(&question->arena, query);
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
