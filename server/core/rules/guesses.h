/* SPDX-License-Identifier: MIT */
/*
 * Guesses of passwords, counted by whatever number they are made at or come from. A guess counts
 * when it arrives, before anybody looks at it, so that no number of them at once are looked at for
 * one; it is given back if it was right. After some that cost nothing each one in a row doubles the
 * wait, an hour without one forgets the row, and a day (UTC) has a number of them.
 *
 * A table has a fixed number of entries. An entry goes only when nothing of it counts any more.
 * When none can go, newcomers share entries: nobody gains by making the table forget. In memory
 * only; what a day had may be told to it again.
 */
#ifndef PENTAD_SERVER_CORE_GUESSES_H
#define PENTAD_SERVER_CORE_GUESSES_H

#include "server/core/core.h"

#include <stddef.h>
#include <stdint.h>

#define GUESSES_FIRST_MS INT64_C(1000)
#define GUESSES_WAIT_MAX_MS INT64_C(60000)
#define GUESSES_FORGET_MS INT64_C(3600000)

struct guess_limits {
    uint32_t in_a_row; /* that cost no wait */
    uint32_t a_day;
};

struct guesses; /* a table */

struct guess_key {
    uint64_t who;        /* a number that cannot be chosen: a hash or an id */
    uint64_t neighbours; /* what newcomers share entries by */
};

/* Makes a table of so many entries, at least one. */
struct guesses *guesses_new(size_t entries, struct guess_limits limits);
void guesses_free(struct guesses *table);

/* How long the next guess has to wait, in ms; 0: not at all. */
int64_t guesses_wait_ms(struct guesses *table, const struct guess_key *key, struct moment now);
/* Whether none counts of late: the next one is the first in a row. */
bool guesses_are_none(struct guesses *table, const struct guess_key *key, struct moment now);

/* Whether any of today counts, in an entry of the key's own. */
bool guesses_has(struct guesses *table, const struct guess_key *key, struct moment now);

/* Counts one that arrives. */
void guesses_count(struct guesses *table, const struct guess_key *key, struct moment now);
/* It was right: none in the row counts any more. */
void guesses_right(struct guesses *table, const struct guess_key *key, struct moment now);
/* Nobody looked at it. */
void guesses_give_back(struct guesses *table, const struct guess_key *key, struct moment now);

/* Stores today's number ahead, in steps: the number to store now, 0 if what is stored is enough.
 */
uint32_t guesses_ahead(struct guesses *table, const struct guess_key *key, uint32_t step,
                       struct moment now);
/* The store has that number for today. If that is more than the table ever stored, there were so
 * many. */
void guesses_stored(struct guesses *table, const struct guess_key *key, uint32_t stored,
                    struct moment now);
/* The day of a moment, as a number. */
int64_t guesses_day(struct moment now);

#endif
