/* SPDX-License-Identifier: MIT */
/*
 * Allowances: how much somebody may still use up of each class of cost (proto/costs.def). Each is
 * full to begin with and fills again evenly.
 *
 * The table has a fixed number of entries at the most. An entry goes only when everything in it is
 * full again, so that nobody gains by making the table forget; then the next newcomer may have it.
 * When none can go, newcomers share entries with their neighbours. Nothing here depends on
 * addresses of memory or on another clock than the caller's.
 */
#ifndef PENTAD_SERVER_CORE_ALLOWANCE_H
#define PENTAD_SERVER_CORE_ALLOWANCE_H

#include "proto/codec.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One allowance, known by the moment at which it is full again; one thing costs `each` of `per`.
 * All in one unit of time. Takes one: 0, or the time until there is one again, and then nothing is
 * taken. */
int64_t bucket_take(int64_t *full, int64_t each, int64_t per, int64_t now);

/* So many units at once, and as many again within `per_ms`. */
struct allowance_rate {
    int64_t units;
    int64_t per_ms;
};

/* The rate of `times` players, of whom each has `units` (0: as the table says), at `percent` (not
 * 0) of them. */
struct allowance_rate allowance_rate(enum cost_word cost, int64_t units, uint32_t percent,
                                     int64_t times);

/* The allowances of one. All zero is full. */
struct allowance {
    int64_t full_us[COST_WORD_COUNT]; /* when each is full again */
};

/* The ms until `units` can be taken, 0: now. More units than there ever are count as all of them.
 */
int64_t allowance_wait_ms(const struct allowance *allowance, enum cost_word cost,
                          const struct allowance_rate *rate, int64_t units, int64_t now_ms);
/* Takes them, whether or not there are so many; more than there ever are count as all of them. */
void allowance_take(struct allowance *allowance, enum cost_word cost,
                    const struct allowance_rate *rate, int64_t units, int64_t now_ms);
/* Takes each of them, however many more than there ever are. */
void allowance_take_all(struct allowance *allowance, enum cost_word cost,
                        const struct allowance_rate *rate, int64_t units, int64_t now_ms);
/* Gives them back: they were not used. */
void allowance_give_back(struct allowance *allowance, enum cost_word cost,
                         const struct allowance_rate *rate, int64_t units);
/* The time until the allowance is full again; 0: it is. */
int64_t allowance_owed_ms(const struct allowance *allowance, enum cost_word cost, int64_t now_ms);
/* The allowance is full again after `owed_ms` at the earliest. */
void allowance_owe(struct allowance *allowance, enum cost_word cost, int64_t owed_ms,
                   int64_t now_ms);

/* A table of them. */
struct allowances;

struct allowance_key {
    uint64_t who;        /* a number that is this one's among those of the kind */
    uint64_t neighbours; /* a number that this one shares with those who are near */
    uint8_t kind;
};

/* Makes a table of so many entries, at least one. `seed` is unpredictable: nobody can choose keys
 * that are slow to find. */
struct allowances *allowances_new(size_t entries, uint64_t seed);
void allowances_free(struct allowances *table);
/* How many entries have been in use at once; the system gives memory for these only. */
size_t allowances_begun(const struct allowances *table);
/* The allowances of the key, or those that it shares; never NULL. Borrowed until the next call. */
struct allowance *allowances_of(struct allowances *table, const struct allowance_key *key,
                                int64_t now_ms);

/* ------------------------------------------------------------------ rates of a connection */
/*
 * How often a connection asked for what, against the rates in the table of messages. Only what was
 * used lately takes memory: a quiet connection has none of it.
 */

struct rate_use {
    int64_t full_ms; /* when the op's allowance is full again */
    enum op op;
};

/* All zero is nobody who has asked for anything. */
struct rates {
    int64_t forgiven_ms; /* when every refusal is forgotten */
    struct rate_use *uses;
    uint8_t count;
    uint8_t cap;
};

void rates_deinit(struct rates *rates);
/* Gives the memory back if every op's allowance is full again. Refusals are not forgotten. */
void rates_rest(struct rates *rates, int64_t now_ms);

/* Counts one request at `percent` (not 0) of the op's rate: 0, or the milliseconds until one is
 * allowed again, and then nothing is counted. */
int64_t rates_take(struct rates *rates, enum op op, uint32_t percent, int64_t now_ms);

/* Counts a line that was refused without being carried out, which costs the server time as well:
 * whether there were too many of them. */
bool rates_refuse(struct rates *rates, uint32_t percent, int64_t now_ms);
/* So many within 10 s are not. */
int64_t rates_refusals(uint32_t percent);

#endif
