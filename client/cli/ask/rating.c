/* SPDX-License-Identifier: MIT */
/*
 * The commands of client/cli/ask/rating.h.
 */
#include "client/cli/ask/rating.h"

#include "base/day.h"
#include "base/memory.h"
#include "client/cli/ask/query.h"
#include "client/cli/draw/graph.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"
#include "proto/id.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* ---------------------------------------------------------------- rating */

/* A drawing for a window of 80 by 24, with what is said above it. */
#define GRAPH_COLUMNS 78
#define GRAPH_ROWS 16
/* Days that the server tells at once. */
#define PAGE_DAYS 366
#define DAY_SECONDS 86400

struct rater {
    struct query query; /* first: `show` gets it */
    char from[DAY_TEXT_SIZE];
    char to[DAY_TEXT_SIZE];
    int until; /* the last day of all pages; 0: there is one page, and the server chose it */
    struct graph_point *points;
    size_t count;
    size_t cap;
};

static void add_point(struct rater *rater, int day, int64_t value)
{
    if (rater->count == rater->cap) {
        rater->cap = rater->cap == 0 ? 512 : 2 * rater->cap;
        rater->points = mem_grow(rater->points, rater->cap * sizeof(*rater->points));
    }
    rater->points[rater->count++] = (struct graph_point){.day = day, .value = (int)value};
}

static void take_page(struct rater *rater, const struct rating_graph_reply *page)
{
    int day = 0;
    if (rater->count == 0 && page->before != NONE && day_parse(page->from_day, &day))
        add_point(rater, day, page->before);
    for (size_t i = 0; i < page->days_count; i++)
        if (day_parse(page->days[i].day, &day))
            add_point(rater, day, page->days[i].rating);
}

static void put_numbers(struct query *query, const struct rating_graph_reply *page)
{
    unsigned long games = (unsigned long)page->games;
    ink_put(&query->ink, COLOUR_BOLD, "%s", page->name);
    ink_put_line(&query->ink, COLOUR_PLAIN, ", %s",
                 words_variant(query->request.as.rating_graph.variant));
    if (page->rating == NONE) {
        query_put_line(query, COLOUR_DIM, _("No rating in this variant yet."));
        return;
    }
    ink_put(&query->ink, COLOUR_BOLD, "%d", (int)page->rating);
    ink_put(&query->ink, COLOUR_PLAIN, _(" now, at most %d, rank %lld"), (int)page->peak,
            (long long)page->rank);
    ink_put_line(&query->ink, COLOUR_DIM, ngettext("   %lu game", "   %lu games", games), games);
}

static void draw(struct rater *rater, const struct rating_graph_reply *page)
{
    struct graph graph = {.points = rater->points, .count = rater->count};
    put_numbers(&rater->query, page);
    if (rater->count == 0)
        query_put_line(&rater->query, COLOUR_DIM, _("Nothing in these days."));
    else if (day_parse(page->to_day, &graph.last_day))
        graph_draw(&graph, GRAPH_COLUMNS, GRAPH_ROWS, &rater->query.ink);
}

/* The days of the next page, from `first` on. */
static void ask_days(struct rater *rater, int first)
{
    struct rating_graph_request *request = &rater->query.request.as.rating_graph;
    int last = first + PAGE_DAYS - 1 < rater->until ? first + PAGE_DAYS - 1 : rater->until;
    day_text(first, rater->from);
    day_text(last, rater->to);
    request->from_day = rater->from;
    request->to_day = rater->to;
}

static void show_graph(struct query *query, const union reply_body *reply)
{
    struct rater *rater = (struct rater *)query;
    const struct rating_graph_reply *page = &reply->rating_graph;
    int last = 0;
    if (query_is_json(query))
        query_put_reply(query, OP_RATING_GRAPH, page);
    take_page(rater, page);
    if (rater->until != 0 && day_parse(page->to_day, &last) && last < rater->until) {
        ask_days(rater, last + 1);
        query->asks_again = true;
    } else if (!query_is_json(query)) {
        draw(rater, page);
    }
}

/* Without dates the server chooses the last year. */
static void choose_days(struct rater *rater, const struct invocation *invocation)
{
    const char *since = invocation->options[OPTION_SINCE];
    const char *until = invocation->options[OPTION_UNTIL];
    int first = 0;
    if (since == NULL && until == NULL)
        return;
    rater->until = (int)(time(NULL) / DAY_SECONDS);
    if (until != NULL)
        day_parse(until, &rater->until);
    first = rater->until > PAGE_DAYS ? rater->until - PAGE_DAYS + 1 : 0;
    if (since != NULL)
        day_parse(since, &first);
    if (first > rater->until)
        rater->until = first;
    ask_days(rater, first);
}

enum exit_code run_rating(const struct invocation *invocation)
{
    struct rater rater = {.until = 0};
    query_init(&rater.query, invocation, OP_RATING_GRAPH);
    rater.query.who = query_who(invocation);
    rater.query.request.as.rating_graph.name = query_name(invocation);
    rater.query.request.as.rating_graph.variant = invocation_variant_or_classic(invocation);
    rater.query.is_patient = true;
    rater.query.show = show_graph;
    choose_days(&rater, invocation);
    enum exit_code code = query_run(&rater.query);
    free(rater.points);
    return code;
}

/* ---------------------------------------------------------------- stats */

static const char *count_title(int at)
{
    static const char *const titles[] = {N_("wins"), N_("losses"), N_("draws")};
    return gettext(titles[at]);
}

#define COUNTS 3

/* The columns of one count: the same for all, as wide as the widest title. */
static int count_columns(void)
{
    return words_columns(count_title, COUNTS, 7);
}

static void put_count(struct query *query, enum colour colour, int64_t count)
{
    ink_put_cell(&query->ink, colour, -count_columns(), "%lld", (long long)count);
}

static void put_tally(struct query *query, const struct tally_record *tally)
{
    struct ink *ink = &query->ink;
    ink_put_cell(ink, COLOUR_PLAIN, 10, "%s", tally->variant->key);
    ink_put_cell(ink, COLOUR_PLAIN, 3, "%s", words_mark((enum mark)tally->mark));
    ink_put_cell(ink, COLOUR_DIM, 9, "%s",
                 tally->seat == SEAT_WORD_FIRST ? _("first") : _("second"));
    put_count(query, COLOUR_WON, tally->won);
    put_count(query, COLOUR_LOST, tally->lost);
    put_count(query, COLOUR_DRAWN, tally->drawn);
    ink_end_line(ink);
}

static void put_form(struct query *query, const struct form_record *form)
{
    char id[ID_TEXT_SIZE];
    struct ink *ink = &query->ink;
    ink_put_line(ink, COLOUR_BOLD, "%s", words_variant(form->variant));
    ink_put_line(ink, COLOUR_PLAIN, _("  won in a row: %lld, at most %lld"),
                 (long long)form->winning, (long long)form->longest_winning);
    ink_put_line(ink, COLOUR_PLAIN, _("  unbeaten: %lld, at most %lld"), (long long)form->unbeaten,
                 (long long)form->longest_unbeaten);
    if (form->best_win != 0 && form->best_win_over != NULL) {
        id_format(form->best_win, id);
        ink_put_line(ink, COLOUR_PLAIN, _("  best win: over %s (%d), game %s"), form->best_win_over,
                     (int)form->best_win_rating, id);
    }
}

static void put_heading(struct query *query, const struct player_stats_reply *stats)
{
    struct ink *ink = &query->ink;
    ink_put(ink, COLOUR_BOLD, "%s", stats->name);
    if (stats->against != NULL)
        ink_put(ink, COLOUR_PLAIN, _(" against %s"), stats->against);
    ink_end_line(ink);
    if (stats->tallies_count == 0) {
        query_put_line(query, COLOUR_DIM, _("There are no such games."));
        return;
    }
    ink_put_spaces(ink, 22);
    for (int i = 0; i < COUNTS; i++)
        ink_put_cell(ink, COLOUR_DIM, -count_columns(), "%s", count_title(i));
    ink_end_line(ink);
}

static void show_stats(struct query *query, const union reply_body *reply)
{
    const struct player_stats_reply *stats = &reply->player_stats;
    if (query_put_json(query, reply))
        return;
    put_heading(query, stats);
    for (size_t i = 0; i < stats->tallies_count; i++)
        put_tally(query, &stats->tallies[i]);
    for (size_t i = 0; i < stats->form_count; i++)
        put_form(query, &stats->form[i]);
}

enum exit_code run_stats(const struct invocation *invocation)
{
    const struct request request = {
        .op = OP_PLAYER_STATS,
        .as.player_stats = {.name = query_name(invocation),
                            .variant = invocation_variant(invocation),
                            .against = invocation->options[OPTION_AGAINST]}};
    return query_ask(invocation, query_who(invocation), &request, show_stats);
}
