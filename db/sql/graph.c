/* SPDX-License-Identifier: MIT */
/*
 * The graph of a rating: its days with lines in the ledger, found one after the other by the index,
 * whatever their number.
 */
#include "db/sql/answer.h"

/* A question for a graph: the player, the variant, the span. */
struct graph {
    struct sql_connection *sql;
    const struct store_graph_span *asked;
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
static size_t day_find(const struct store_graph_span *asked, int64_t at_ms)
{
    size_t first = 0;
    size_t end = asked->day_starts_count - 1;
    while (end - first > 1) {
        size_t middle = first + (end - first) / 2;
        if (asked->day_starts[middle] <= at_ms)
            first = middle;
        else
            end = middle;
    }
    return first;
}

static int day_read(const struct graph *graph, size_t day, struct store_day *day_out)
{
    const int64_t *starts = graph->asked->day_starts;
    *day_out = (struct store_day){.day = day};
    struct sql_row row =
        sql__start(graph->sql, SQL_GRAPH_GAMES,
                   SQL_VALUES(graph->player, graph->variant, sql_integer(starts[day]),
                              sql_integer(starts[day + 1])));
    int found = sql__step(&row);
    if (found == 1) {
        day_out->games = sql__column(&row, 0);
        day_out->annulled = sql__column(&row, 1);
        day_out->void_games = sql__column(&row, 2);
    }
    sql__end(&row);
    if (found != 1)
        return -1;
    return points_before(graph, starts[day + 1], &day_out->points) == 1 ? 0 : -1;
}

/* From one day with lines to the next. */
static int days_read(const struct graph *graph, struct work_query *question)
{
    const struct store_graph_span *asked = graph->asked;
    struct store_graph *answer = &question->answer.as.graph;
    size_t day_count = asked->day_starts_count - 1;
    struct store_day *days = arena_alloc(&question->arena, day_count * sizeof(*days));
    int64_t from_ms = asked->day_starts[0];
    int64_t at_ms = 0;
    int found = 0;
    answer->days = days;
    while (from_ms < asked->day_starts[day_count] &&
           (found = line_next(graph, from_ms, &at_ms)) == 1 &&
           at_ms < asked->day_starts[day_count]) {
        size_t day = day_find(asked, at_ms);
        if (day_read(graph, day, &days[answer->days_count++]) != 0)
            return -1;
        from_ms = asked->day_starts[day + 1];
    }
    return found < 0 ? -1 : 0;
}

int answer__graph(struct sql_connection *sql, struct work_query *question)
{
    const struct store_graph_span *asked = &question->query.as.graph;
    struct store_graph *answer = &question->answer.as.graph;
    const struct graph graph = {
        .sql = sql,
        .asked = asked,
        .player = sql_id(asked->player),
        .variant = sql_variant(asked->variant),
    };
    if (line_next(&graph, INT64_MIN, &answer->first_ms) < 0 ||
        points_before(&graph, asked->day_starts[0], &answer->before) < 0 ||
        days_read(&graph, question) != 0)
        return STORE_UNAVAILABLE;
    return STORE_OK;
}
