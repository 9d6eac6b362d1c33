/* SPDX-License-Identifier: MIT */
/*
 * Linear probing: an entry lies in the slot that its id hashes to, or behind it with no empty slot
 * between, so that a search may end at the first empty one. Removing moves what follows back, which
 * keeps that true without marks for what was removed. At most three quarters of the slots are used.
 */
#include "base/id_table.h"

#include "base/memory.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define SLOT_BITS_MIN 4
#define SLOT_BITS_KEPT 10 /* by a table that is cleared */

struct id_slot {
    uint64_t id;
    void *value; /* NULL: the slot is empty */
};

/* Ids are often numbers that follow each other, or differ in few bits only; the high bits of the
 * product with 2^64 / phi are spread evenly all the same (Knuth, The Art of Computer Programming,
 * volume 3, section 6.4). */
static size_t home_of(const struct id_table *table, uint64_t id)
{
    return (size_t)((id * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - table->slot_bits));
}

static size_t slot_after(const struct id_table *table, size_t slot)
{
    return (slot + 1) & (table->slot_count - 1);
}

/* The slot that has `id`, or the empty one where it would go. The table has slots. */
static size_t slot_of(const struct id_table *table, uint64_t id)
{
    size_t slot = home_of(table, id);
    while (table->slots[slot].value != NULL && table->slots[slot].id != id)
        slot = slot_after(table, slot);
    return slot;
}

static void resize(struct id_table *table, unsigned slot_bits)
{
    const struct id_table old = *table;
    table->slot_bits = slot_bits;
    table->slot_count = (size_t)1 << slot_bits;
    table->slots = mem_zero(table->slot_count * sizeof(*table->slots));
    for (size_t i = 0; i < old.slot_count; i++)
        if (old.slots[i].value != NULL)
            table->slots[slot_of(table, old.slots[i].id)] = old.slots[i];
    free(old.slots);
}

void id_table_deinit(struct id_table *table)
{
    free(table->slots);
    *table = (struct id_table){0};
}

void id_table_add(struct id_table *table, uint64_t id, void *value)
{
    if (table->slot_count == 0)
        resize(table, SLOT_BITS_MIN);
    else if ((table->count + 1) * 4 > table->slot_count * 3)
        resize(table, table->slot_bits + 1);
    size_t slot = slot_of(table, id);
    assert(table->slots[slot].value == NULL && value != NULL);
    table->slots[slot] = (struct id_slot){.id = id, .value = value};
    table->count++;
}

void *id_table_find(const struct id_table *table, uint64_t id)
{
    return table->count == 0 ? NULL : table->slots[slot_of(table, id)].value;
}

/* Whether an entry at `from` is found from its home on without `hole`, which lies before it. */
static bool may_stay(const struct id_table *table, size_t hole, size_t from)
{
    size_t mask = table->slot_count - 1;
    size_t home = home_of(table, table->slots[from].id);
    return ((from - home) & mask) < ((from - hole) & mask);
}

void id_table_remove(struct id_table *table, uint64_t id)
{
    size_t hole = slot_of(table, id);
    assert(table->slots[hole].value != NULL);
    for (size_t slot = slot_after(table, hole); table->slots[slot].value != NULL;
         slot = slot_after(table, slot)) {
        if (may_stay(table, hole, slot))
            continue;
        table->slots[hole] = table->slots[slot];
        hole = slot;
    }
    table->slots[hole] = (struct id_slot){0};
    table->count--;
    if (table->slot_bits > SLOT_BITS_MIN && table->count * 8 < table->slot_count)
        resize(table, table->slot_bits - 1);
}

void id_table_clear(struct id_table *table)
{
    if (table->slot_bits > SLOT_BITS_KEPT)
        id_table_deinit(table);
    else if (table->count > 0)
        memset(table->slots, 0, table->slot_count * sizeof(*table->slots));
    table->count = 0;
}
