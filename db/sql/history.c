/* SPDX-License-Identifier: MIT */
/*
 * Histories, as lines and as whole games. Whatever the filters, the answer comes from a few ranges
 * of an index that are ordered by the end of games: one for each variant that the player has
 * played, score and stake that the filters leave. The last games of each range are taken, the last
 * of all kept, and only their rows read.
 */
#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/game.h"

#include <stdlib.h>

/* The lines that were found, by their places, in the arena. */
struct found {
    struct arena *arena;
    struct fields_list places;
};

/* The page that is asked for: lines before `end`, none that ended before `since_ms`. */
struct page {
    const struct store_history_filter *filter;
    struct store_place end;
};

static int places_read(struct sql_row row, struct found *found)
{
    return fields__list(row, STORED_place, found->arena, FIELDS_ALL, &found->places);
}

static int compare_last_first(const void *left, const void *right)
{
    const struct store_place *a = left;
    const struct store_place *b = right;
    if (a->ended_ms != b->ended_ms)
        return (a->ended_ms < b->ended_ms) - (a->ended_ms > b->ended_ms);
    return (a->game < b->game) - (a->game > b->game);
}

/* ------------------------------------------------------------------ ranges */

static enum sql_statement range_statement(const struct store_history_filter *filter)
{
    if (filter->opponent != 0)
        return filter->is_starred ? SQL_HISTORY_STARRED_BY_OPPONENT : SQL_HISTORY_BY_OPPONENT;
    return filter->is_starred ? SQL_HISTORY_STARRED : SQL_HISTORY_BY_SCORE;
}

/* The values that tell one range from another, beside the filters that are one value. */
struct range {
    const char *variant; /* its key */
    enum score score;
    enum history_stake stake;
};

static struct sql_row range_start(struct sql_connection *sql, const struct page *page,
                                  const struct range *range)
{
    const struct store_history_filter *filter = page->filter;
    struct sql_value values[9];
    int count = 0;
    values[count++] = sql_id(filter->player);
    if (filter->opponent != 0)
        values[count++] = sql_id(filter->opponent);
    values[count++] = sql_text(range->variant);
    values[count++] = sql_text(score_word(range->score));
    values[count++] = sql_integer(range->stake);
    values[count++] = sql_integer(page->end.ended_ms);
    values[count++] = sql_integer((int64_t)page->end.game);
    values[count++] = sql_integer(filter->since_ms);
    values[count++] = answer__limit(filter->limit);
    return sql__start(sql, range_statement(filter), values, count);
}

static bool admits_stake(const struct store_history_filter *filter, enum history_stake stake)
{
    return (filter->stake == STAKE_ANY ||
            (filter->stake == STAKE_RATED) == (stake == HISTORY_RATED)) &&
           (filter->computers == COMPUTERS_ANY ||
            (filter->computers == COMPUTERS_ONLY) == (stake == HISTORY_COMPUTER));
}

static int variant_read(struct sql_connection *sql, const struct page *page, const char *variant,
                        struct found *found)
{
    const struct store_history_filter *filter = page->filter;
    int result = 0;
    for (int i = 0; i < SCORE_COUNT * HISTORY_STAKES && result == 0; i++) {
        struct range range = {variant, (enum score)(i / HISTORY_STAKES),
                              (enum history_stake)(i % HISTORY_STAKES)};
        if ((filter->score == -1 || filter->score == (int)range.score) &&
            admits_stake(filter, range.stake))
            result = places_read(range_start(sql, page, &range), found);
    }
    return result;
}

/* The key of the next variant, behind this one, that is in the player's history, into the arena;
 * NULL behind the last. Returns 0 or -1. */
static int variant_next(struct sql_connection *sql, uint64_t player, const char *key,
                        struct arena *arena, const char **next_out)
{
    struct sql_row row =
        sql__start(sql, SQL_HISTORY_NEXT_VARIANT, SQL_VALUES(sql_id(player), sql_text(key)));
    int result = sql__step(&row);
    *next_out = result == 1 ? sql__column_text(&row, 0, arena) : NULL;
    sql__end(&row);
    return result < 0 ? -1 : 0;
}

static int variants_read(struct sql_connection *sql, const struct page *page, struct found *found)
{
    uint64_t player = page->filter->player;
    const char *key = NULL;
    int result = variant_next(sql, player, "", found->arena, &key);
    while (result == 0 && key != NULL) {
        result = variant_read(sql, page, key, found);
        if (result == 0)
            result = variant_next(sql, player, key, found->arena, &key);
    }
    return result;
}

static int ranges_read(struct sql_connection *sql, const struct page *page, struct found *found)
{
    int variant = page->filter->variant;
    int result = variant == -1
                     ? variants_read(sql, page, found)
                     : variant_read(sql, page, variant_get((enum variant_id)variant)->key, found);
    if (found->places.count > 1)
        qsort(found->places.rows, found->places.count, sizeof(struct store_place),
              compare_last_first);
    return result;
}

static bool is_narrowed(const struct store_history_filter *filter)
{
    return filter->variant != -1 || filter->score != -1 || filter->opponent != 0 ||
           filter->stake != STAKE_ANY || filter->computers != COMPUTERS_ANY || filter->is_starred;
}

static int places_find(struct sql_connection *sql, const struct page *page, struct found *found)
{
    const struct store_history_filter *filter = page->filter;
    if (is_narrowed(filter))
        return ranges_read(sql, page, found);
    return places_read(
        sql__start(sql, SQL_HISTORY_ALL,
                   SQL_VALUES(sql_id(filter->player), sql_integer(page->end.ended_ms),
                              sql_integer((int64_t)page->end.game), sql_integer(filter->since_ms),
                              answer__limit(filter->limit))),
        found);
}

/* Where the page begins. As sql__step(): 0 if the game that it stands behind is not there. */
static int page_begin(struct sql_connection *sql, const struct store_history_filter *filter,
                      struct page *page_out)
{
    struct store_place before = {.ended_ms = INT64_MAX, .game = filter->before};
    int is_there = 1;
    *page_out = (struct page){.filter = filter, .end = {.ended_ms = INT64_MAX}};
    if (filter->before != 0)
        is_there = sql__get_integer(sql, SQL_HISTORY_PLACE,
                                    SQL_VALUES(sql_id(filter->player), sql_id(filter->before)),
                                    &before.ended_ms);
    if (filter->until_ms != 0)
        page_out->end.ended_ms = filter->until_ms;
    if (filter->before != 0 && before.ended_ms < page_out->end.ended_ms)
        page_out->end = before;
    return is_there;
}

/* The games of the page, and whether there are more: a status. */
static int games_find(struct sql_connection *sql, const struct store_history_filter *filter,
                      struct found *found, bool *has_more_out)
{
    struct page page;
    int is_there = page_begin(sql, filter, &page);
    if (is_there != 1)
        return answer__status(is_there);
    if (places_find(sql, &page, found) != 0)
        return STORE_UNAVAILABLE;
    *has_more_out = found->places.count > filter->limit;
    if (*has_more_out)
        found->places.count = filter->limit;
    return STORE_OK;
}

/* ------------------------------------------------------------------ rows */

int answer__history(struct sql_connection *sql, struct work_query *question)
{
    const struct store_history_filter *filter = &question->query.as.history;
    struct store_history *answer = &question->answer.as.history;
    struct found found = {.arena = &question->arena};
    int status = games_find(sql, filter, &found, &answer->has_more);
    if (status != STORE_OK)
        return status;
    const struct store_place *places = found.places.rows;
    size_t count = found.places.count;
    struct store_history_row *rows = arena_alloc(&question->arena, count * sizeof(*rows));
    for (size_t i = 0; i < count; i++)
        if (fields__get(sql__start(sql, SQL_HISTORY_ROW,
                                   SQL_VALUES(sql_id(filter->player), sql_id(places[i].game))),
                        FIELDS_INTO(history_row, &rows[i], &question->arena)) != 1)
            return STORE_UNAVAILABLE;
    answer->rows = rows;
    answer->rows_count = count;
    return STORE_OK;
}

int answer__export(struct sql_connection *sql, struct work_query *question)
{
    struct store_games *answer = &question->answer.as.export;
    struct found found = {.arena = &question->arena};
    int status = games_find(sql, &question->query.as.export, &found, &answer->has_more);
    if (status != STORE_OK)
        return status;
    const struct store_place *places = found.places.rows;
    size_t count = found.places.count;
    struct store_game *games = arena_alloc(&question->arena, count * sizeof(*games));
    for (size_t i = 0; i < count; i++)
        if (game__read(sql, places[i].game, &question->arena, &games[i]) != 1)
            return STORE_UNAVAILABLE;
    answer->rows = games;
    answer->rows_count = count;
    return STORE_OK;
}
