/* SPDX-License-Identifier: MIT */
#include "tests/sim/schedule.h"

#include "tests/sim/sim.h"

#include <stdlib.h>

static bool is_before(const struct thing *a, const struct thing *b)
{
    if (a->at_ms != b->at_ms)
        return a->at_ms < b->at_ms;
    return a->order < b->order;
}

static void swap(struct thing *a, struct thing *b)
{
    struct thing kept = *a;
    *a = *b;
    *b = kept;
}

static void sift_up(struct thing_heap *heap, size_t at)
{
    while (at > 0 && is_before(&heap->things[at], &heap->things[(at - 1) / 2])) {
        swap(&heap->things[at], &heap->things[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
}

static void sift_down(struct thing_heap *heap, size_t at)
{
    for (;;) {
        size_t first = at;
        for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < heap->count; child++)
            if (is_before(&heap->things[child], &heap->things[first]))
                first = child;
        if (first == at)
            return;
        swap(&heap->things[at], &heap->things[first]);
        at = first;
    }
}

static struct thing heap_pop(struct thing_heap *heap)
{
    struct thing top = heap->things[0];
    heap->things[0] = heap->things[--heap->count];
    sift_down(heap, 0);
    return top;
}

void schedule_put(struct schedule *schedule, const struct thing *thing)
{
    struct thing_heap *heap = thing->kind < THING_FIRST_OF_LIFE ? &schedule->own : &schedule->life;
    heap->things = sim_grow(heap->things, heap->count, &heap->cap, sizeof(*heap->things));
    heap->things[heap->count++] = *thing;
    sift_up(heap, heap->count - 1);
}

static struct thing_heap *next_heap(struct schedule *schedule, bool with_life)
{
    struct thing_heap *own = &schedule->own;
    struct thing_heap *life = &schedule->life;
    if (!with_life || life->count == 0)
        return own;
    return own->count > 0 && is_before(&own->things[0], &life->things[0]) ? own : life;
}

int64_t schedule_next_ms(const struct schedule *schedule, bool with_life)
{
    int64_t next_ms = schedule->own.count > 0 ? schedule->own.things[0].at_ms : INT64_MAX;
    if (with_life && schedule->life.count > 0 && schedule->life.things[0].at_ms < next_ms)
        next_ms = schedule->life.things[0].at_ms;
    return next_ms;
}

bool schedule_take(struct schedule *schedule, int64_t now_ms, bool with_life,
                   struct thing *thing_out)
{
    struct thing_heap *heap = next_heap(schedule, with_life);
    if (heap->count == 0 || heap->things[0].at_ms > now_ms)
        return false;
    *thing_out = heap_pop(heap);
    return true;
}

void schedule_forget(struct schedule *schedule, enum thing_kind kind)
{
    struct thing_heap *heap = &schedule->own;
    size_t kept = 0;
    for (size_t i = 0; i < heap->count; i++)
        if (heap->things[i].kind != kind)
            heap->things[kept++] = heap->things[i];
    heap->count = kept;
    for (size_t i = kept; i-- > 0;)
        sift_down(heap, i);
}

void schedule_free(struct schedule *schedule)
{
    free(schedule->own.things);
    free(schedule->life.things);
}
