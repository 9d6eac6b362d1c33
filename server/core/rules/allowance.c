/* SPDX-License-Identifier: MIT */
/*
 * For each key the moment at which its allowance is full again: a map that is also a list by the
 * last time that something was taken.
 */
#include "server/core/rules/allowance.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ENTRIES_MAX 65536

struct entry {
    UT_hash_handle by_key;
    int64_t taken_ms;
    int64_t full_ms;
    char key[];
};

struct allowance {
    int64_t per_ms;
    int64_t each_ms;
    struct entry *entries; /* uthash keeps them in the order of insertion */
};

int64_t bucket_take(int64_t *full_ms, int64_t each_ms, int64_t per_ms, int64_t now_ms)
{
    int64_t from_ms = *full_ms > now_ms ? *full_ms : now_ms;
    int64_t wait_ms = from_ms + each_ms - now_ms - per_ms;
    if (wait_ms > 0)
        return wait_ms;
    *full_ms = from_ms + each_ms;
    return 0;
}

struct allowance *allowance_new(uint32_t burst, int64_t per_ms)
{
    struct allowance *table = mem_zero(sizeof(*table));
    table->per_ms = per_ms;
    table->each_ms = per_ms / burst;
    return table;
}

static void entry_free(struct allowance *table, struct entry *entry)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): what is in the table has one */
    HASH_DELETE(by_key, table->entries, entry);
    free(entry);
}

void allowance_free(struct allowance *table)
{
    while (table->entries != NULL)
        entry_free(table, table->entries);
    free(table);
}

static bool is_full(const struct allowance *table, const struct entry *entry, int64_t now_ms)
{
    return entry->taken_ms + table->per_ms <= now_ms;
}

/* Frees allowances that are full again: they need not be kept. */
static void sweep(struct allowance *table, int64_t now_ms)
{
    struct entry *entry;
    struct entry *next;
    HASH_ITER(by_key, table->entries, entry, next) {
        if (!is_full(table, entry, now_ms))
            return;
        entry_free(table, entry);
    }
}

static void entry_add(struct allowance *table, const char *key, int64_t full_ms, int64_t now_ms)
{
    if (HASH_CNT(by_key, table->entries) >= ENTRIES_MAX)
        entry_free(table, table->entries);
    size_t len = strlen(key);
    struct entry *entry = mem_zero(sizeof(*entry) + len + 1);
    entry->taken_ms = now_ms;
    entry->full_ms = full_ms;
    memcpy(entry->key, key, len + 1);
    HASH_ADD_KEYPTR(by_key, table->entries, entry->key, len, entry);
}

static struct entry *entry_find(const struct allowance *table, const char *key)
{
    struct entry *entry = NULL;
    HASH_FIND(by_key, table->entries, key, strlen(key), entry);
    return entry;
}

int64_t allowance_wait_ms(const struct allowance *table, const char *key, int64_t now_ms)
{
    const struct entry *entry = entry_find(table, key);
    int64_t full_ms = entry != NULL ? entry->full_ms : now_ms;
    return bucket_take(&full_ms, table->each_ms, table->per_ms, now_ms);
}

int64_t allowance_take(struct allowance *table, const char *key, int64_t now_ms)
{
    sweep(table, now_ms);
    struct entry *entry = entry_find(table, key);
    int64_t full_ms = entry != NULL ? entry->full_ms : now_ms;
    int64_t wait_ms = bucket_take(&full_ms, table->each_ms, table->per_ms, now_ms);
    if (wait_ms > 0)
        return wait_ms;
    if (entry != NULL)
        entry_free(table, entry); /* to the end of the list */
    entry_add(table, key, full_ms, now_ms);
    return 0;
}
