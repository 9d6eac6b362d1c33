/* SPDX-License-Identifier: MIT */
/*
 * The SQLite reader's leaderboards. A position is found by walking over the counts of players by
 * points, not over the players; then a short range of the index gives the page. On the reader's
 * thread, inside its transaction.
 */
#include "db/page.h"
#include "db/sql/private.h"

int sqlite__rank(struct sql_connection *sql, enum variant_id variant, int64_t points,
                 uint64_t *rank_out)
{
    int64_t above = 0;
    int result = sql__get_integer(
        sql, SQL_COUNT_ABOVE, SQL_VALUES(sql_text(variant_get(variant)->key), sql_integer(points)),
        &above);
    *rank_out = 1 + (uint64_t)above;
    return result == 1 ? 0 : -1;
}

/* ------------------------------------------------------------------ a page from a position */

/* Where a page begins. */
struct place {
    int64_t points;
    int64_t player;  /* of the first line */
    uint64_t rank;   /* its rank */
    uint64_t before; /* how many lines stand before it */
};

/* Finds the block in which the line behind `before` others stands: `place_out` gets its points,
 * its rank and its first player, `offset_out` how many of the block stand before the line. */
static int block_walk(struct sql_connection *sql, const char *variant, uint64_t before,
                      struct place *place_out, int64_t *offset_out)
{
    uint64_t passed = 0;
    *place_out = (struct place){.points = -1, .before = before};
    sqlite3_stmt *row = sql__start(sql, SQL_COUNT_WALK, SQL_VALUES(sql_text(variant)));
    int result = sql__step(row);
    for (; result == 1; result = sql__step(row)) {
        int64_t points = sqlite3_column_int64(row, 0);
        uint64_t players = sql__column_id(row, 2);
        if (points != place_out->points)
            place_out->rank = passed + 1;
        place_out->points = points;
        place_out->player = sqlite3_column_int64(row, 1);
        if (passed + players > before)
            break;
        passed += players;
    }
    sql__end(row);
    *offset_out = (int64_t)(before - passed);
    return result;
}

/* 1: found, 0: the leaderboard ends before, -1: the database failed. */
static int place_find(struct sql_connection *sql, const char *variant, uint64_t before,
                      struct place *place_out)
{
    int64_t offset = 0;
    int result = block_walk(sql, variant, before, place_out, &offset);
    if (result != 1)
        return result;
    result = sql__get_integer(sql, SQL_RATING_TIED_AT,
                              SQL_VALUES(sql_text(variant), sql_integer(place_out->points),
                                         sql_integer(place_out->player), sql_integer(offset)),
                              &place_out->player);
    return result == 1 ? 1 : -1; /* the counts and the ratings differ */
}

/* Takes lines from `row` until `limit` are there or there are no more. */
static int lines_read(sqlite3_stmt *row, struct work_query *question, uint64_t before,
                      struct store_standing *lines)
{
    struct store_answer *answer = &question->answer;
    int result = sql__step(row);
    for (; result == 1; result = sql__step(row)) {
        size_t i = answer->standings_count++;
        lines[i] = (struct store_standing){
            .rank = before + i + 1,
            .player = sql__column_id(row, 0),
            .name = sql__column_text(row, 1, &question->arena),
            .points = sqlite3_column_int(row, 2),
            .games = sqlite3_column_int64(row, 3),
        };
        if (i > 0 && lines[i].points == lines[i - 1].points)
            lines[i].rank = lines[i - 1].rank;
    }
    sql__end(row);
    return result;
}

/* First the rest of those who share the points of the first line, then those with fewer. */
static int page_read(struct sql_connection *sql, struct work_query *question, const char *variant,
                     const struct place *place)
{
    struct store_answer *answer = &question->answer;
    uint64_t rest = answer->total - place->before;
    size_t limit = question->query.limit < rest ? question->query.limit : (size_t)rest;
    struct store_standing *lines = arena_alloc(&question->arena, limit * sizeof(*lines));
    answer->standings = lines;
    sqlite3_stmt *row =
        sql__start(sql, SQL_STANDINGS_TIED,
                   SQL_VALUES(sql_text(variant), sql_integer(place->points),
                              sql_integer(place->player), sql_integer((int64_t)limit)));
    int result = lines_read(row, question, place->before, lines);
    for (size_t i = 0; i < answer->standings_count; i++)
        lines[i].rank = place->rank;
    if (result != 0 || answer->standings_count == limit)
        return result;
    row = sql__start(sql, SQL_STANDINGS_BELOW,
                     SQL_VALUES(sql_text(variant), sql_integer(place->points),
                                sql_integer((int64_t)(limit - answer->standings_count))));
    return lines_read(row, question, place->before, lines);
}

static int page_answer(struct sql_connection *sql, struct work_query *question, uint64_t before)
{
    const char *variant = variant_get(question->query.variant)->key;
    struct place place;
    if (before >= question->answer.total)
        return STORE_OK;
    if (place_find(sql, variant, before, &place) != 1)
        return STORE_UNAVAILABLE;
    return page_read(sql, question, variant, &place) == 0 ? STORE_OK : STORE_UNAVAILABLE;
}

/* Everybody has more than -1 point. */
static int total_read(struct sql_connection *sql, struct work_query *question)
{
    uint64_t rank = 0;
    int result = sqlite__rank(sql, question->query.variant, -1, &rank);
    question->answer.total = rank - 1;
    return result;
}

int sqlite__answer_top(struct sql_connection *sql, struct work_query *question)
{
    uint64_t from = question->query.from;
    if (total_read(sql, question) != 0)
        return STORE_UNAVAILABLE;
    return page_answer(sql, question, from == 0 ? 0 : from - 1);
}

/* ------------------------------------------------------------------ around a player */

/* How many with the same points stand before the player: whole blocks, then within the own one. */
static int tied_before(struct sql_connection *sql, const char *variant, int64_t points,
                       uint64_t player, int64_t *count_out)
{
    int64_t block = 0;
    int64_t blocks_before = 0;
    int64_t in_block = 0;
    int found = sql__get_integer(sql, SQL_COUNT_BLOCK,
                                 SQL_VALUES(sql_text(variant), sql_integer(points), sql_id(player)),
                                 &block);
    if (found == 1)
        found = sql__get_integer(
            sql, SQL_COUNT_TIED_BEFORE,
            SQL_VALUES(sql_text(variant), sql_integer(points), sql_integer(block)), &blocks_before);
    if (found == 1)
        found = sql__get_integer(
            sql, SQL_RATING_TIED_BETWEEN,
            SQL_VALUES(sql_text(variant), sql_integer(points), sql_integer(block), sql_id(player)),
            &in_block);
    *count_out = blocks_before + in_block;
    return found == 1 ? 0 : -1;
}

int sqlite__answer_around(struct sql_connection *sql, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    const char *variant = variant_get(query->variant)->key;
    int64_t points = 0;
    int64_t tied = 0;
    int rated = sql__get_integer(sql, SQL_RATING_GET,
                                 SQL_VALUES(sql_id(query->player), sql_text(variant)), &points);
    if (rated < 0 || total_read(sql, question) != 0)
        return STORE_UNAVAILABLE;
    if (rated == 0)
        return sqlite__status(sqlite__player_exists(sql, query->player));
    if (sqlite__rank(sql, query->variant, points, &answer->rank) != 0 ||
        tied_before(sql, variant, points, query->player, &tied) != 0)
        return STORE_UNAVAILABLE;
    uint64_t position = answer->rank - 1 + (uint64_t)tied;
    return page_answer(sql, question, page__start(position, answer->total, query->limit));
}
