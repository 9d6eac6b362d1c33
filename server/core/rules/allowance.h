/* SPDX-License-Identifier: MIT */
/*
 * How much each key may use up within a time: a full allowance to begin with, which fills again
 * evenly. Kept in memory only, and bounded: the key last used the longest ago is forgotten first.
 */
#ifndef PENTAD_SERVER_CORE_ALLOWANCE_H
#define PENTAD_SERVER_CORE_ALLOWANCE_H

#include <stdint.h>

/* One allowance, known by the moment at which it is full again; one thing costs `each_ms` of
 * `per_ms`. Takes one: 0, or the milliseconds until there is one again, and then nothing is taken.
 */
int64_t bucket_take(int64_t *full_ms, int64_t each_ms, int64_t per_ms, int64_t now_ms);

struct allowance; /* a table of them */

/* `burst` at once, and as many again within `per_ms`; neither is 0. */
struct allowance *allowance_new(uint32_t burst, int64_t per_ms);
void allowance_free(struct allowance *table);

/* bucket_take() of the key's. */
int64_t allowance_take(struct allowance *table, const char *key, int64_t now_ms);
/* Returns what allowance_take() would, without taking anything. */
int64_t allowance_wait_ms(const struct allowance *table, const char *key, int64_t now_ms);

#endif
