/* SPDX-License-Identifier: MIT */
/*
 * Commands about a player's results: rating draws the points day by day, stats counts games.
 */
#include "base/day.h"
#include "client/cli/ask/ask.h"
#include "client/cli/ask/lists.h"
#include "client/cli/ask/query.h"
#include "client/cli/draw/graph.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"
#include "client/core/lists.h"

#include <time.h>

/* ---------------------------------------------------------------- rating */

/* A drawing for a window of 80 by 24, with what is said above it. */
#define GRAPH_COLUMNS 78
#define GRAPH_ROWS 16
#define DAY_SECONDS 86400
/* A line through fewer days is flat, or a step in an empty field: the days themselves say more. */
#define GRAPH_DAYS 6

struct rater {
    struct query query; /* first: `show` gets it */
    struct rating_graph graph;
};

static void put_numbers(struct query *query, const struct rating_graph *graph)
{
    unsigned long games = (unsigned long)graph->games;
    ink_put(&query->ink, COLOUR_BOLD, "%s", graph->name);
    ink_put_line(&query->ink, COLOUR_PLAIN, ", %s",
                 words_variant(query->request.as.rating_graph.variant));
    if (graph->rating == NONE) {
        lists_put_no_rating(query, query->request.as.rating_graph.variant);
        return;
    }
    ink_put(&query->ink, COLOUR_BOLD, "%d%s", (int)graph->rating,
            words_provisional(graph->is_provisional));
    if (graph->rank != NONE)
        ink_put(&query->ink, COLOUR_PLAIN, _(" now, peak %d, rank %lld"), (int)graph->peak,
                (long long)graph->rank);
    else
        ink_put(&query->ink, COLOUR_PLAIN, _(" now, peak %d, provisional"), (int)graph->peak);
    ink_put_line(&query->ink, COLOUR_DIM, ngettext("   %lu game", "   %lu games", games), games);
}

static void put_day(struct query *query, const struct rating_point *point, int before)
{
    char day[DAY_TEXT_SIZE];
    struct ink *ink = &query->ink;
    unsigned long games = (unsigned long)point->games;
    int gained = point->rating - before;
    enum colour colour = gained > 0 ? COLOUR_WON : gained < 0 ? COLOUR_LOST : COLOUR_PLAIN;
    day_text(point->day, day);
    ink_put_cell(ink, COLOUR_DIM, 10, "%s", day);
    ink_put_cell(ink, COLOUR_BOLD, -6, "%d", point->rating);
    ink_put_cell(ink, colour, -6, before != NONE ? "%+d" : " ", gained);
    if (games > 0)
        ink_put(ink, COLOUR_DIM, ngettext("   %lu game", "   %lu games", games), games);
    if (point->annulled_later > 0)
        ink_put(ink, COLOUR_DIM, _("   annulled since: %lld"), (long long)point->annulled_later);
    if (point->annulled > 0)
        ink_put(ink, COLOUR_DIM, _("   points taken back: %lld"), (long long)point->annulled);
    ink_end_line(ink);
}

static void put_days(struct query *query, const struct rating_graph *rating)
{
    int before = NONE;
    for (size_t i = 0; i < rating->count; i++) {
        if (rating->points[i].games != NONE)
            put_day(query, &rating->points[i], before);
        before = rating->points[i].rating;
    }
    ink_put_line(&query->ink, COLOUR_DIM,
                 _("With %d days there will be a graph. Each game: penta history"), GRAPH_DAYS);
}

/* Below the graph, which shows points as they stood: the days on which some were taken back. */
static void put_annulled(struct query *query, const struct rating_graph *rating)
{
    char day[DAY_TEXT_SIZE];
    for (size_t i = 0; i < rating->count; i++) {
        unsigned long games = (unsigned long)rating->points[i].annulled;
        if (games == 0)
            continue;
        day_text(rating->points[i].day, day);
        ink_put_line(&query->ink, COLOUR_DIM,
                     ngettext("%s: the points of %lu game were taken back (annulled)",
                              "%s: the points of %lu games were taken back (annulled)", games),
                     day, games);
    }
}

static void draw(struct query *query, const struct rating_graph *rating)
{
    const struct graph graph = {
        .points = rating->points, .count = rating->count, .last_day = rating->last_day};
    put_numbers(query, rating);
    size_t days = rating_graph_days(rating);
    if (rating->rating == NONE)
        return;
    if (days == 0)
        query_put_line(query, COLOUR_DIM, _("No games in this period."));
    else if (days < GRAPH_DAYS)
        put_days(query, rating);
    else if (rating->last_day != NONE)
        graph_draw(&graph, GRAPH_COLUMNS, GRAPH_ROWS, &query->ink);
    if (days >= GRAPH_DAYS)
        put_annulled(query, rating);
}

/* The day that an option names, or NONE. */
static int day_of(const struct invocation *invocation, enum option_id id)
{
    int day = NONE;
    const char *text = invocation->options[id];
    return text != NULL && day_parse(text, &day) ? day : NONE;
}

/* Begins with the first page of this variant. */
static void begin(struct rater *rater, const struct variant *variant)
{
    const struct invocation *invocation = rater->query.invocation;
    struct request request = {.op = OP_RATING_GRAPH};
    request.as.rating_graph.name = query_name(invocation);
    request.as.rating_graph.variant = variant;
    rating_graph_deinit(&rater->graph);
    rating_graph_init(&rater->graph, day_of(invocation, OPTION_SINCE),
                      day_of(invocation, OPTION_UNTIL), (int)(time(NULL) / DAY_SECONDS));
    rating_graph_next_page(&rater->graph, &request.as.rating_graph);
    rater->query.request = request;
}

/* The page of a player who has no rating in the variant: draws the one that is played most, where
 * none was named; else says where there is one. */
static void take_page(struct rater *rater, const struct player_get_reply *page)
{
    struct query *query = &rater->query;
    const struct variant *main_one = lists_main_variant(page);
    if (invocation_has(query->invocation, OPTION_VARIANT) || main_one == NULL) {
        query->request.as.rating_graph.variant = invocation_variant_or_classic(query->invocation);
        draw(query, &rater->graph);
        lists_put_elsewhere(query, page);
        return;
    }
    begin(rater, main_one);
    query->asks_again = true;
}

static void show_graph(struct query *query, const union reply_body *reply)
{
    struct rater *rater = (struct rater *)query;
    struct rating_graph *graph = &rater->graph;
    if (query->request.op == OP_PLAYER_GET) {
        take_page(rater, &reply->player_get);
        return;
    }
    bool is_json = query_put_json(query, reply);
    rating_graph_take(graph, &reply->rating_graph);
    query->asks_again = rating_graph_next_page(graph, &query->request.as.rating_graph);
    if (query->asks_again || is_json)
        return;
    if (graph->rating != NONE) {
        draw(query, graph);
        return;
    }
    query->request =
        (struct request){.op = OP_PLAYER_GET, .as.player_get.name = query_name(query->invocation)};
    query->asks_again = true;
}

enum exit_code run_rating(const struct invocation *invocation)
{
    struct rater rater = {.graph = {0}};
    query_init(&rater.query, invocation, OP_RATING_GRAPH);
    rater.query.who = query_who(invocation);
    rater.query.is_patient = true;
    rater.query.show = show_graph;
    begin(&rater, invocation_variant_or_classic(invocation));
    enum exit_code code = query_run(&rater.query);
    rating_graph_deinit(&rater.graph);
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
    ink_put_cell(ink, COLOUR_PLAIN, words_variant_columns(), "%s",
                 words_variant_short(tally->variant));
    ink_put_cell(ink, COLOUR_PLAIN, 3, "%s", words_own_mark((enum mark)tally->mark));
    ink_put_cell(ink, COLOUR_DIM, 9, "%s",
                 tally->seat == SEAT_WORD_FIRST ? _("first") : _("second"));
    put_count(query, COLOUR_WON, tally->won);
    put_count(query, COLOUR_LOST, tally->lost);
    put_count(query, COLOUR_DRAWN, tally->drawn);
    ink_end_line(ink);
}

static void put_form(struct query *query, const struct form_record *form)
{
    struct ink *ink = &query->ink;
    ink_put_line(ink, COLOUR_BOLD, "%s", words_variant(form->variant));
    ink_put_line(ink, COLOUR_PLAIN, _("  winning streak: %lld, best %lld"),
                 (long long)form->winning, (long long)form->longest_winning);
    ink_put_line(ink, COLOUR_PLAIN, _("  unbeaten streak: %lld, best %lld"),
                 (long long)form->unbeaten, (long long)form->longest_unbeaten);
    if (form->best_win != 0 && form->best_win_over != NULL) {
        ink_put_line(ink, COLOUR_PLAIN, _("  best win: over %s (%d), game %s"), form->best_win_over,
                     (int)form->best_win_rating, words_id(form->best_win).text);
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
        query_put_line(query, COLOUR_DIM, _("No games found."));
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
                            .against = invocation->options[OPTION_AGAINST],
                            .computers = invocation_word(invocation, OPTION_COMPUTERS)}};
    return query_ask(invocation, query_who(invocation), &request, show_stats);
}
