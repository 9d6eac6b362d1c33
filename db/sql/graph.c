/* SPDX-License-Identifier: MIT */
/*
 * The SQLite reader's graph of a rating, and the search for names. On the reader's thread, inside
 * its transaction.
 */
#include <stdio.h>
#include <string.h>

#include "db/sql/private.h"

/* ------------------------------------------------------------------ the graph */

/* Whose graph, and in which variant. */
struct graph {
    struct sql_connection *sql;
    const struct store_query *query;
    struct sql_value player;
    struct sql_value variant;
};

/* When the first line at or after `from_ms` was written. As sql__step(). */
static int line_next(const struct graph *graph, int64_t from_ms, int64_t *at_ms_out)
{
    return sql__get_integer(graph->sql, SQL_GRAPH_NEXT,
                            SQL_VALUES(graph->player, graph->variant, sql_integer(from_ms)),
                            at_ms_out);
}

/* The points after the last line before `end_ms`. As sql__step(). */
static int points_before(const struct graph *graph, int64_t end_ms, int *points_out)
{
    int64_t points = 0;
    int found =
        sql__get_integer(graph->sql, SQL_GRAPH_LAST,
                         SQL_VALUES(graph->player, graph->variant, sql_integer(end_ms)), &points);
    *points_out = (int)points;
    return found;
}

/* The day of an instant that lies in one of them. */
static size_t day_find(const struct store_query *query, int64_t at_ms)
{
    size_t first = 0;
    size_t end = query->days;
    while (end - first > 1) {
        size_t middle = first + (end - first) / 2;
        if (query->day_starts[middle] <= at_ms)
            first = middle;
        else
            end = middle;
    }
    return first;
}

static int day_read(const struct graph *graph, size_t day, struct store_day *day_out)
{
    const int64_t *starts = graph->query->day_starts;
    *day_out = (struct store_day){.day = day};
    int found = sql__get_integer(graph->sql, SQL_GRAPH_GAMES,
                                 SQL_VALUES(graph->player, graph->variant, sql_integer(starts[day]),
                                            sql_integer(starts[day + 1])),
                                 &day_out->games);
    if (found != 1)
        return -1;
    return points_before(graph, starts[day + 1], &day_out->points) == 1 ? 0 : -1;
}

/* From one day with lines to the next. */
static int days_read(const struct graph *graph, struct work_query *question)
{
    const struct store_query *query = graph->query;
    struct store_day *days = arena_alloc(&question->arena, query->days * sizeof(*days));
    int64_t from_ms = query->day_starts[0];
    int64_t at_ms = 0;
    int found = 0;
    question->answer.graph = days;
    while (from_ms < query->day_starts[query->days] &&
           (found = line_next(graph, from_ms, &at_ms)) == 1 &&
           at_ms < query->day_starts[query->days]) {
        size_t day = day_find(query, at_ms);
        if (day_read(graph, day, &days[question->answer.graph_count++]) != 0)
            return -1;
        from_ms = query->day_starts[day + 1];
    }
    return found < 0 ? -1 : 0;
}

int sqlite__answer_graph(struct sql_connection *sql, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    const struct graph graph = {
        .sql = sql,
        .query = query,
        .player = sql_id(query->player),
        .variant = sql_text(variant_get(query->variant)->key),
    };
    int exists = sqlite__player_exists(sql, query->player);
    if (exists != 1)
        return sqlite__status(exists);
    if (line_next(&graph, INT64_MIN, &answer->graph_first_ms) < 0 ||
        points_before(&graph, query->day_starts[0], &answer->graph_before) < 0 ||
        days_read(&graph, question) != 0)
        return STORE_UNAVAILABLE;
    return STORE_OK;
}

/* ------------------------------------------------------------------ names */

/* Behind every name that begins so: no character is larger than this one. */
#define LAST_CHARACTER "\xF4\x8F\xBF\xBF"

static int rating_read(struct sql_connection *sql, enum variant_id variant,
                       struct store_found *found)
{
    sqlite3_stmt *row = sql__start(
        sql, SQL_RATING_OF, SQL_VALUES(sql_id(found->player), sql_text(variant_get(variant)->key)));
    int result = sql__step(row);
    if (result == 1)
        found->rating = (struct store_rating){.points = sqlite3_column_int(row, 0),
                                              .peak = sqlite3_column_int(row, 1),
                                              .games = sqlite3_column_int64(row, 2)};
    sql__end(row);
    return result < 0 ? -1 : 0;
}

/* Everybody's rank by one walk along the leaderboard, which is by points: a rank is told as soon as
 * the points are reached, or none are left above. */
static int ranks_read(struct sql_connection *sql, enum variant_id variant, struct store_found *rows,
                      size_t count)
{
    uint64_t above = 0;
    int64_t points = INT64_MAX;
    uint64_t tied = 0;
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        left += rows[i].rating.games > 0;
    sqlite3_stmt *walk =
        sql__start(sql, SQL_COUNT_WALK, SQL_VALUES(sql_text(variant_get(variant)->key)));
    int result = 1;
    while (left > 0 && (result = sql__step(walk)) == 1) {
        if (sqlite3_column_int64(walk, 0) != points) {
            above += tied;
            tied = 0;
            points = sqlite3_column_int64(walk, 0);
        }
        tied += (uint64_t)sqlite3_column_int64(walk, 2);
        for (size_t i = 0; i < count; i++) {
            if (rows[i].rating.games == 0 || rows[i].rank != 0 || rows[i].rating.points != points)
                continue;
            rows[i].rank = above + 1;
            left--;
        }
    }
    sql__end(walk);
    return result < 0 ? -1 : 0;
}

/* Up to `limit` and one more, which tells whether there are more. They begin at the text or behind
 * `after`, whichever is later: with one bound the index leads there past the pages before. */
static int names_read(struct sql_connection *sql, struct work_query *question,
                      struct store_found *rows)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    const char *after = query->after != NULL ? query->after : "";
    const char *from = strcmp(after, query->text) > 0 ? after : query->text;
    size_t size = strlen(query->text) + sizeof(LAST_CHARACTER);
    char *end = arena_alloc(&question->arena, size);
    (void)snprintf(end, size, "%s%s", query->text, LAST_CHARACTER);
    sqlite3_stmt *row = sql__start(sql, SQL_FIND_PLAYERS,
                                   SQL_VALUES(sql_text(from), sql_text(after), sql_text(end),
                                              sql_integer((int64_t)query->limit + 1)));
    int result = sql__step(row);
    size_t count = 0;
    for (; result == 1; result = sql__step(row))
        rows[count++] = (struct store_found){
            .player = sql__column_id(row, 0),
            .name = sql__column_text(row, 1, &question->arena),
        };
    sql__end(row);
    answer->has_more = count > query->limit;
    answer->found = rows;
    answer->found_count = answer->has_more ? query->limit : count;
    return result;
}

int sqlite__answer_find(struct sql_connection *sql, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_found *rows =
        arena_alloc(&question->arena, ((size_t)query->limit + 1) * sizeof(*rows));
    int result = names_read(sql, question, rows);
    for (size_t i = 0; i < question->answer.found_count && result == 0 && query->has_variant; i++)
        result = rating_read(sql, query->variant, &rows[i]);
    if (result == 0 && query->has_variant)
        result = ranks_read(sql, query->variant, rows, question->answer.found_count);
    return result == 0 ? STORE_OK : STORE_UNAVAILABLE;
}
