/* SPDX-License-Identifier: MIT */
/*
 * The SQLite reader's histories, as lines and as whole games. Whatever the filters, the answer
 * comes from a few ranges of an index that are ordered by the end of games: one for each variant,
 * score and stake that the filters leave. The last games of each range are taken, the last of all
 * kept, and only their rows read. On the reader's thread, inside its transaction.
 */
#include <stdlib.h>

#include "db/sql/private.h"

/* A line of the history, by its place. */
struct place {
    int64_t ended_ms;
    uint64_t game;
};

/* Places in the arena. */
struct place_list {
    struct arena *arena;
    struct place *places;
    size_t count;
    size_t cap;
};

/* Games in the arena. */
struct id_list {
    uint64_t *games;
    size_t count;
};

/* The page that is asked for: lines before `end`, none that ended before `since_ms`. */
struct page {
    const struct store_history_query *query;
    struct place end;
};

static void places_add(struct place_list *list, const struct place *place)
{
    if (list->count == list->cap) {
        size_t cap = list->cap == 0 ? 64 : list->cap * 2;
        struct place *grown = arena_alloc(list->arena, cap * sizeof(*grown));
        for (size_t i = 0; i < list->count; i++)
            grown[i] = list->places[i];
        list->places = grown;
        list->cap = cap;
    }
    list->places[list->count++] = *place;
}

static int places_read(sqlite3_stmt *row, struct place_list *list)
{
    int result = sql__step(row);
    for (; result == 1; result = sql__step(row))
        places_add(list, &(struct place){.ended_ms = sqlite3_column_int64(row, 1),
                                         .game = sql__column_id(row, 0)});
    sql__end(row);
    return result;
}

static int compare_last_first(const void *left, const void *right)
{
    const struct place *a = left;
    const struct place *b = right;
    if (a->ended_ms != b->ended_ms)
        return (a->ended_ms < b->ended_ms) - (a->ended_ms > b->ended_ms);
    return (a->game < b->game) - (a->game > b->game);
}

/* ------------------------------------------------------------------ ranges */

static enum sql_statement range_statement(const struct store_history_query *query)
{
    if (query->opponent != 0)
        return query->is_starred ? SQL_HISTORY_STARRED_BY_OPPONENT : SQL_HISTORY_BY_OPPONENT;
    return query->is_starred ? SQL_HISTORY_STARRED : SQL_HISTORY_BY_SCORE;
}

/* What a range is of, beside the filters that are one value. */
struct range {
    int variant;
    int score;
    bool is_rated;
};

static sqlite3_stmt *range_start(struct sql_connection *sql, const struct page *page,
                                 struct range range)
{
    const struct store_history_query *query = page->query;
    struct sql_value values[9];
    int count = 0;
    values[count++] = sql_id(query->player);
    if (query->opponent != 0)
        values[count++] = sql_id(query->opponent);
    values[count++] = sql_text(variant_get((enum variant_id)range.variant)->key);
    values[count++] = sql_text(score_word((enum score)range.score));
    values[count++] = sql_integer(range.is_rated);
    values[count++] = sql_integer(page->end.ended_ms);
    values[count++] = sql_integer((int64_t)page->end.game);
    values[count++] = sql_integer(query->since_ms);
    /* One more than asked for: it tells whether there are more. */
    values[count++] = sql_integer((int64_t)query->limit + 1);
    return sql__start(sql, range_statement(query), values, count);
}

static bool admits(int filter, int value)
{
    return filter == -1 || filter == value;
}

static bool admits_stake(enum store_stake stake, bool is_rated)
{
    return stake == STAKE_ANY || (stake == STAKE_RATED) == is_rated;
}

static int ranges_read(struct sql_connection *sql, const struct page *page, struct place_list *list)
{
    const struct store_history_query *query = page->query;
    int result = 0;
    for (int i = 0; i < VARIANT_COUNT * SCORE_COUNT * 2 && result == 0; i++) {
        struct range range = {i / 2 / SCORE_COUNT, i / 2 % SCORE_COUNT, i % 2 == 0};
        if (admits(query->variant, range.variant) && admits(query->score, range.score) &&
            admits_stake(query->stake, range.is_rated))
            result = places_read(range_start(sql, page, range), list);
    }
    if (list->count > 1)
        qsort(list->places, list->count, sizeof(*list->places), compare_last_first);
    return result;
}

static bool is_narrowed(const struct store_history_query *query)
{
    return query->variant != -1 || query->score != -1 || query->opponent != 0 ||
           query->stake != STAKE_ANY || query->is_starred;
}

static int places_find(struct sql_connection *sql, const struct page *page, struct place_list *list)
{
    const struct store_history_query *query = page->query;
    if (is_narrowed(query))
        return ranges_read(sql, page, list);
    return places_read(
        sql__start(sql, SQL_HISTORY_ALL,
                   SQL_VALUES(sql_id(query->player), sql_integer(page->end.ended_ms),
                              sql_integer((int64_t)page->end.game), sql_integer(query->since_ms),
                              sql_integer((int64_t)query->limit + 1))),
        list);
}

/* Where the page begins. As sql__step(): 0 if the game that it stands behind is not there. */
static int page_begin(struct sql_connection *sql, const struct store_history_query *query,
                      struct page *page_out)
{
    struct place before = {.ended_ms = INT64_MAX, .game = query->before};
    int found = 1;
    *page_out = (struct page){.query = query, .end = {.ended_ms = INT64_MAX}};
    if (query->before != 0)
        found = sql__get_integer(sql, SQL_HISTORY_PLACE,
                                 SQL_VALUES(sql_id(query->player), sql_id(query->before)),
                                 &before.ended_ms);
    if (query->until_ms != 0)
        page_out->end.ended_ms = query->until_ms;
    if (query->before != 0 && before.ended_ms < page_out->end.ended_ms)
        page_out->end = before;
    return found;
}

static int games_find(struct sql_connection *sql, struct work_query *question,
                      struct id_list *page_out)
{
    const struct store_history_query *query = &question->query.history;
    struct place_list list = {.arena = &question->arena};
    struct page page;
    int exists = sqlite__player_exists(sql, query->player);
    if (exists == 1)
        exists = page_begin(sql, query, &page);
    if (exists != 1)
        return sqlite__status(exists);
    if (places_find(sql, &page, &list) != 0)
        return STORE_UNAVAILABLE;
    question->answer.has_more = list.count > query->limit;
    page_out->count = question->answer.has_more ? query->limit : list.count;
    page_out->games = arena_alloc(&question->arena, page_out->count * sizeof(*page_out->games));
    for (size_t i = 0; i < page_out->count; i++)
        page_out->games[i] = list.places[i].game;
    return STORE_OK;
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
        .seat = (enum seat)sqlite3_column_int(row, 10),
        .mark = (enum mark)sqlite3_column_int(row, 11),
        .opponent_points = sqlite3_column_int(row, 12),
        .is_starred = sqlite3_column_int(row, 13) != 0,
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
    struct store_answer *answer = &question->answer;
    struct id_list page = {0};
    int status = games_find(sql, question, &page);
    if (status != STORE_OK)
        return status;
    struct store_history_row *rows = arena_alloc(&question->arena, page.count * sizeof(*rows));
    answer->history = rows;
    while (answer->history_count < page.count) {
        size_t i = answer->history_count++;
        if (line_read(sql, question, page.games[i], &rows[i]) != 0)
            return STORE_UNAVAILABLE;
    }
    return STORE_OK;
}

int sqlite__answer_export(struct sql_connection *sql, struct work_query *question)
{
    struct store_answer *answer = &question->answer;
    struct id_list page = {0};
    int status = games_find(sql, question, &page);
    if (status != STORE_OK)
        return status;
    struct store_game *games = arena_alloc(&question->arena, page.count * sizeof(*games));
    answer->games = games;
    while (answer->games_count < page.count) {
        size_t i = answer->games_count++;
        if (sqlite__read_game(sql, page.games[i], &question->arena, &games[i]) != 1)
            return STORE_UNAVAILABLE;
    }
    return STORE_OK;
}
