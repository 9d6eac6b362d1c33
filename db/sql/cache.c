/* SPDX-License-Identifier: MIT */
/*
 * The writer's memory: a hash of the games in progress, a Fenwick tree of players by points for
 * each variant, and the ends of the log. Owns all of it.
 */
#include "db/sql/cache.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct cache_entry {
    struct cache_game game;
    struct map_node node;
};

#define TREE_SIZE (STORE_POINTS_MAX + 2) /* Fenwick trees begin at 1, points at 0 */

struct cache_counts {
    int64_t tree[VARIANT_COUNT][TREE_SIZE];
    int64_t total[VARIANT_COUNT];
};

/* ------------------------------------------------------------------ games */

void cache__game_add(struct sqlite_cache *cache, const struct cache_game *game)
{
    struct cache_entry *entry = mem_zero(sizeof(*entry));
    entry->game = *game;
    map__add(&cache->games, &entry->node, entry, &entry->game.id, sizeof(entry->game.id));
}

const struct cache_game *cache__game_find(const struct sqlite_cache *cache, uint64_t id)
{
    const struct cache_entry *entry = map__find(&cache->games, &id, sizeof(id));
    return entry == NULL ? NULL : &entry->game;
}

void cache__game_remove(struct sqlite_cache *cache, uint64_t id)
{
    struct cache_entry *entry = map__find(&cache->games, &id, sizeof(id));
    if (entry == NULL)
        return;
    map__remove(&cache->games, &entry->node);
    free(entry);
}

/* ------------------------------------------------------------------ players by points */

void cache__count_add(struct sqlite_cache *cache, enum variant_id variant, int64_t points,
                      int64_t players)
{
    int64_t *tree = cache->counts->tree[variant];
    for (int64_t i = points + 1; i < TREE_SIZE; i += i & -i)
        tree[i] += players;
    cache->counts->total[variant] += players;
}

uint64_t cache__count_above(const struct sqlite_cache *cache, enum variant_id variant,
                            int64_t points)
{
    const int64_t *tree = cache->counts->tree[variant];
    int64_t up_to = 0;
    for (int64_t i = points + 1; i > 0; i -= i & -i)
        up_to += tree[i];
    return (uint64_t)(cache->counts->total[variant] - up_to);
}

/* ------------------------------------------------------------------ reading it */

static int games_read(struct sqlite_cache *cache, struct sql_connection *sql)
{
    sqlite3_stmt *row = sql__start(sql, SQL_GAMES_OPEN, NULL, 0);
    int result = sql__step(row);
    for (; result == 1; result = sql__step(row)) {
        int variant = sql__column_variant(row, 1);
        if (variant < 0) {
            result = -1;
            break;
        }
        cache__game_add(cache, &(struct cache_game){
                                   .id = sql__column_id(row, 0),
                                   .variant = (enum variant_id)variant,
                                   .rated = sqlite3_column_int(row, 2) != 0,
                                   .players = {sql__column_id(row, 3), sql__column_id(row, 4)},
                                   .is_slow = sqlite3_column_type(row, 6) != SQLITE_NULL,
                               });
        /* An empty log must not give out ids that such a game takes for older than itself. */
        int64_t log_after = sqlite3_column_int64(row, 5);
        if (log_after > cache->log.last)
            cache->log.last = log_after;
    }
    sql__end(row);
    return result;
}

int cache__counts_read(struct sqlite_cache *cache, struct sql_connection *sql)
{
    memset(cache->counts, 0, sizeof(*cache->counts));
    sqlite3_stmt *row = sql__start(sql, SQL_COUNT_ALL, NULL, 0);
    int result = sql__step(row);
    for (; result == 1; result = sql__step(row)) {
        int variant = sql__column_variant(row, 0);
        int64_t points = sqlite3_column_int64(row, 1);
        if (variant < 0 || points < 0 || points > STORE_POINTS_MAX) {
            result = -1;
            break;
        }
        cache__count_add(cache, (enum variant_id)variant, points, sqlite3_column_int64(row, 2));
    }
    sql__end(row);
    return result;
}

static int log_read(struct sqlite_cache *cache, struct sql_connection *sql)
{
    sqlite3_stmt *row = sql__start(sql, SQL_LOG_SPAN, NULL, 0);
    int result = sql__step(row);
    cache->log.goal = 0;
    cache->log.first = sqlite3_column_int64(row, 0);
    cache->log.last = sqlite3_column_int64(row, 1);
    sql__end(row);
    return result == 1 ? 0 : -1;
}

int cache__read(struct sqlite_cache *cache, struct sql_connection *sql)
{
    if (cache->counts == NULL)
        cache->counts = mem_alloc(sizeof(*cache->counts));
    map__clear(&cache->games, free);
    cache->is_valid = log_read(cache, sql) == 0 && games_read(cache, sql) == 0 &&
                      cache__counts_read(cache, sql) == 0;
    if (cache->log.first == 0) /* there is no entry */
        cache->log.first = cache->log.last + 1;
    return cache->is_valid ? 0 : -1;
}

void cache__deinit(struct sqlite_cache *cache)
{
    map__clear(&cache->games, free);
    free(cache->counts);
    *cache = (struct sqlite_cache){0};
}
