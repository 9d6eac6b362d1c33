/* SPDX-License-Identifier: MIT */
/*
 * A rating over days, as client/core/rating_graph.h describes it.
 */
#include "client/core/rating_graph.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

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
