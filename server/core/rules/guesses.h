/* SPDX-License-Identifier: MIT */
/*
 * Guesses of passwords, counted by a number for what they guess at or come from. A guess counts
 * when it arrives, before it is checked, so that many at once are not checked at the price of one;
 * it is given back if it was right. After the first few, each guess in a row doubles the wait. An
 * hour without a guess ends the row, and each day (UTC) has a limit.
 *
 * A table has a fixed number of entries. An entry goes only when nothing of it counts any more.
 * When none can go, newcomers share entries: nobody gains by making the table forget. It is in
 * memory only; a day's number can be stored elsewhere and put back.
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
    uint32_t in_a_row; /* guesses in a row without a wait */
    uint32_t a_day;
};

struct guesses; /* a table */

struct guess_key {
    uint64_t who;        /* a number that cannot be chosen: a hash or an id */
    uint64_t neighbours; /* the number by which newcomers share entries */
};

/* Makes a table of `entries` entries, at least one. */
struct guesses *guesses_new(size_t entries, struct guess_limits limits);
void guesses_free(struct guesses *table);

/* The ms that the next guess has to wait; 0: none. */
int64_t guesses_wait_ms(struct guesses *table, const struct guess_key *key, struct moment now);
/* True if the next guess is the first in a row. */
bool guesses_are_none(struct guesses *table, const struct guess_key *key, struct moment now);

/* True if a guess of today counts, in an entry of the key's own. */
bool guesses_has(struct guesses *table, const struct guess_key *key, struct moment now);

/* Counts a guess that arrives. */
void guesses_count(struct guesses *table, const struct guess_key *key, struct moment now);
/* The guess was right: ends the row. */
void guesses_right(struct guesses *table, const struct guess_key *key, struct moment now);
/* Gives back a guess that was not checked. */
void guesses_give_back(struct guesses *table, const struct guess_key *key, struct moment now);

/* Stores today's number ahead, in steps: returns the number to store now, 0 if the stored one is
 * enough. */
uint32_t guesses_ahead(struct guesses *table, const struct guess_key *key, uint32_t step,
                       struct moment now);
/* Takes the number stored for today. If it is more than the table ever stored, that many were
 * made. */
void guesses_stored(struct guesses *table, const struct guess_key *key, uint32_t stored,
                    struct moment now);
/* The day of a moment, as a number. */
int64_t guesses_day(struct moment now);

#endif
