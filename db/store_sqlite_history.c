/* SPDX-License-Identifier: MIT */
/*
 * The SQLite reader's histories. Whatever the filters, the answer comes from a few ranges of an
 * index that are ordered by game: one for each variant and score that the filters leave. The newest
 * ids of each range are taken, the newest of all kept, and only their rows read. On the reader's
 * thread, inside its transaction.
 */
#include <stdlib.h>

#include "db/store_sqlite_private.h"

static const uint64_t GAMES_END = UINT64_C(1) << 60;

/* Ids of games in the arena. */
struct id_list {
    struct arena *arena;
    uint64_t *ids;
    size_t count;
    size_t cap;
};

static void ids_add(struct id_list *list, uint64_t id)
{
    if (list->count == list->cap) {
        size_t cap = list->cap == 0 ? 64 : list->cap * 2;
        uint64_t *grown = arena_alloc(list->arena, cap * sizeof(*grown));
        for (size_t i = 0; i < list->count; i++)
            grown[i] = list->ids[i];
        list->ids = grown;
        list->cap = cap;
    }
    list->ids[list->count++] = id;
}

static int ids_read(sqlite3_stmt *row, struct id_list *list)
{
    int result = sql__step(row);
    for (; result == 1; result = sql__step(row))
        ids_add(list, sql__column_id(row, 0));
    sql__end(row);
    return result;
}

static struct sql_value before_value(const struct store_history_query *query)
{
    return sql_id(query->before == 0 || query->before > GAMES_END ? GAMES_END : query->before);
}

/* One more than asked for: it tells whether there are more. */
static struct sql_value limit_value(const struct store_history_query *query)
{
    return sql_integer((int64_t)query->limit + 1);
}

static sqlite3_stmt *range_start(struct sql_connection *sql,
                                 const struct store_history_query *query, int variant, int score)
{
    struct sql_value key = sql_text(variant_get((enum variant_id)variant)->key);
    struct sql_value word = sql_text(score_word((enum score)score));
    if (query->opponent != 0)
        return sql__start(sql, SQL_HISTORY_BY_OPPONENT,
                          SQL_VALUES(sql_id(query->player), sql_id(query->opponent), key, word,
                                     before_value(query), limit_value(query)));
    return sql__start(
        sql, SQL_HISTORY_BY_SCORE,
        SQL_VALUES(sql_id(query->player), key, word, before_value(query), limit_value(query)));
}

static int compare_newest_first(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left;
    uint64_t b = *(const uint64_t *)right;
    return (a < b) - (a > b);
}

static bool admits(int filter, int value)
{
    return filter == -1 || filter == value;
}

static int ranges_read(struct sql_connection *sql, const struct store_history_query *query,
                       struct id_list *list)
{
    int result = 0;
    for (int i = 0; i < VARIANT_COUNT * SCORE_COUNT && result == 0; i++) {
        int variant = i / SCORE_COUNT;
        int score = i % SCORE_COUNT;
        if (admits(query->variant, variant) && admits(query->score, score))
            result = ids_read(range_start(sql, query, variant, score), list);
    }
    if (list->count > 1)
        qsort(list->ids, list->count, sizeof(*list->ids), compare_newest_first);
    return result;
}

static int ids_find(struct sql_connection *sql, const struct store_history_query *query,
                    struct id_list *list)
{
    if (query->variant != -1 || query->score != -1 || query->opponent != 0)
        return ranges_read(sql, query, list);
    return ids_read(
        sql__start(sql, SQL_HISTORY_ALL,
                   SQL_VALUES(sql_id(query->player), before_value(query), limit_value(query))),
        list);
}

/* ------------------------------------------------------------------ rows */

static bool row_words(sqlite3_stmt *row, struct store_history_row *line_out)
{
    int variant = sql__column_variant(row, 1);
    int score = score_from_word((const char *)sqlite3_column_text(row, 6));
    int reason = reason_from_word((const char *)sqlite3_column_text(row, 7));
    if (variant < 0 || score < 0 || reason < 0)
        return false;
    line_out->variant = (enum variant_id)variant;
    line_out->score = (enum score)score;
    line_out->reason = (enum reason)reason;
    return true;
}

static bool row_line(sqlite3_stmt *row, struct arena *arena, struct store_history_row *line_out)
{
    *line_out = (struct store_history_row){
        .game = sql__column_id(row, 0),
        .rated = sqlite3_column_int(row, 2) != 0,
        .ended_ms = sqlite3_column_int64(row, 3),
        .opponent = sql__column_text(row, 4, arena),
        .opponent_rank = sql__column_id(row, 5),
        .points = sqlite3_column_int(row, 8),
        .plies = (uint32_t)sqlite3_column_int64(row, 9),
    };
    return row_words(row, line_out);
}

static int line_read(struct sql_connection *sql, struct work_query *question, uint64_t game,
                     struct store_history_row *line_out)
{
    sqlite3_stmt *row = sql__start(
        sql, SQL_HISTORY_ROW, SQL_VALUES(sql_id(question->query.history.player), sql_id(game)));
    bool is_read = sql__step(row) == 1 && row_line(row, &question->arena, line_out);
    sql__end(row);
    return is_read ? 0 : -1;
}

int sqlite__answer_history(struct sql_connection *sql, struct work_query *question)
{
    const struct store_history_query *query = &question->query.history;
    struct store_answer *answer = &question->answer;
    struct id_list list = {.arena = &question->arena};
    int exists = sqlite__player_exists(sql, query->player);
    if (exists != 1)
        return sqlite__status(exists);
    if (ids_find(sql, query, &list) != 0)
        return STORE_UNAVAILABLE;
    answer->has_more = list.count > query->limit;
    size_t count = answer->has_more ? query->limit : list.count;
    struct store_history_row *rows = arena_alloc(&question->arena, count * sizeof(*rows));
    answer->history = rows;
    while (answer->history_count < count) {
        size_t i = answer->history_count++;
        if (line_read(sql, question, list.ids[i], &rows[i]) != 0)
            return STORE_UNAVAILABLE;
    }
    return STORE_OK;
}
