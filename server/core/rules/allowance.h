/* SPDX-License-Identifier: MIT */
/*
 * Allowances: how much somebody may still use up of each class of cost (proto/costs.def). Each is
 * full to begin with and fills again evenly.
 *
 * The table has a fixed number of entries at the most. An entry goes only when everything in it is
 * full again, so that nobody gains by making the table forget; then the next newcomer may have it.
 * When none can go, newcomers share entries with their neighbours. Nothing here depends on memory
 * addresses or on any clock but the caller's.
 */
#ifndef PENTAD_SERVER_CORE_ALLOWANCE_H
#define PENTAD_SERVER_CORE_ALLOWANCE_H

#include "proto/codec.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Takes one thing from an allowance, known by the moment `full` at which it is full again; a thing
 * costs `each` of `per`. All are in one unit of time. Returns 0, or the time until there is one
 * again, and then nothing is taken. */
int64_t bucket_take(int64_t *full, int64_t each, int64_t per, int64_t now);

/* The rate of an allowance: `units` at once, and as many again within `per_ms`. */
struct allowance_rate {
    int64_t units;
    int64_t per_ms;
};

/* The rate of `times` players with `units` each (0: as the table of costs says), at `percent` (not
 * 0) of these. */
struct allowance_rate allowance_rate(enum cost_word cost, int64_t units, uint32_t percent,
                                     int64_t times);

/* The allowances of one player or address. All zero is full. */
struct allowance {
    int64_t full_us[COST_WORD_COUNT]; /* when each is full again */
};

/* The ms until `units` can be taken, 0: now. More units than the allowance ever has count as all of
 * it. */
int64_t allowance_wait_ms(const struct allowance *allowance, enum cost_word cost,
                          const struct allowance_rate *rate, int64_t units, int64_t now_ms);
/* Takes units, even if fewer are left; more than the allowance ever has count as all of it. */
void allowance_take(struct allowance *allowance, enum cost_word cost,
                    const struct allowance_rate *rate, int64_t units, int64_t now_ms);
/* Takes every unit, even more than the allowance ever has. */
void allowance_take_all(struct allowance *allowance, enum cost_word cost,
                        const struct allowance_rate *rate, int64_t units, int64_t now_ms);
/* Gives back units that were not used. */
void allowance_give_back(struct allowance *allowance, enum cost_word cost,
                         const struct allowance_rate *rate, int64_t units);
/* The time until the allowance is full again; 0: it is. */
int64_t allowance_owed_ms(const struct allowance *allowance, enum cost_word cost, int64_t now_ms);
/* Makes the allowance full again after `owed_ms` at the earliest. */
void allowance_owe(struct allowance *allowance, enum cost_word cost, int64_t owed_ms,
                   int64_t now_ms);

/* A table of them. */
struct allowances;

struct allowance_key {
    uint64_t who;        /* a number of its own within the kind */
    uint64_t neighbours; /* a number shared with those nearby */
    uint8_t kind;
};

/* Makes a table of `entries` entries, at least one. `seed` is unpredictable, so that nobody can
 * choose keys that are slow to find. */
struct allowances *allowances_new(size_t entries, uint64_t seed);
void allowances_free(struct allowances *table);
/* The most entries that were in use at once; the system gives memory only for these. */
size_t allowances_begun(const struct allowances *table);
/* The allowances of the key, or those that it shares; never NULL. Borrowed until the next call. */
struct allowance *allowances_of(struct allowances *table, const struct allowance_key *key,
                                int64_t now_ms);

/* ------------------------------------------------------------------ rates of a connection */
/*
 * The number of requests of a connection for each op, limited by the rates in the table of
 * messages. Only ops used lately take memory: a quiet connection takes none.
 */

struct rate_use {
    int64_t full_ms; /* when the op's allowance is full again */
    enum op op;
};

/* All zero: nothing was asked for yet. */
struct rates {
    int64_t forgiven_ms; /* when every refusal is forgotten */
    struct rate_use *uses;
    uint8_t count;
    uint8_t cap;
};

void rates_deinit(struct rates *rates);
/* Gives the memory back if every op's allowance is full again. Refusals are not forgotten. */
void rates_rest(struct rates *rates, int64_t now_ms);

/* Counts one request at `percent` (not 0) of the op's rate. Returns 0, or the ms until one is
 * allowed again, and then nothing is counted. */
int64_t rates_take(struct rates *rates, enum op op, uint32_t percent, int64_t now_ms);

/* Counts a line that was refused without being carried out, since that costs the server time too.
 * Returns true if there were too many. */
bool rates_refuse(struct rates *rates, uint32_t percent, int64_t now_ms);
/* The number of refused lines that are allowed within 10 s. */
int64_t rates_refusals(uint32_t percent);

#endif
