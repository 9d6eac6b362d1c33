/* SPDX-License-Identifier: MIT */
/*
 * The table of failures: a map that is also a list by age.
 */
#include "server/core/rules/backoff.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define ENTRIES_MAX 4096
#define DOUBLINGS_MAX 16

struct entry {
    UT_hash_handle by_key;
    unsigned failures;
    int64_t failed_ms; /* the last failure */
    int64_t until_ms;
    char key[];
};

struct backoff {
    unsigned free_failures;
    struct entry *entries; /* uthash keeps them in the order of insertion */
};

struct backoff *backoff_new(unsigned free_failures)
{
    struct backoff *table = mem_zero(sizeof(*table));
    table->free_failures = free_failures;
    return table;
}

static void entry_free(struct backoff *table, struct entry *entry)
{
    HASH_DELETE(by_key, table->entries, entry);
    free(entry);
}

void backoff_free(struct backoff *table)
{
    while (table->entries != NULL)
        entry_free(table, table->entries);
    free(table);
}

static struct entry *entry_find(const struct backoff *table, const char *key)
{
    struct entry *entry = NULL;
    HASH_FIND(by_key, table->entries, key, strlen(key), entry);
    return entry;
}

static struct entry *entry_add(struct backoff *table, const char *key)
{
    if (HASH_CNT(by_key, table->entries) >= ENTRIES_MAX)
        entry_free(table, table->entries);
    size_t len = strlen(key);
    struct entry *entry = mem_zero(sizeof(*entry) + len + 1);
    memcpy(entry->key, key, len + 1);
    HASH_ADD_KEYPTR(by_key, table->entries, entry->key, len, entry);
    return entry;
}

int64_t backoff_wait_ms(const struct backoff *table, const char *key, int64_t now_ms)
{
    const struct entry *entry = entry_find(table, key);
    return entry != NULL && entry->until_ms > now_ms ? entry->until_ms - now_ms : 0;
}

void backoff_failed(struct backoff *table, const char *key, int64_t now_ms)
{
    struct entry *entry = entry_find(table, key);
    if (entry == NULL)
        entry = entry_add(table, key);
    if (entry->failed_ms + BACKOFF_FORGET_MS <= now_ms)
        entry->failures = 0;
    entry->failed_ms = now_ms;
    entry->failures++;
    if (entry->failures <= table->free_failures)
        return;
    unsigned doublings = entry->failures - table->free_failures - 1;
    int64_t wait_ms = BACKOFF_FIRST_MS << (doublings < DOUBLINGS_MAX ? doublings : DOUBLINGS_MAX);
    entry->until_ms = now_ms + (wait_ms < BACKOFF_MAX_MS ? wait_ms : BACKOFF_MAX_MS);
}

void backoff_succeeded(struct backoff *table, const char *key)
{
    struct entry *entry = entry_find(table, key);
    if (entry != NULL)
        entry_free(table, entry);
}
