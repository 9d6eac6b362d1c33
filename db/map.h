/* SPDX-License-Identifier: MIT */
/*
 * Private to db/. A map from keys to records, with the nodes inside the records: adding allocates
 * nothing of its own but the table. A record may be in several maps, with a node for each. Borrows
 * records and keys, which stay where they are while they are in the map.
 */
#ifndef PENTAD_DB_MAP_H
#define PENTAD_DB_MAP_H

#include "base/hash.h"

#include <stddef.h>

struct map_node {
    void *owner; /* the record */
    UT_hash_handle hh;
};

/* All zero is empty. `first` and map__next() walk in the order of adding, or as sorted. */
struct map {
    struct map_node *first;
};

/* No record has this key. */
void map__add(struct map *map, struct map_node *node, void *owner, const void *key, size_t size);
/* The record, or NULL. */
void *map__find(const struct map *map, const void *key, size_t size);
/* `node` is in the map. */
void map__remove(struct map *map, struct map_node *node);
/* NULL behind the last one. */
struct map_node *map__next(const struct map_node *node);
/* For a map whose keys are uint64_t: walks go from the smallest on. */
void map__sort_by_id(struct map *map);
/* Empties the map and calls `release` for each record; NULL: nobody is called. */
void map__clear(struct map *map, void (*release)(void *owner));

#endif
