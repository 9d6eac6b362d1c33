/* SPDX-License-Identifier: MIT */
/*
 * The heap: no deadline is before that at half its place.
 */
#include "server/core/rules/deadlines.h"

#include "base/memory.h"

#include <stdlib.h>

#define SIZE_FIRST 64

static void put(struct deadlines *deadlines, size_t place, struct deadline *deadline)
{
    deadlines->heap[place] = deadline;
    deadline->place = (uint32_t)place;
}

/* Looks for the place of `deadline`, from `place` towards the first. */
static size_t sift_up(struct deadlines *deadlines, size_t place, const struct deadline *deadline)
{
    while (place > 1 && deadlines->heap[place / 2]->at_ms > deadline->at_ms) {
        put(deadlines, place, deadlines->heap[place / 2]);
        place /= 2;
    }
    return place;
}

static size_t sift_down(struct deadlines *deadlines, size_t place, const struct deadline *deadline)
{
    while (place * 2 <= deadlines->count) {
        size_t child = place * 2;
        if (child < deadlines->count &&
            deadlines->heap[child + 1]->at_ms < deadlines->heap[child]->at_ms)
            child++;
        if (deadlines->heap[child]->at_ms >= deadline->at_ms)
            break;
        put(deadlines, place, deadlines->heap[child]);
        place = child;
    }
    return place;
}

static void settle(struct deadlines *deadlines, size_t place, struct deadline *deadline)
{
    place = sift_up(deadlines, place, deadline);
    place = sift_down(deadlines, place, deadline);
    put(deadlines, place, deadline);
}

static size_t place_new(struct deadlines *deadlines)
{
    if (deadlines->count + 1 >= deadlines->size) {
        deadlines->size = deadlines->size == 0 ? SIZE_FIRST : deadlines->size * 2;
        deadlines->heap = mem_grow(deadlines->heap, deadlines->size * sizeof(struct deadline *));
    }
    return ++deadlines->count;
}

void deadline_set(struct deadlines *deadlines, struct deadline *deadline, int64_t at_ms)
{
    if (at_ms == INT64_MAX) {
        deadline_clear(deadlines, deadline);
        return;
    }
    deadline->at_ms = at_ms;
    settle(deadlines, deadline->place != 0 ? deadline->place : place_new(deadlines), deadline);
}

void deadline_clear(struct deadlines *deadlines, struct deadline *deadline)
{
    size_t place = deadline->place;
    if (place == 0)
        return;
    struct deadline *last = deadlines->heap[deadlines->count--];
    if (last != deadline)
        settle(deadlines, place, last);
    *deadline = (struct deadline){0};
}

struct deadline *deadlines_first(const struct deadlines *deadlines)
{
    return deadlines->count > 0 ? deadlines->heap[1] : NULL;
}

void deadlines_deinit(struct deadlines *deadlines)
{
    free(deadlines->heap);
    *deadlines = (struct deadlines){0};
}
