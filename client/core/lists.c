/* SPDX-License-Identifier: MIT */
/*
 * Lists in pages, as client/core/lists.h describes them.
 */
#include "client/core/lists.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rankings_init(struct rankings *rankings, int64_t from)
{
    *rankings = (struct rankings){.rank = NONE};
    pages_init(&rankings->rows, sizeof(struct rankings_row), RANKINGS_MAX, (uint64_t)from);
}

void rankings_deinit(struct rankings *rankings)
{
    pages_deinit(&rankings->rows);
}

const struct rankings_row *rankings_at(const struct rankings *rankings, size_t index)
{
    return pages_at(&rankings->rows, index);
}

/* Removes the line of a player who is at another position now. */
static void forget(struct rankings *rankings, const char *name)
{
    for (size_t i = rankings->rows.count; i > 0; i--)
        if (strcmp(rankings_at(rankings, i - 1)->name, name) == 0)
            pages_remove(&rankings->rows, rankings_at(rankings, i - 1)->position);
}

static void put_row(struct rankings *rankings, uint64_t position,
                    const struct standing_record *record)
{
    forget(rankings, record->name);
    struct rankings_row *row = pages_put(&rankings->rows, position);
    if (row == NULL)
        return;
    row->rank = record->rank;
    snprintf(row->name, sizeof(row->name), "%s", record->name);
    row->rating = record->rating;
    row->games = record->games;
    row->listed = record->listed;
}

bool rankings_differ(const struct rankings *rankings)
{
    for (size_t i = 0; i < rankings->rows.count; i++)
        if (rankings_at(rankings, i)->listed != NONE)
            return true;
    return false;
}

void rankings_take_top(struct rankings *rankings, int64_t from,
                       const struct rating_top_reply *reply)
{
    uint64_t next = (uint64_t)from + reply->rows_count;
    bool has_more = reply->rows_count > 0 && next <= (uint64_t)reply->total;
    if (!pages_begin_page(&rankings->rows, (uint64_t)from))
        return;
    rankings->total = reply->total;
    for (size_t i = 0; i < reply->rows_count; i++)
        put_row(rankings, (uint64_t)from + i, &reply->rows[i]);
    pages_end_page(&rankings->rows, has_more ? next : 0);
}

void rankings_take_around(struct rankings *rankings, const char *player,
                          const struct rating_around_reply *reply)
{
    const struct rating_top_reply page = {
        .rows = reply->rows, .rows_count = reply->rows_count, .total = reply->total};
    rankings_take_top(rankings, 1, &page);
    pages_end_page(&rankings->rows, 0); /* it does not say where it lies */
    rankings->rank = reply->rank;
    for (size_t i = 0; i < rankings->rows.count; i++) {
        struct rankings_row *row = pages_at(&rankings->rows, i);
        row->is_meant = strcmp(row->name, player) == 0;
    }
}

/* ------------------------------------------------------------------ ratings by day */

/* Days that the server tells at once. */
#define PAGE_DAYS 366

void rating_graph_init(struct rating_graph *graph, int first_day, int last_day, int today)
{
    *graph = (struct rating_graph){
        .next_day = NONE, .until_day = NONE, .last_day = NONE, .rating = NONE};
    if (first_day == NONE && last_day == NONE)
        return;
    graph->until_day = last_day != NONE ? last_day : today;
    graph->next_day = graph->until_day > PAGE_DAYS ? graph->until_day - PAGE_DAYS + 1 : 0;
    if (first_day != NONE)
        graph->next_day = first_day;
    if (graph->next_day > graph->until_day)
        graph->until_day = graph->next_day;
}

void rating_graph_deinit(struct rating_graph *graph)
{
    free(graph->points);
    graph->points = NULL;
    graph->count = graph->cap = 0;
}

/* ---------------------------------------------------------------- pages */

/* Days come in their order: one that does not is left out, so that no server can make the line
 * longer than time. */
static void add_point(struct rating_graph *graph, const char *text, int64_t rating, int64_t games)
{
    int day = 0;
    size_t count = graph->count;
    if (!day_parse(text, &day) || (count > 0 && day < graph->points[count - 1].day) ||
        (count > 1 && day == graph->points[count - 2].day))
        return;
    if (count == graph->cap) {
        graph->cap = graph->cap == 0 ? 512 : 2 * graph->cap;
        graph->points = mem_grow(graph->points, graph->cap * sizeof(*graph->points));
    }
    graph->points[graph->count++] =
        (struct rating_point){.day = day, .rating = (int)rating, .games = games};
}

static void take_numbers(struct rating_graph *graph, const struct rating_graph_reply *page)
{
    snprintf(graph->name, sizeof(graph->name), "%s", page->name);
    graph->rating = page->rating;
    graph->peak = page->peak;
    graph->rank = page->rank;
    graph->is_provisional = page->provisional;
    graph->games = page->games;
}

void rating_graph_take(struct rating_graph *graph, const struct rating_graph_reply *page)
{
    take_numbers(graph, page);
    if (graph->count == 0 && page->before != NONE)
        add_point(graph, page->from_day, page->before, NONE);
    for (size_t i = 0; i < page->days_count; i++) {
        size_t count = graph->count;
        add_point(graph, page->days[i].day, page->days[i].rating, page->days[i].games);
        if (graph->count == count)
            continue;
        graph->points[count].annulled = page->days[i].annulled;
        graph->points[count].annulled_later = page->days[i].annulled_later;
    }
    if (!day_parse(page->to_day, &graph->last_day))
        graph->last_day = NONE;
    bool goes_on = graph->until_day != NONE && graph->last_day >= graph->next_day &&
                   graph->last_day != NONE && graph->last_day < graph->until_day;
    graph->is_whole = !goes_on;
    if (goes_on)
        graph->next_day = graph->last_day + 1;
}

bool rating_graph_next_page(struct rating_graph *graph, struct rating_graph_request *request)
{
    if (graph->is_whole || graph->next_day == NONE)
        return !graph->is_whole;
    int last = graph->next_day + PAGE_DAYS - 1;
    day_text(graph->next_day, graph->from);
    day_text(last < graph->until_day ? last : graph->until_day, graph->to);
    request->from_day = graph->from;
    request->to_day = graph->to;
    return true;
}

size_t rating_graph_days(const struct rating_graph *graph)
{
    size_t days = 0;
    for (size_t i = 0; i < graph->count; i++)
        days += graph->points[i].games != NONE ? 1 : 0;
    return days;
}

/* ------------------------------------------------------------------ games that are over */

void history_init(struct history *history, uint64_t before)
{
    pages_init(&history->games, sizeof(struct history_game), HISTORY_GAMES_MAX, before);
}

void history_deinit(struct history *history)
{
    pages_deinit(&history->games);
}

const struct history_game *history_at(const struct history *history, size_t index)
{
    return pages_at(&history->games, index);
}

/* `game` is NULL where there is no place for it. */
static void set_game(struct history_game *game, const struct history_row_record *row)
{
    if (game == NULL)
        return;
    game->ended = row->ended;
    game->variant = row->variant;
    snprintf(game->opponent, sizeof(game->opponent), "%s", row->opponent);
    game->opponent_rank = row->opponent_rank;
    game->opponent_rating = row->opponent_rating;
    game->is_opponent_provisional = row->opponent_provisional;
    game->mark = row->mark;
    game->score = row->score;
    game->points = row->points;
    game->is_starred = row->starred;
    game->is_annulled = row->annulled;
    game->given = (unsigned)row->given;
}

void history_take_list(struct history *history, uint64_t before,
                       const struct history_list_reply *reply)
{
    struct pages *games = &history->games;
    size_t count = reply->rows_count;
    if (!pages_begin_page(games, before))
        return;
    for (size_t i = 0; i < count; i++)
        set_game(pages_put(games, reply->rows[i].game), &reply->rows[i]);
    pages_end_page(games, reply->more && count > 0 ? reply->rows[count - 1].game : 0);
}
