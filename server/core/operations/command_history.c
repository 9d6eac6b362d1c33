/* SPDX-License-Identifier: MIT */
/*
 * Commands about somebody's past games: history.list, history.export, history.star. The first two
 * have the same filters, which are read here once.
 */
#include "base/day.h"
#include "base/memory.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/rules/calendar.h"
#include "server/core/table/export.h"
#include "server/core/table/match.h"
#include "server/core/turn/call.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <string.h>

/* ------------------------------------------------------------------ filters */

/* The filters that both requests have. */
struct filters {
    const char *name;
    const struct variant *variant;
    const char *opponent;
    int score;
    int stake;
    int computers;
    bool starred;
    uint64_t before;
    int64_t since;
    int64_t until;
    int64_t limit;
};

#define FILTERS_OF(request)                                                                        \
    {                                                                                              \
        .name = (request)->name, .variant = (request)->variant, .opponent = (request)->opponent,   \
        .score = (request)->score, .stake = (request)->stake, .computers = (request)->computers,   \
        .starred = (request)->starred, .before = (request)->before, .since = (request)->since,     \
        .until = (request)->until, .limit = (request)->limit                                       \
    }

static enum store_stake stake_of(int word)
{
    if (word == NONE)
        return STAKE_ANY;
    return word == STAKE_WORD_RATED ? STAKE_RATED : STAKE_UNRATED;
}

static struct store_history_filter filter_of(const struct filters *filters)
{
    return (struct store_history_filter){
        .variant = filters->variant != NULL ? (int)filters->variant->id : -1,
        .score = filters->score,
        .before = filters->before,
        .limit = (uint32_t)filters->limit,
        .stake = stake_of(filters->stake),
        .computers = question_computers(filters->computers),
        .is_starred = filters->starred,
        .since_ms = filters->since,
        .until_ms = filters->until,
    };
}

/* ------------------------------------------------------------------ looking up */

/* Favourites are shown to their owner only. */
static bool is_own(const struct call *call, const struct question *question)
{
    return call->asker.player != 0 && call->asker.player == *question->player_id;
}

/* Both questions have the filter in the same place. */
_Static_assert(offsetof(struct store_query, as.history) == offsetof(struct store_query, as.export),
               "a filter is a filter");

static int check_stars(struct call *call, const struct question *question)
{
    if (!question->query.as.history.is_starred || is_own(call, question))
        return 0;
    call->fault.field = "starred";
    return ERR_STARS_ARE_OWN;
}

static struct question *history_question(const struct filters *filters, enum store_query_kind kind,
                                         wait_then_fn *read)
{
    struct question *question = question_new();
    question->query = (struct store_query){.kind = kind, .as.history = filter_of(filters)};
    question->player_id = &question->query.as.history.player;
    question->opponent_id = &question->query.as.history.opponent;
    question->read = read;
    question->check = check_stars;
    /* The player is there: the game behind which the page begins is the one not found. */
    question->missing = filters->before != 0 ? ERR_NO_SUCH_GAME : 0;
    question->opponent_field = "opponent";
    return question;
}

/* ------------------------------------------------------------------ history.list */

static struct history_row_record view_row(const struct store_history_row *row, bool is_own_history)
{
    return (struct history_row_record){
        .game = row->game,
        .variant = variant_get(row->variant),
        .rated = row->rated,
        .ended = row->ended_ms,
        .opponent = row->opponent,
        .opponent_rank = row->opponent_rank > 0 ? (int64_t)row->opponent_rank : NONE,
        .score = (int)row->score,
        .reason = (int)row->reason,
        .points = row->points,
        .plies = row->plies,
        .given = row->given,
        .seat = (int)row->seat,
        .mark = (int)row->mark,
        .opponent_rating = row->opponent_points > 0 ? row->opponent_points : NONE,
        .opponent_provisional = row->opponent_provisional,
        .annulled = row->is_annulled,
        .starred = row->is_starred && is_own_history,
    };
}

static int list_read(struct call *call, const struct store_answer *answer)
{
    const struct question *question = call->wait->data;
    const struct store_history *history = &answer->as.history;
    struct history_row_record *rows =
        arena_alloc(&call->core->arena, history->rows_count * sizeof(*rows));
    for (size_t i = 0; i < history->rows_count; i++)
        rows[i] = view_row(&history->rows[i], is_own(call, question));
    const struct history_list_reply reply = {.name = question->name,
                                             .rows = rows,
                                             .rows_count = history->rows_count,
                                             .more = history->has_more};
    return call_reply(call, &reply);
}

int command_history_list(struct call *call)
{
    const struct filters filters = FILTERS_OF(&call->request->history_list);
    struct question *question = history_question(&filters, STORE_HISTORY, list_read);
    return question_ask_about(call, question, filters.name, filters.opponent);
}

/* ------------------------------------------------------------------ history.export */

/* Bytes of a reply besides its games. */
#define EXPORT_HEAD_BYTES 1024
/* Bytes of a game besides its text: its id, and the names of its fields. */
#define EXPORT_GAME_BYTES 64
/* Bytes of a record besides its texts: fields, numbers, words, two names. */
#define EXPORT_RECORD_BYTES 1024

/* Bytes of the text in JSON, at the most. */
static size_t escaped_size(const char *text)
{
    size_t size = 0;
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        bool is_pair = byte == '"' || byte == '\\' || byte == '\n';
        size += is_pair ? 2 : byte < 0x20 ? 6 : 1;
    }
    return size;
}

static size_t text_size(const char *text)
{
    return text != NULL ? strlen(text) : 0;
}

/* Bytes of the game in the reply, at the most. The texts of a record have nothing to escape. */
static size_t exported_size(const struct exported_game_record *game)
{
    if (game->json == NULL)
        return EXPORT_GAME_BYTES + (game->text != NULL ? escaped_size(game->text) : 0);
    return EXPORT_GAME_BYTES + EXPORT_RECORD_BYTES + text_size(game->json->actions) +
           (game->json->board != NULL ? text_size(game->json->board->line) : 0) +
           text_size(game->json->spent) + text_size(game->json->lags);
}

/* As many games as one line of the protocol holds, and at least one: the longest fits. */
static size_t games_view(struct core *core, const struct question *question,
                         const struct store_games *stored, struct exported_game_record *games)
{
    size_t room = FRAME_REPLY_MAX - EXPORT_HEAD_BYTES;
    size_t count = 0;
    for (; count < stored->rows_count; count++) {
        struct match *match = match_from_store(core, &stored->rows[count], false);
        int status = export_make(core, match, question->format, &games[count]);
        games[count].no_record = status == ERR_NO_RECORD;
        bool is_made = status == 0 || status == ERR_NO_RECORD;
        size_t size = is_made ? exported_size(&games[count]) : 0;
        match_free(core, match, false);
        if (!is_made || size > room)
            break;
        room -= size;
    }
    return count;
}

static int export_read(struct call *call, const struct store_answer *answer)
{
    struct core *core = call->core;
    const struct question *question = call->wait->data;
    const struct store_games *stored = &answer->as.export;
    struct exported_game_record *games =
        arena_alloc(&core->arena, stored->rows_count * sizeof(*games));
    size_t count = games_view(core, question, stored, games);
    if (count == 0 && stored->rows_count > 0)
        return ERR_REPLY_TOO_LONG;
    const struct history_export_reply reply = {.name = question->name,
                                               .games = games,
                                               .games_count = count,
                                               .more =
                                                   stored->has_more || count < stored->rows_count};
    return call_reply(call, &reply);
}

int command_history_export(struct call *call)
{
    const struct history_export_request *request = &call->request->history_export;
    const struct filters filters = FILTERS_OF(request);
    struct question *question = history_question(&filters, STORE_EXPORT, export_read);
    question->format = request->format;
    return question_ask_about(call, question, filters.name, filters.opponent);
}

/* ------------------------------------------------------------------ history.star */

static void star_stored(struct core *core, struct wait *wait, int status,
                        enum store_op_result result)
{
    const bool *is_starred = wait->data;
    struct call call;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    if (result == STORE_CONFLICT) {
        call.fault.field = "game";
        call_error(&call, ERR_NOT_IN_HISTORY);
    } else {
        call_reply_stored(&call, &(struct history_star_reply){.starred = *is_starred});
    }
}

/* Only the store knows whether the game is in the history; nothing in memory changes with it. */
int command_history_star(struct call *call)
{
    const struct history_star_request *request = &call->request->history_star;
    int status = writes_ready(call);
    if (status != 0)
        return status;
    const struct store_op op = {
        .kind = STORE_STAR,
        .as.star = {.player = call->asker.player,
                    .game = request->game,
                    .is_starred = request->starred},
    };
    bool *is_starred = mem_alloc(sizeof(*is_starred));
    *is_starred = request->starred;
    size_t index = writes_add(call->core, &op);
    writes_wait(call->core, wait_new(call, is_starred), index, star_stored);
    return 0;
}

/* ------------------------------------------------------------------ statistics */

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

static int graph_read(struct call *call, const struct store_answer *answer)
{
    struct core *core = call->core;
    const struct question *question = call->wait->data;
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
    return call_reply(call, &reply);
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

static int find_read(struct call *call, const struct store_answer *answer)
{
    struct core *core = call->core;
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
    return call_reply(call, &reply);
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
    if (!name_key(request->text, key))
        return call_reply_stored(call, &(struct player_find_reply){.rows_count = 0});
    const struct store_query query = {
        .kind = STORE_FIND,
        .as.find = {.text = key,
                    .after = request->after != NULL ? after_key : NULL,
                    .variant = request->variant != NULL ? (int)request->variant->id : -1,
                    .limit = (uint32_t)request->limit},
    };
    return asker_ask(call, NULL, &query, find_read, ERR_NO_SUCH_PLAYER);
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

static int stats_read(struct call *call, const struct store_answer *answer)
{
    struct core *core = call->core;
    const struct question *question = call->wait->data;
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
    return call_reply(call, &reply);
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
