/* SPDX-License-Identifier: MIT */
/*
 * The commands of client/cli/ask/history.h.
 */
#include "client/cli/ask/history.h"

#include "client/cli/ask/query.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "proto/id.h"

#include <stdio.h>
#include <string.h>

#define ID_COLUMNS 13

static void put_played(struct query *query, const struct history_row_record *row)
{
    static const enum colour colours[SCORE_WORD_COUNT] = {
        [SCORE_WORD_WON] = COLOUR_WON,
        [SCORE_WORD_LOST] = COLOUR_LOST,
        [SCORE_WORD_DRAWN] = COLOUR_DRAWN,
        [SCORE_WORD_VOID] = COLOUR_DIM,
    };
    char id[ID_TEXT_SIZE];
    char ended[WORDS_SIZE];
    char rank[32] = "";
    struct ink *ink = &query->ink;
    id_format(row->game, id);
    words_time(row->ended, ended, sizeof(ended));
    if (row->opponent_rank != NONE) {
        snprintf(rank, sizeof(rank), "#%lld", (long long)row->opponent_rank);
    }
    ink_put_cell(ink, COLOUR_PLAIN, ID_COLUMNS, "%s", id);
    ink_put_cell(ink, COLOUR_DIM, 17, "%s", ended);
    ink_put_cell(ink, COLOUR_PLAIN, 8, "%s", row->variant->key);
    ink_put_cell(ink, COLOUR_ALARM, 2, "%s", row->starred ? "*" : "");
    ink_put_cell(ink, colours[row->score], words_columns(words_score, SCORE_WORD_COUNT, 10), "%s",
                 words_score(row->score));
    ink_put_cell(ink, COLOUR_PLAIN, -4, row->points != 0 ? "%+d" : "", (int)row->points);
    ink_put_spaces(ink, 1);
    ink_put_cell(ink, COLOUR_DIM, -6, "%s", rank);
    ink_put(ink, COLOUR_PLAIN, " %s", row->opponent);
    ink_end_line(ink);
}

static void show_history(struct query *query, const union reply_body *reply)
{
    const struct history_list_reply *list = &reply->history_list;
    for (size_t i = 0; i < list->rows_count; i++) {
        if (query_is_json(query)) {
            query_put_record(query, RECORD_history_row, &list->rows[i]);
        } else {
            put_played(query, &list->rows[i]);
        }
    }
    if (query_is_json(query)) {
        return;
    }
    if (list->rows_count == 0) {
        query_put_line(query, COLOUR_DIM, _("There are no such games."));
    } else if (list->more) {
        char id[ID_TEXT_SIZE];
        id_format(list->rows[list->rows_count - 1].game, id);
        ink_put(&query->ink, COLOUR_DIM, _("More with: --before %s"), id);
        ink_end_line(&query->ink);
    }
}

/* Stars are seen by their owner only: a list of them needs the login even under one's own name, and
 * shows them where there is one. */
static void show_own(struct query *query, bool is_starred)
{
    if (is_starred) {
        query->who = QUERY_SELF;
    }
}

enum exit_code run_history(const struct invocation *invocation)
{
    struct query query;
    query_init(&query, invocation, OP_HISTORY_LIST);
    struct history_list_request *request = &query.request.as.history_list;
    request->name = query_take_name(&query);
    request->variant = invocation_variant(invocation);
    request->score = invocation_word(invocation, OPTION_RESULT);
    request->opponent = invocation->options[OPTION_OPPONENT];
    request->before = invocation_id(invocation, OPTION_BEFORE);
    request->since = invocation_day_begin(invocation, OPTION_SINCE);
    request->until = invocation_day_end(invocation, OPTION_UNTIL);
    request->stake = invocation_stake(invocation);
    request->starred = invocation_has(invocation, OPTION_STARRED);
    show_own(&query, request->starred);
    request->limit = invocation_number(invocation, OPTION_LIMIT, 20);
    query.show = show_history;
    return query_run(&query);
}

/* ---------------------------------------------------------------- star */

static void show_star(struct query *query, const union reply_body *reply)
{
    query_put_line(query, COLOUR_PLAIN,
                   reply->history_star.starred ? _("The game is a favourite now.")
                                               : _("The game is no favourite any more."));
}

enum exit_code run_star(const struct invocation *invocation)
{
    struct query query;
    const char *text = invocation->arguments[0];
    uint64_t id = id_parse(text, strlen(text));
    if (id == 0) {
        problem_tell(_("\"%s\" is no game; games are listed by: penta history"), text);
        return EXIT_CODE_USAGE;
    }
    query_init(&query, invocation, OP_HISTORY_STAR);
    query.who = QUERY_SELF;
    query.request.as.history_star.game = id;
    query.request.as.history_star.starred = !invocation_has(invocation, OPTION_REMOVE);
    query.show = show_star;
    return query_run(&query);
}
