/* SPDX-License-Identifier: MIT */
/*
 * A table from numbers to pointers, in which every message looks something up: open addressing with
 * linear probing, so that finding one of a million touches a cache line or two, and no memory of
 * the other values. (uthash, which is used elsewhere, follows a chain through the values
 * themselves.) One thread at a time.
 */
#ifndef PENTAD_BASE_ID_TABLE_H
#define PENTAD_BASE_ID_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct id_slot;

/* All zero is empty. */
struct id_table {
    struct id_slot *slots; /* a power of two of them; NULL while there are none */
    size_t slot_count;
    unsigned slot_bits; /* the binary logarithm of slot_count */
    size_t count;
};

/* Frees the table's own memory. It is empty afterwards and may be used again. */
void id_table_deinit(struct id_table *table);
/* Adds `value`, not NULL, under an `id` that is not there yet. Borrows it until it is removed. */
void id_table_add(struct id_table *table, uint64_t id, void *value);
/* Returns the value under `id`, or NULL. */
void *id_table_find(const struct id_table *table, uint64_t id);
/* Removes an `id` that the table has. Gives memory back when most of it is not needed. */
void id_table_remove(struct id_table *table, uint64_t id);
/* Removes everything; keeps its memory if it is small. */
void id_table_clear(struct id_table *table);

#endif
