/* SPDX-License-Identifier: MIT */
/*
 * How the SQLite writer moves a rating: the rating, its line in the ledger, and the counts of
 * players by points from which ranks are read. Inside the writer's transaction, on its thread.
 */
#include "db/sql/private.h"

/* A block of players with the same points is split when it gets larger than this. Finding a place
 * in the leaderboard walks over all blocks and through at most one of them. */
#define BLOCK_PLAYERS_MAX 1024

struct block {
    int64_t first_player;
    int64_t players;
};

int sqlite__rating_get(struct sqlite_writer *writer, uint64_t player, enum variant_id variant,
                       struct rating_now *now_out)
{
    *now_out = (struct rating_now){0};
    sqlite3_stmt *row = sql__start(&writer->sql, SQL_RATING_GET,
                                   SQL_VALUES(sql_id(player), sql_text(variant_get(variant)->key)));
    int result = sql__step(row);
    if (result == 1) {
        now_out->points = sqlite3_column_int64(row, 0);
        now_out->games = sqlite3_column_int64(row, 1);
        now_out->rank = 1 + cache__count_above(&writer->cache, variant, now_out->points);
    }
    sql__end(row);
    return result < 0 ? OP_REFUSED : 0;
}

/* ------------------------------------------------------------------ counts */

/* The block that `player` belongs to. 1: found, 0: there is none, -1: the database failed. */
static int block_find(struct sqlite_writer *writer, const char *variant, int64_t points,
                      uint64_t player, struct block *block_out)
{
    sqlite3_stmt *row =
        sql__start(&writer->sql, SQL_COUNT_BLOCK,
                   SQL_VALUES(sql_text(variant), sql_integer(points), sql_id(player)));
    int result = sql__step(row);
    if (result == 1) {
        block_out->first_player = sqlite3_column_int64(row, 0);
        block_out->players = sqlite3_column_int64(row, 1);
    }
    sql__end(row);
    return result;
}

static int block_insert(struct sqlite_writer *writer, const char *variant, int64_t points,
                        const struct block *block)
{
    return sql__run(&writer->sql, SQL_COUNT_INSERT,
                    SQL_VALUES(sql_text(variant), sql_integer(points),
                               sql_integer(block->first_player), sql_integer(block->players)));
}

static int block_set(struct sqlite_writer *writer, const char *variant, int64_t points,
                     const struct block *block)
{
    return sql__run(&writer->sql, SQL_COUNT_SET,
                    SQL_VALUES(sql_integer(block->players), sql_text(variant), sql_integer(points),
                               sql_integer(block->first_player)));
}

/* The later half of the block becomes a block of its own. */
static int block_split(struct sqlite_writer *writer, const char *variant, int64_t points,
                       const struct block *block)
{
    struct block first = {block->first_player, block->players / 2};
    struct block second = {0, block->players - first.players};
    int found =
        sql__get_integer(&writer->sql, SQL_RATING_TIED_AT,
                         SQL_VALUES(sql_text(variant), sql_integer(points),
                                    sql_integer(first.first_player), sql_integer(first.players)),
                         &second.first_player);
    if (found != 1 || block_set(writer, variant, points, &first) != 1)
        return -1;
    return block_insert(writer, variant, points, &second);
}

/* One more has `points`; the rating itself is already written. */
static int count_join(struct sqlite_writer *writer, enum variant_id variant, int64_t points,
                      uint64_t player)
{
    const char *key = variant_get(variant)->key;
    struct block block = {0, 1};
    cache__count_add(&writer->cache, variant, points, 1);
    int found = block_find(writer, key, points, player, &block);
    if (found <= 0)
        return found < 0 ? -1 : block_insert(writer, key, points, &block);
    block.players++;
    if (block.players > BLOCK_PLAYERS_MAX)
        return block_split(writer, key, points, &block);
    return block_set(writer, key, points, &block);
}

/* One fewer has `points`. An empty block is taken away; what would belong to it goes to the one
 * before, or to a new first one. */
static int count_leave(struct sqlite_writer *writer, enum variant_id variant, int64_t points,
                       uint64_t player)
{
    const char *key = variant_get(variant)->key;
    struct block block;
    cache__count_add(&writer->cache, variant, points, -1);
    if (block_find(writer, key, points, player, &block) != 1)
        return -1;
    block.players--;
    if (block.players > 0)
        return block_set(writer, key, points, &block);
    return sql__run(
        &writer->sql, SQL_COUNT_DELETE,
        SQL_VALUES(sql_text(key), sql_integer(points), sql_integer(block.first_player)));
}

/* ------------------------------------------------------------------ ratings */

/* Only registered players get one. */
static int rating_insert(struct sqlite_writer *writer, uint64_t player, enum variant_id variant,
                         const struct store_rating *rating)
{
    int64_t kind = PLAYER_GUEST;
    int found = sql__get_integer(&writer->sql, SQL_PLAYER_KIND, SQL_VALUES(sql_id(player)), &kind);
    if (found != 1 || kind != PLAYER_REGISTERED)
        return -1;
    return sql__run(&writer->sql, SQL_RATING_INSERT,
                    SQL_VALUES(sql_id(player), sql_text(variant_get(variant)->key),
                               sql_integer(rating->points), sql_integer(rating->peak),
                               sql_integer(rating->games), sql_integer(rating->since_month)));
}

static int rating_update(struct sqlite_writer *writer, uint64_t player, enum variant_id variant,
                         const struct store_rating *rating)
{
    return sql__run(&writer->sql, SQL_RATING_UPDATE,
                    SQL_VALUES(sql_integer(rating->points), sql_integer(rating->peak),
                               sql_integer(rating->games), sql_id(player),
                               sql_text(variant_get(variant)->key)));
}

static int ledger_add(struct sqlite_writer *writer, const struct cache_game *game,
                      const struct store_game_end *end, int seat)
{
    const struct store_rating_change *change = &end->changes[seat];
    return sql__run(&writer->sql, SQL_LEDGER_INSERT,
                    SQL_VALUES(sql_id(game->players[seat]),
                               sql_text(variant_get(game->variant)->key), sql_id(game->id),
                               sql_integer(change->before), sql_integer(change->after.points),
                               sql_integer(end->ended_ms)));
}

int sqlite__rating_move(struct sqlite_writer *writer, const struct cache_game *game,
                        const struct store_game_end *end, int seat, const struct rating_now *now)
{
    const struct store_rating_change *change = &end->changes[seat];
    enum variant_id variant = game->variant;
    uint64_t player = game->players[seat];
    bool is_first = now->games == 0;
    if (!is_first && now->points != change->before)
        return OP_REFUSED;
    int changed = is_first ? rating_insert(writer, player, variant, &change->after)
                           : rating_update(writer, player, variant, &change->after);
    if (changed != 1 || ledger_add(writer, game, end, seat) != 1)
        return OP_REFUSED;
    if (!is_first && change->after.points == now->points)
        return OP_DONE;
    if (!is_first && count_leave(writer, variant, now->points, player) != 1)
        return OP_REFUSED;
    changed = count_join(writer, variant, change->after.points, player);
    return changed == 1 ? OP_DONE : OP_REFUSED;
}

static int rating_remove(struct sqlite_writer *writer, uint64_t player, enum variant_id variant)
{
    struct rating_now now;
    if (sqlite__rating_get(writer, player, variant, &now) != 0)
        return OP_REFUSED;
    if (now.games == 0)
        return OP_DONE;
    int changed = sql__run(&writer->sql, SQL_RATING_DELETE,
                           SQL_VALUES(sql_id(player), sql_text(variant_get(variant)->key)));
    if (changed != 1 || count_leave(writer, variant, now.points, player) != 1)
        return OP_REFUSED;
    return OP_DONE;
}

int sqlite__ratings_remove(struct sqlite_writer *writer, uint64_t player)
{
    int result = OP_DONE;
    for (int i = 0; i < VARIANT_COUNT && result == OP_DONE; i++)
        result = rating_remove(writer, player, (enum variant_id)i);
    return result;
}
