/* SPDX-License-Identifier: MIT */
/*
 * Back-off after wrong passwords, per account and per address: after some free failures each
 * further one doubles the wait. An hour without a failure forgets them. Kept in memory only, and
 * bounded: the oldest entries go first.
 */
#ifndef PENTAD_SERVER_CORE_BACKOFF_H
#define PENTAD_SERVER_CORE_BACKOFF_H

#include <stdint.h>

struct backoff; /* a table */

/* `free_failures` cost nothing; the wait never exceeds BACKOFF_MAX_MS. */
struct backoff *backoff_new(unsigned free_failures);
void backoff_free(struct backoff *table);

#define BACKOFF_FIRST_MS INT64_C(1000)
#define BACKOFF_MAX_MS INT64_C(60000)
#define BACKOFF_FORGET_MS INT64_C(3600000)

/* How long `key` has to wait from now on, 0 if not. */
int64_t backoff_wait_ms(const struct backoff *table, const char *key, int64_t now_ms);
void backoff_failed(struct backoff *table, const char *key, int64_t now_ms);
void backoff_succeeded(struct backoff *table, const char *key);

#endif
