/* SPDX-License-Identifier: MIT */
/*
 * A hash of the games in progress, a Fenwick tree of players by points for each variant, and the
 * ends of the log.
 */
#include "db/sql/cache.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>

struct cache_entry {
    struct cache_game game;
    UT_hash_handle hh;
};

#define TREE_SIZE (STORE_POINTS_MAX + 2) /* Fenwick trees begin at 1, points at 0 */

struct cache_counts {
    int64_t tree[TREE_SIZE];
    int64_t total;
};

/* ------------------------------------------------------------------ games */

void cache__game_add(struct sql_cache *cache, const struct cache_game *game)
{
    struct cache_entry *entry = mem_zero(sizeof(*entry));
    entry->game = *game;
    HASH_ADD(hh, cache->games, game.id, sizeof(entry->game.id), entry);
}

const struct cache_game *cache__game_find(const struct sql_cache *cache, uint64_t id)
{
    struct cache_entry *entry = NULL;
    HASH_FIND(hh, cache->games, &id, sizeof(id), entry);
    return entry == NULL ? NULL : &entry->game;
}

bool cache__plays_rated(const struct sql_cache *cache, uint64_t player, enum variant_id variant)
{
    for (const struct cache_entry *entry = cache->games; entry != NULL; entry = entry->hh.next) {
        const struct cache_game *game = &entry->game;
        if (game->rated && game->variant == variant &&
            (game->players[0] == player || game->players[1] == player))
            return true;
    }
    return false;
}

void cache__game_remove(struct sql_cache *cache, uint64_t id)
{
    struct cache_entry *entry = NULL;
    HASH_FIND(hh, cache->games, &id, sizeof(id), entry);
    if (entry == NULL)
        return;
    HASH_DEL(cache->games, entry);
    free(entry);
}

static void games_clear(struct sql_cache *cache)
{
    struct cache_entry *entry = NULL;
    struct cache_entry *next = NULL;
    HASH_ITER(hh, cache->games, entry, next) {
        HASH_DEL(cache->games, entry);
        free(entry);
    }
}

/* ------------------------------------------------------------------ players by points */

void cache__count_add(struct sql_cache *cache, enum variant_id variant, int64_t points,
                      int64_t players)
{
    if (cache->counts[variant] == NULL)
        cache->counts[variant] = mem_zero(sizeof(*cache->counts[variant]));
    struct cache_counts *counts = cache->counts[variant];
    for (int64_t i = points + 1; i < TREE_SIZE; i += i & -i)
        counts->tree[i] += players;
    counts->total += players;
}

uint64_t cache__count_above(const struct sql_cache *cache, enum variant_id variant, int64_t points)
{
    const struct cache_counts *counts = cache->counts[variant];
    int64_t up_to = 0;
    if (counts == NULL)
        return 0;
    for (int64_t i = points + 1; i > 0; i -= i & -i)
        up_to += counts->tree[i];
    return (uint64_t)(counts->total - up_to);
}

static void counts_clear(struct sql_cache *cache)
{
    for (int i = 0; i < VARIANT_COUNT; i++) {
        free(cache->counts[i]);
        cache->counts[i] = NULL;
    }
}

/* ------------------------------------------------------------------ reading it */

static int games_read(struct sql_cache *cache, struct sql_connection *sql)
{
    struct sql_row row = sql__start(sql, SQL_GAMES_OPEN, NULL, 0);
    int result = sql__step(&row);
    for (; result == 1; result = sql__step(&row)) {
        int variant = sql__column_variant(&row, 1);
        if (variant < 0) {
            result = -1;
            break;
        }
        cache__game_add(cache, &(struct cache_game){
                                   .id = sql__column_id(&row, 0),
                                   .variant = (enum variant_id)variant,
                                   .rated = sql__column(&row, 2) != 0,
                                   .players = {sql__column_id(&row, 3), sql__column_id(&row, 4)},
                                   .is_slow = !sql__is_null(&row, 6),
                                   .given = (uint32_t)sql__column(&row, 7),
                               });
        /* An empty log must not give out ids that such a game takes for older than itself. */
        int64_t log_after = sql__column(&row, 5);
        if (log_after > cache->log.last)
            cache->log.last = log_after;
    }
    sql__end(&row);
    return result;
}

int cache__counts_read(struct sql_cache *cache, struct sql_connection *sql)
{
    counts_clear(cache);
    struct sql_row row = sql__start(sql, SQL_COUNT_ALL, NULL, 0);
    int result = sql__step(&row);
    for (; result == 1; result = sql__step(&row)) {
        int variant = sql__column_variant(&row, 0);
        int64_t points = sql__column(&row, 1);
        if (variant < 0 || points < 0 || points > STORE_POINTS_MAX) {
            result = -1;
            break;
        }
        cache__count_add(cache, (enum variant_id)variant, points, sql__column(&row, 2));
    }
    sql__end(&row);
    return result;
}

static int log_read(struct sql_cache *cache, struct sql_connection *sql)
{
    struct sql_row row = sql__start(sql, SQL_LOG_SPAN, NULL, 0);
    int result = sql__step(&row);
    cache->log.goal = 0;
    cache->log.first = result == 1 ? sql__column(&row, 0) : 0;
    cache->log.last = result == 1 ? sql__column(&row, 1) : 0;
    sql__end(&row);
    return result == 1 ? 0 : -1;
}

int cache__read(struct sql_cache *cache, struct sql_connection *sql)
{
    games_clear(cache);
    cache->is_valid = log_read(cache, sql) == 0 && games_read(cache, sql) == 0 &&
                      cache__counts_read(cache, sql) == 0;
    if (cache->log.first == 0) /* there is no entry */
        cache->log.first = cache->log.last + 1;
    return cache->is_valid ? 0 : -1;
}

void cache__deinit(struct sql_cache *cache)
{
    games_clear(cache);
    counts_clear(cache);
    *cache = (struct sql_cache){0};
}
