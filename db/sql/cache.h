/* SPDX-License-Identifier: MIT */
/*
 * Knowledge that the writer has without asking the database, because each move and each end of a
 * game needs it. Read from the database before the first batch and after every rollback; in between
 * it follows the open transaction. One thread.
 */
#ifndef PENTAD_DB_SQL_CACHE_H
#define PENTAD_DB_SQL_CACHE_H

#include "db/sql/sql.h"
#include "db/store.h"

#include <stdbool.h>
#include <stdint.h>

/* A game in progress. */
struct cache_game {
    uint64_t id;
    enum variant_id variant;
    bool rated;
    uint64_t players[SEAT_COUNT];
    bool is_slow;   /* a correspondence game: it has a log of its own */
    uint32_t given; /* plies laid out before it began */
};

struct cache_entry;  /* a game in a hash */
struct cache_counts; /* players by points */

/* The beginning and the end of the log, and the progress of a sweep. */
struct cache_log {
    int64_t first;    /* no entry has a smaller id */
    int64_t last;     /* the largest id ever given */
    int64_t goal;     /* a sweep goes on up to this id; 0: none is under way */
    int64_t kept;     /* the length of the log after the last sweep */
    int64_t appended; /* entries in this transaction */
};

struct sql_cache {
    bool is_valid;
    struct cache_entry *games;
    struct cache_counts *counts[VARIANT_COUNT]; /* NULL: nobody has a rating */
    struct cache_log log;
};

/* Makes the cache equal to what is stored. Inside a transaction. Returns 0 or -1. */
int cache__read(struct sql_cache *cache, struct sql_connection *sql);
void cache__deinit(struct sql_cache *cache);

void cache__game_add(struct sql_cache *cache, const struct cache_game *game);
/* Finds a game in progress; NULL for any other. Lent until it is removed. */
const struct cache_game *cache__game_find(const struct sql_cache *cache, uint64_t id);
/* True if the player has a rated game of the variant in progress. */
bool cache__plays_rated(const struct sql_cache *cache, uint64_t player, enum variant_id variant);
void cache__game_remove(struct sql_cache *cache, uint64_t id);

/* Counts `players` more (or fewer, if negative) with `points`, from 0 to STORE_POINTS_MAX. */
void cache__count_add(struct sql_cache *cache, enum variant_id variant, int64_t points,
                      int64_t players);
/* Counts anew, after many ratings have moved at once. Inside a transaction. Returns 0 or -1. */
int cache__counts_read(struct sql_cache *cache, struct sql_connection *sql);
/* The number of players with more than `points`. */
uint64_t cache__count_above(const struct sql_cache *cache, enum variant_id variant, int64_t points);

#endif
