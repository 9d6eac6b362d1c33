/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. The table of positions: what a search found out about a position that it may
 * meet again. It lives in lent memory; an entry from an earlier search is of the same position, or
 * is not found.
 */
#ifndef PENTAD_BRAIN_SEARCH_TABLE_H
#define PENTAD_BRAIN_SEARCH_TABLE_H

#include <stddef.h>
#include <stdint.h>

enum bound {
    BOUND_NONE,
    BOUND_LOWER, /* the score is at least this */
    BOUND_UPPER,
    BOUND_EXACT,
};

struct table_entry {
    uint64_t key;
    int16_t score;
    uint16_t cell; /* the best move; anything if there is none */
    uint8_t depth;
    uint8_t bound; /* enum bound */
};

struct table {
    struct table_entry *entries;
    size_t count; /* a power of two, at least 2 */
};

/* The entry of the position, or NULL. */
static inline const struct table_entry *table__find(const struct table *table, uint64_t key)
{
    struct table_entry *pair = &table->entries[key & (table->count - 2)];
    if (pair[0].key == key)
        return pair[0].bound != BOUND_NONE ? &pair[0] : NULL;
    return pair[1].key == key && pair[1].bound != BOUND_NONE ? &pair[1] : NULL;
}

/* Of two places, the first keeps what was searched deeper, the second what came last. */
static inline void table__store(struct table *table, const struct table_entry *entry)
{
    struct table_entry *pair = &table->entries[entry->key & (table->count - 2)];
    if (pair[0].key == entry->key || pair[0].depth <= entry->depth) {
        pair[0] = *entry;
        return;
    }
    pair[1] = *entry;
    pair[0].depth--; /* old entries give way in the end */
}

#endif
