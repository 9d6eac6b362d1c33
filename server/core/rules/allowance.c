/* SPDX-License-Identifier: MIT */
/*
 * The table is an array of entries with chains by hash. A hand goes round, and a newcomer gets the
 * next entry that is full again. Only if the hand does not soon find one, another entry is begun:
 * so quiet ones, who are nearly all, do not take memory for long.
 */
#include "server/core/rules/allowance.h"

#include "base/memory.h"
#include "proto/codec.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

#define US 1000       /* in a millisecond: an address earns more than one unit in that */
#define LOOKS 64      /* entries that the hand passes for one newcomer, at the most */
#define SHARED_BITS 8 /* the logarithm of the number of entries that newcomers share */
#define UNITS_MAX INT32_MAX
#define TIMES_MAX 1000000 /* that all is owed at once: of days as well no number is too large */
#define NO_ENTRY UINT32_MAX

struct entry {
    uint64_t who;
    uint32_t next; /* in the chain */
    uint8_t kind;
    struct allowance allowance;
};

struct allowances {
    uint64_t seed;
    uint32_t size;
    uint32_t count;
    uint32_t hand;
    unsigned bucket_bits;
    uint32_t *buckets;
    struct entry *entries;
    struct allowance shared[1 << SHARED_BITS];
};

/* ------------------------------------------------------------------ one */

int64_t bucket_take(int64_t *full, int64_t each, int64_t per, int64_t now)
{
    int64_t from = *full > now ? *full : now;
    int64_t wait = from + each - now - per;
    if (wait > 0)
        return wait;
    *full = from + each;
    return 0;
}

struct allowance_rate allowance_rate(enum cost_word cost, int64_t units, uint32_t percent,
                                     int64_t times)
{
    const struct cost_info *info = cost_info(cost);
    struct allowance_rate rate = {.units = (units > 0 ? units : info->units) * times,
                                  .per_ms = info->per_ms};
    rate.units = rate.units < UNITS_MAX ? rate.units * percent / 100 : UNITS_MAX;
    if (rate.units < 1)
        rate.units = 1;
    if (rate.units > UNITS_MAX)
        rate.units = UNITS_MAX;
    return rate;
}

/* The time in which so many units are granted, without a product that is too large. */
static int64_t time_of(const struct allowance_rate *rate, int64_t units)
{
    int64_t most = units < rate->units ? units : rate->units;
    int64_t per_us = rate->per_ms * US;
    return per_us / rate->units * most + per_us % rate->units * most / rate->units;
}

int64_t allowance_wait_ms(const struct allowance *allowance, enum cost_word cost,
                          const struct allowance_rate *rate, int64_t units, int64_t now_ms)
{
    int64_t full_us = allowance->full_us[cost];
    int64_t wait_us = bucket_take(&full_us, time_of(rate, units), rate->per_ms * US, now_ms * US);
    return (wait_us + US - 1) / US;
}

void allowance_take(struct allowance *allowance, enum cost_word cost,
                    const struct allowance_rate *rate, int64_t units, int64_t now_ms)
{
    int64_t *full_us = &allowance->full_us[cost];
    if (*full_us < now_ms * US)
        *full_us = now_ms * US;
    *full_us += time_of(rate, units);
}

void allowance_take_all(struct allowance *allowance, enum cost_word cost,
                        const struct allowance_rate *rate, int64_t units, int64_t now_ms)
{
    int64_t times = units / rate->units;
    allowance_take(allowance, cost, rate, units % rate->units, now_ms);
    allowance->full_us[cost] += (times < TIMES_MAX ? times : TIMES_MAX) * rate->per_ms * US;
}

void allowance_give_back(struct allowance *allowance, enum cost_word cost,
                         const struct allowance_rate *rate, int64_t units)
{
    allowance->full_us[cost] -= time_of(rate, units);
}

int64_t allowance_owed_ms(const struct allowance *allowance, enum cost_word cost, int64_t now_ms)
{
    int64_t owed_us = allowance->full_us[cost] - now_ms * US;
    return owed_us > 0 ? (owed_us + US - 1) / US : 0;
}

void allowance_owe(struct allowance *allowance, enum cost_word cost, int64_t owed_ms,
                   int64_t now_ms)
{
    if (allowance_owed_ms(allowance, cost, now_ms) < owed_ms)
        allowance->full_us[cost] = (now_ms + owed_ms) * US;
}

static bool is_full(const struct allowance *allowance, int64_t now_ms)
{
    for (int i = 0; i < COST_WORD_COUNT; i++)
        if (allowance->full_us[i] > now_ms * US)
            return false;
    return true;
}

/* ------------------------------------------------------------------ the table */

struct allowances *allowances_new(size_t entries, uint64_t seed)
{
    struct allowances *table = mem_zero(sizeof(*table));
    assert(entries > 0 && entries < NO_ENTRY);
    table->seed = seed;
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

void allowances_free(struct allowances *table)
{
    if (table == NULL)
        return;
    free(table->buckets);
    free(table->entries);
    free(table);
}

/* The high `bits` of a number that depends on all bits of the key and of the seed (the finalizer of
 * MurmurHash3, by Austin Appleby, who put it in the public domain). */
static size_t hash(const struct allowances *table, uint64_t who, uint8_t kind, unsigned bits)
{
    uint64_t mixed = who ^ table->seed ^ (uint64_t)kind << 56;
    mixed = (mixed ^ mixed >> 33) * UINT64_C(0xff51afd7ed558ccd);
    mixed = (mixed ^ mixed >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return (size_t)((mixed ^ mixed >> 33) >> (64 - bits));
}

static uint32_t *bucket_of(const struct allowances *table, uint64_t who, uint8_t kind)
{
    return &table->buckets[hash(table, who, kind, table->bucket_bits)];
}

static struct entry *find(const struct allowances *table, const struct allowance_key *key)
{
    uint32_t at = *bucket_of(table, key->who, key->kind);
    while (at != NO_ENTRY &&
           (table->entries[at].who != key->who || table->entries[at].kind != key->kind))
        at = table->entries[at].next;
    return at != NO_ENTRY ? &table->entries[at] : NULL;
}

static void unlink_entry(struct allowances *table, uint32_t at)
{
    uint32_t *link = bucket_of(table, table->entries[at].who, table->entries[at].kind);
    while (*link != at)
        link = &table->entries[*link].next;
    *link = table->entries[at].next;
}

/* An entry for a newcomer; NO_ENTRY if there is none. */
static uint32_t take_entry(struct allowances *table, int64_t now_ms)
{
    for (uint32_t looks = 0; looks < LOOKS && looks < table->count; looks++) {
        uint32_t at = table->hand;
        table->hand = (table->hand + 1) % table->count;
        if (is_full(&table->entries[at].allowance, now_ms)) {
            unlink_entry(table, at);
            return at;
        }
    }
    return table->count < table->size ? table->count++ : NO_ENTRY;
}

size_t allowances_begun(const struct allowances *table)
{
    return table->count;
}

struct allowance *allowances_of(struct allowances *table, const struct allowance_key *key,
                                int64_t now_ms)
{
    struct entry *entry = find(table, key);
    if (entry != NULL)
        return &entry->allowance;
    uint32_t at = take_entry(table, now_ms);
    if (at == NO_ENTRY)
        return &table->shared[hash(table, key->neighbours, key->kind, SHARED_BITS)];
    uint32_t *bucket = bucket_of(table, key->who, key->kind);
    table->entries[at] = (struct entry){.who = key->who, .kind = key->kind, .next = *bucket};
    *bucket = at;
    return &table->entries[at].allowance;
}

/* ------------------------------------------------------------------ rates of a connection */

/* One that only answers heartbeats needs no more. */
#define CAP_FIRST 1
/* A client that is wrong, or hasty, learns it from a few. */
#define REFUSALS 200
#define REFUSALS_MS 10000

void rates_deinit(struct rates *rates)
{
    free(rates->uses);
    *rates = (struct rates){0};
}

void rates_rest(struct rates *rates, int64_t now_ms)
{
    for (size_t i = 0; i < rates->count; i++)
        if (rates->uses[i].full_ms > now_ms)
            return;
    free(rates->uses);
    rates->uses = NULL;
    rates->count = 0;
    rates->cap = 0;
}

/* The op's, or else one that nothing is known of: of another op whose allowance is full again, or
 * new. */
static struct rate_use *use_of(struct rates *rates, enum op op, int64_t now_ms)
{
    struct rate_use *unused = NULL;
    for (size_t i = 0; i < rates->count; i++) {
        if (rates->uses[i].op == op)
            return &rates->uses[i];
        if (rates->uses[i].full_ms <= now_ms)
            unused = &rates->uses[i];
    }
    if (unused == NULL) {
        if (rates->count == rates->cap) {
            rates->cap = rates->cap > 0 ? (uint8_t)(2 * rates->cap) : CAP_FIRST;
            rates->uses = mem_grow(rates->uses, rates->cap * sizeof(*rates->uses));
        }
        unused = &rates->uses[rates->count++];
    }
    *unused = (struct rate_use){.op = op};
    return unused;
}

int64_t rates_take(struct rates *rates, enum op op, uint32_t percent, int64_t now_ms)
{
    const struct op_info *info = op_info(op);
    int64_t each_ms = (int64_t)info->per_ms * 100 / ((int64_t)info->burst * percent);
    int64_t per_ms = each_ms > info->per_ms ? each_ms : info->per_ms; /* one is always allowed */
    return bucket_take(&use_of(rates, op, now_ms)->full_ms, each_ms, per_ms, now_ms);
}

int64_t rates_refusals(uint32_t percent)
{
    int64_t refusals = (int64_t)REFUSALS * percent / 100;
    return refusals > 0 ? refusals : 1;
}

bool rates_refuse(struct rates *rates, uint32_t percent, int64_t now_ms)
{
    int64_t each_ms = REFUSALS_MS / rates_refusals(percent);
    return bucket_take(&rates->forgiven_ms, each_ms, REFUSALS_MS, now_ms) > 0;
}
