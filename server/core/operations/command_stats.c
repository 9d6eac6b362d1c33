/* SPDX-License-Identifier: MIT */
/*
 * Commands that read what was added up about players: rating.graph, player.find, player.stats.
 */
#include "base/day.h"
#include "base/memory.h"
#include "server/core/operations/request.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/people/question.h"
#include "server/core/rules/calendar.h"
#include "server/core/turn/call.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"

#include <stdlib.h>

/* ------------------------------------------------------------------ rating.graph */

/* Days in one answer: a leap year. */
#define GRAPH_DAYS_MAX 366

/* The days that a request names; `last` is not before `first`. 0 or an error. */
static int days_read(struct call *call, const struct rating_graph_request *request, int *first_out,
                     int *last_out)
{
    *last_out = calendar_day_of(call->core->options.calendar, call->core->now.wall_ms);
    call->fault.field = "to_day";
    if (request->to_day != NULL && !day_parse(request->to_day, last_out))
        return ERR_BAD_VALUE;
    *first_out = *last_out - (GRAPH_DAYS_MAX - 1);
    if (*first_out < 0)
        *first_out = 0;
    call->fault.field = "from_day";
    if (request->from_day != NULL && !day_parse(request->from_day, first_out))
        return ERR_BAD_VALUE;
    if (*first_out > *last_out || *last_out - *first_out >= GRAPH_DAYS_MAX)
        return ERR_OUT_OF_RANGE;
    call->fault.field = NULL;
    return 0;
}

/* The question has room for the days behind it: the store reads them there. */
static struct question *graph_question(const struct call *call, int first, int last)
{
    size_t days = (size_t)(last - first) + 1;
    struct question *question =
        mem_zero(sizeof(*question) + (days + 1) * sizeof(*question->day_starts));
    question->day_starts = (int64_t *)(question + 1);
    question->first_day = first;
    for (size_t i = 0; i <= days; i++)
        question->day_starts[i] =
            calendar_day_start_ms(call->core->options.calendar, first + (int)i);
    question->variant = (int)call->request->rating_graph.variant->id;
    question->query = (struct store_query){
        .kind = STORE_GRAPH,
        .as.graph = {.variant = call->request->rating_graph.variant->id,
                     .day_starts = question->day_starts,
                     .day_starts_count = days + 1},
    };
    question->player_id = &question->query.as.graph.player;
    return question;
}

static const char *view_day(struct core *core, int day)
{
    char *text = arena_alloc(&core->arena, DAY_TEXT_SIZE);
    day_text(day, text);
    return text;
}

static const char *instant_day(struct core *core, int64_t at_ms)
{
    return at_ms != 0 ? view_day(core, calendar_day_of(core->options.calendar, at_ms)) : NULL;
}

static void graph_read(struct core *core, struct wait *wait, int status,
                       const struct store_answer *answer)
{
    const struct question *question = wait->data;
    struct call call;
    if (!question_is_answered(core, wait, status, NULL, &call))
        return;
    const struct store_graph *graph = &answer->as.graph;
    size_t asked = question->query.as.graph.day_starts_count - 1;
    struct rating_day_record *days = arena_alloc(&core->arena, graph->days_count * sizeof(*days));
    for (size_t i = 0; i < graph->days_count; i++)
        days[i] = (struct rating_day_record){
            .day = view_day(core, question->first_day + (int)graph->days[i].day),
            .rating = graph->days[i].points,
            .games = graph->days[i].games,
            .annulled = graph->days[i].annulled,
            .annulled_later = graph->days[i].void_games};
    const struct store_rating *rating = &question->rating;
    bool has_rating = rating->games > 0;
    const struct rating_graph_reply reply = {
        .name = question->name,
        .from_day = view_day(core, question->first_day),
        .to_day = view_day(core, question->first_day + (int)asked - 1),
        .days = days,
        .days_count = graph->days_count,
        .before = graph->before != 0 ? graph->before : NONE,
        .first_day = instant_day(core, graph->first_ms),
        .rating = has_rating ? rating->points : NONE,
        .peak = has_rating ? rating->peak : NONE,
        .games = has_rating ? rating->games : NONE,
        .rank = has_rating && rating->rank > 0 ? (int64_t)rating->rank : NONE,
        .provisional = has_rating && rating->established_ms == 0,
    };
    call_reply(&call, &reply);
}

int command_rating_graph(struct call *call)
{
    const struct rating_graph_request *request = &call->request->rating_graph;
    int first = 0;
    int last = 0;
    int status = days_read(call, request, &first, &last);
    if (status != 0)
        return status;
    struct question *question = graph_question(call, first, last);
    question->read = graph_read;
    return question_ask_about(call, question, request->name, NULL);
}

/* ------------------------------------------------------------------ player.find */

static void find_read(struct core *core, struct wait *wait, int status,
                      const struct store_answer *answer)
{
    struct call call;
    if (!question_is_answered(core, wait, status, NULL, &call))
        return;
    const struct store_found_players *players = &answer->as.find;
    struct found_player_record *rows =
        arena_alloc(&core->arena, players->rows_count * sizeof(*rows));
    for (size_t i = 0; i < players->rows_count; i++) {
        const struct store_found *found = &players->rows[i];
        const struct player *player = player_find(core, found->player);
        bool has_rating = found->rating.games > 0;
        rows[i] = (struct found_player_record){
            .name = found->name,
            .connected = player != NULL && player_is_here(player),
            .rating = has_rating ? found->rating.points : NONE,
            .rank = has_rating && found->rating.rank > 0 ? (int64_t)found->rating.rank : NONE,
            .provisional = has_rating && found->rating.established_ms == 0,
            .games = has_rating ? found->rating.games : NONE,
        };
    }
    const struct player_find_reply reply = {
        .rows = rows, .rows_count = players->rows_count, .more = players->has_more};
    call_reply(&call, &reply);
}

/* A text that no name begins with is asked for all the same: nobody is found. */
int command_player_find(struct call *call)
{
    const struct player_find_request *request = &call->request->player_find;
    char key[NAME_KEY_SIZE];
    char after_key[NAME_KEY_SIZE];
    call->fault.field = "after";
    if (request->after != NULL && !name_key(request->after, after_key))
        return ERR_BAD_VALUE;
    call->fault.field = NULL;
    if (!name_key(request->text, key)) {
        call_reply_stored(call, &(struct player_find_reply){.rows_count = 0});
        return 0;
    }
    const struct store_query query = {
        .kind = STORE_FIND,
        .as.find = {.text = key,
                    .after = request->after != NULL ? after_key : NULL,
                    .variant = request->variant != NULL ? (int)request->variant->id : -1,
                    .limit = (uint32_t)request->limit},
    };
    struct wait *wait = wait_new(call, NULL);
    wait->done.query = find_read;
    return queries_ask(call, wait, &query);
}

/* ------------------------------------------------------------------ player.stats */

static struct form_record view_form(const struct store_form *form)
{
    bool has_best = form->best_points > 0;
    return (struct form_record){
        .variant = variant_get(form->variant),
        .winning = form->winning,
        .longest_winning = form->longest_winning,
        .unbeaten = form->unbeaten,
        .longest_unbeaten = form->longest_unbeaten,
        .best_win = has_best ? form->best_game : 0,
        .best_win_over = has_best ? form->best_name : NULL,
        .best_win_rating = has_best ? form->best_points : NONE,
    };
}

static void stats_read(struct core *core, struct wait *wait, int status,
                       const struct store_answer *answer)
{
    const struct question *question = wait->data;
    struct call call;
    if (!question_is_answered(core, wait, status, NULL, &call))
        return;
    const struct store_stats *stats = &answer->as.stats;
    struct tally_record *tallies =
        arena_alloc(&core->arena, stats->tallies_count * sizeof(*tallies));
    struct form_record *forms = arena_alloc(&core->arena, stats->forms_count * sizeof(*forms));
    for (size_t i = 0; i < stats->tallies_count; i++) {
        const struct store_tally *tally = &stats->tallies[i];
        tallies[i] = (struct tally_record){.variant = variant_get(tally->variant),
                                           .seat = (int)tally->seat,
                                           .mark = (int)tally->mark,
                                           .won = tally->won,
                                           .lost = tally->lost,
                                           .drawn = tally->drawn};
    }
    for (size_t i = 0; i < stats->forms_count; i++)
        forms[i] = view_form(&stats->forms[i]);
    const struct player_stats_reply reply = {
        .name = question->name,
        .against = question->opponent[0] != '\0' ? question->opponent : NULL,
        .tallies = tallies,
        .tallies_count = stats->tallies_count,
        .form = forms,
        .form_count = stats->forms_count,
    };
    call_reply(&call, &reply);
}

int command_player_stats(struct call *call)
{
    const struct player_stats_request *request = &call->request->player_stats;
    struct question *question = question_new();
    question->query.kind = STORE_STATS;
    question->query.as.stats.variant = request->variant != NULL ? (int)request->variant->id : -1;
    question->query.as.stats.computers = question_computers(request->computers);
    question->player_id = &question->query.as.stats.player;
    question->opponent_id = &question->query.as.stats.opponent;
    question->read = stats_read;
    question->opponent_field = "against";
    return question_ask_about(call, question, request->name, request->against);
}
