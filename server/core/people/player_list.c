/* SPDX-License-Identifier: MIT */
/*
 * Lists of players, as server/core/people/player_list.h describes them.
 */
#include "server/core/people/player_list.h"

#include "base/memory.h"
#include "server/core/people/state.h"
#include "server/core/turn/writes.h"

#include <string.h>

static size_t size_of(size_t max)
{
    return sizeof(struct player_list) + max * sizeof(uint64_t);
}

struct player_list *player_list_own(struct player_list **list, size_t max)
{
    if (*list == NULL) {
        *list = mem_zero(size_of(max));
        (*list)->max = max;
    }
    return *list;
}

struct player_list *player_list_of(const uint64_t *ids, size_t count, size_t max)
{
    struct player_list *list = NULL;
    if (count == 0)
        return NULL;
    player_list_own(&list, max);
    list->count = count < max ? count : max;
    memcpy(list->ids, ids, list->count * sizeof(*ids));
    return list;
}

/* The place of the id, or the place where it would stand. */
static size_t place_of(const struct player_list *list, uint64_t id)
{
    size_t first = 0;
    size_t end = list->count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (list->ids[middle] < id)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

bool player_list_has(const struct player_list *list, uint64_t id)
{
    if (list == NULL)
        return false;
    size_t at = place_of(list, id);
    return at < list->count && list->ids[at] == id;
}

bool player_list_is_full(const struct player_list *list)
{
    return list != NULL && list->count == list->max;
}

void player_list_add(struct core *core, struct player_list *list, uint64_t id,
                     const struct writes_owner *kind, void *owner)
{
    writes_touch(core, list, size_of(list->max), kind, owner);
    uint64_t *place = list->ids + place_of(list, id);
    const uint64_t *end = list->ids + list->count++;
    memmove(place + 1, place, (size_t)(end - place) * sizeof(*place));
    *place = id;
}

void player_list_remove(struct core *core, struct player_list *list, uint64_t id,
                        const struct writes_owner *kind, void *owner)
{
    writes_touch(core, list, size_of(list->max), kind, owner);
    uint64_t *place = list->ids + place_of(list, id);
    const uint64_t *end = list->ids + --list->count;
    memmove(place, place + 1, (size_t)(end - place) * sizeof(*place));
}
