/* SPDX-License-Identifier: MIT */
/*
 * The table is an array of entries with chains by hash. While it has room, it only grows; after
 * that a hand goes round, and of the entries that it passes and in which nothing counts, the
 * newcomer gets the one with the oldest last guess.
 */
#include "server/core/rules/guesses.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

#define DOUBLINGS_MAX 16
#define DAY_MS (INT64_C(24) * 3600 * 1000)
#define LOOKS 64       /* entries that the hand passes for one newcomer, at the most */
#define SHARED_BITS 12 /* the logarithm of the number of entries that newcomers share */
#define NO_ENTRY UINT32_MAX

struct entry {
    uint64_t who;
    uint32_t next; /* in the chain */
    uint32_t row;
    uint32_t today;
    uint32_t stored; /* of today */
    int64_t day;
    int64_t last_ms; /* monotonic, as the next one */
    int64_t until_ms;
};

struct guesses {
    struct guess_limits limits;
    uint32_t size;
    uint32_t count;
    uint32_t hand;
    unsigned bucket_bits;
    uint32_t *buckets;
    struct entry *entries;
    struct entry shared[1 << SHARED_BITS];
};

/* ------------------------------------------------------------------ the table */

struct guesses *guesses_new(size_t entries, struct guess_limits limits)
{
    struct guesses *table = mem_zero(sizeof(*table));
    assert(entries > 0 && entries < NO_ENTRY);
    table->limits = limits;
    table->size = (uint32_t)entries;
    while ((size_t)1 << table->bucket_bits < entries || table->bucket_bits == 0)
        table->bucket_bits++;
    size_t buckets = (size_t)1 << table->bucket_bits;
    table->buckets = mem_alloc(buckets * sizeof(*table->buckets));
    for (size_t i = 0; i < buckets; i++)
        table->buckets[i] = NO_ENTRY;
    table->entries = mem_zero(entries * sizeof(*table->entries));
    return table;
}

void guesses_free(struct guesses *table)
{
    if (table == NULL)
        return;
    free(table->buckets);
    free(table->entries);
    free(table);
}

/* The high `bits` of a number that depends on all bits of this one (the finalizer of MurmurHash3,
 * by Austin Appleby, who put it in the public domain). */
static size_t mix(uint64_t number, unsigned bits)
{
    number = (number ^ number >> 33) * UINT64_C(0xff51afd7ed558ccd);
    number = (number ^ number >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return (size_t)((number ^ number >> 33) >> (64 - bits));
}

static uint32_t *bucket_of(const struct guesses *table, uint64_t who)
{
    return &table->buckets[mix(who, table->bucket_bits)];
}

static void unlink_entry(struct guesses *table, uint32_t at)
{
    uint32_t *link = bucket_of(table, table->entries[at].who);
    while (*link != at)
        link = &table->entries[*link].next;
    *link = table->entries[at].next;
}

/* Neither a wait, nor a row, nor a guess of today. */
static bool is_idle(const struct entry *entry, struct moment now)
{
    return entry->last_ms + GUESSES_FORGET_MS <= moment_passed_ms(now) &&
           entry->until_ms <= moment_passed_ms(now) &&
           (entry->today == 0 || entry->day != guesses_day(now));
}

/* An entry for a newcomer; NO_ENTRY if each that the hand passed still counts. */
static uint32_t take_entry(struct guesses *table, struct moment now)
{
    uint32_t oldest = NO_ENTRY;
    if (table->count < table->size)
        return table->count++;
    for (uint32_t looks = 0; looks < LOOKS && looks < table->size; looks++) {
        uint32_t at = table->hand;
        table->hand = (table->hand + 1) % table->size;
        const struct entry *entry = &table->entries[at];
        if (is_idle(entry, now) &&
            (oldest == NO_ENTRY || entry->last_ms < table->entries[oldest].last_ms))
            oldest = at;
    }
    if (oldest != NO_ENTRY)
        unlink_entry(table, oldest);
    return oldest;
}

/* Drops entries that are over. */
static struct entry *refresh(struct entry *entry, struct moment now)
{
    if (entry->last_ms + GUESSES_FORGET_MS <= moment_passed_ms(now))
        entry->row = 0;
    if (entry->day != guesses_day(now)) {
        entry->today = 0;
        entry->stored = 0;
    }
    entry->day = guesses_day(now);
    return entry;
}

/* NULL: there is none of its own. */
static struct entry *find(const struct guesses *table, uint64_t who)
{
    uint32_t at = *bucket_of(table, who);
    while (at != NO_ENTRY && table->entries[at].who != who)
        at = table->entries[at].next;
    return at != NO_ENTRY ? &table->entries[at] : NULL;
}

static struct entry *shared_of(struct guesses *table, const struct guess_key *key)
{
    return &table->shared[mix(key->neighbours, SHARED_BITS)];
}

/* The entry of the key, or a new one, or the one that it shares. */
static struct entry *entry_of(struct guesses *table, const struct guess_key *key, struct moment now)
{
    struct entry *entry = find(table, key->who);
    if (entry != NULL)
        return refresh(entry, now);
    uint32_t at = take_entry(table, now);
    if (at == NO_ENTRY)
        return refresh(shared_of(table, key), now);
    uint32_t *bucket = bucket_of(table, key->who);
    table->entries[at] = (struct entry){.who = key->who, .next = *bucket, .last_ms = INT64_MIN / 2};
    *bucket = at;
    return refresh(&table->entries[at], now);
}

/* Looking alone takes no entry. */
static const struct entry *look(struct guesses *table, const struct guess_key *key,
                                struct moment now)
{
    static const struct entry nothing = {.last_ms = INT64_MIN / 2};
    struct entry *entry = find(table, key->who);
    if (entry == NULL && table->count == table->size)
        entry = shared_of(table, key);
    return entry != NULL ? refresh(entry, now) : &nothing;
}

/* ------------------------------------------------------------------ guesses */

int64_t guesses_day(struct moment now)
{
    int64_t day = now.wall_ms / DAY_MS;
    return now.wall_ms % DAY_MS < 0 ? day - 1 : day;
}

int64_t guesses_wait_ms(struct guesses *table, const struct guess_key *key, struct moment now)
{
    const struct entry *entry = look(table, key, now);
    if (entry->today >= table->limits.a_day)
        return (guesses_day(now) + 1) * DAY_MS - now.wall_ms;
    return entry->until_ms > moment_passed_ms(now) ? entry->until_ms - moment_passed_ms(now) : 0;
}

bool guesses_are_none(struct guesses *table, const struct guess_key *key, struct moment now)
{
    return look(table, key, now)->row == 0;
}

bool guesses_has(struct guesses *table, const struct guess_key *key, struct moment now)
{
    struct entry *entry = find(table, key->who);
    return entry != NULL && refresh(entry, now)->today > 0;
}

void guesses_count(struct guesses *table, const struct guess_key *key, struct moment now)
{
    struct entry *entry = entry_of(table, key, now);
    entry->last_ms = moment_passed_ms(now);
    entry->row++;
    entry->today++;
    if (entry->row <= table->limits.in_a_row)
        return;
    uint32_t doublings = entry->row - table->limits.in_a_row - 1;
    int64_t wait_ms = GUESSES_FIRST_MS << (doublings < DOUBLINGS_MAX ? doublings : DOUBLINGS_MAX);
    entry->until_ms =
        moment_passed_ms(now) + (wait_ms < GUESSES_WAIT_MAX_MS ? wait_ms : GUESSES_WAIT_MAX_MS);
}

void guesses_right(struct guesses *table, const struct guess_key *key, struct moment now)
{
    guesses_give_back(table, key, now);
    entry_of(table, key, now)->row = 0;
}

/* It was allowed to come, so nothing was waited for before it. */
void guesses_give_back(struct guesses *table, const struct guess_key *key, struct moment now)
{
    struct entry *entry = entry_of(table, key, now);
    entry->row -= entry->row > 0 ? 1 : 0;
    entry->today -= entry->today > 0 ? 1 : 0;
    entry->until_ms = moment_passed_ms(now);
}

uint32_t guesses_ahead(struct guesses *table, const struct guess_key *key, uint32_t step,
                       struct moment now)
{
    struct entry *entry = entry_of(table, key, now);
    if (entry->today <= entry->stored)
        return 0;
    entry->stored = (entry->today + step - 1) / step * step;
    return entry->stored;
}

void guesses_stored(struct guesses *table, const struct guess_key *key, uint32_t stored,
                    struct moment now)
{
    if (stored <= look(table, key, now)->stored)
        return;
    struct entry *entry = entry_of(table, key, now);
    entry->stored = stored;
    entry->today = entry->today > stored ? entry->today : stored;
}
