/* SPDX-License-Identifier: MIT */
/*
 * Maps: the only file of db/ that meets the macros of uthash. Any thread, one at a time.
 */
#include "db/map.h"

#include <stdint.h>

/* NOLINTBEGIN(readability-function-size,clang-analyzer-unix.Malloc): the macros are large, and the
 * analyser takes the table for freed when the last node leaves it. */

void map__add(struct map *map, struct map_node *node, void *owner, const void *key, size_t size)
{
    node->owner = owner;
    HASH_ADD_KEYPTR(hh, map->first, key, size, node);
}

void *map__find(const struct map *map, const void *key, size_t size)
{
    struct map_node *node = NULL;
    HASH_FIND(hh, map->first, key, size, node);
    return node == NULL ? NULL : node->owner;
}

void map__remove(struct map *map, struct map_node *node)
{
    HASH_DELETE(hh, map->first, node);
}

static int compare_ids(const struct map_node *a, const struct map_node *b)
{
    uint64_t left = *(const uint64_t *)a->hh.key;
    uint64_t right = *(const uint64_t *)b->hh.key;
    return (left > right) - (left < right);
}

void map__sort_by_id(struct map *map)
{
    HASH_SRT(hh, map->first, compare_ids);
}

void map__clear(struct map *map, void (*release)(void *owner))
{
    struct map_node *node = map->first;
    HASH_CLEAR(hh, map->first);
    while (node != NULL && release != NULL) {
        struct map_node *next = node->hh.next;
        release(node->owner);
        node = next;
    }
}

/* NOLINTEND(readability-function-size,clang-analyzer-unix.Malloc) */

struct map_node *map__next(const struct map_node *node)
{
    return node->hh.next;
}
