/* SPDX-License-Identifier: MIT */
/*
 * Commands about the games of a history. export walks its pages and writes exactly the games that
 * the filters leave: SGF becomes one collection, JSON a line for each game, PSQ a file for each in
 * a new folder; without --output the games go to standard output, all at the end.
 */
#include "client/cli/ask/ask.h"
#include "client/cli/ask/choice.h"
#include "client/cli/ask/query.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "client/core/lists.h"
#include "proto/frame.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define NUMBER_COLUMNS 3
#define ID_COLUMNS 13
#define ENDED_COLUMNS 17
#define ENDED_DAY_COLUMNS 11 /* in a window where names had no room beside the time of day */
#define ENDED_WINDOW_COLUMNS 96
#define MARK_COLUMNS 2
#define STAR_COLUMNS 2
#define COUNTS_COLUMNS                                                                             \
    11 /* the points and the rank, which annulled games have no more, and games from a ply never   \
          had */

static int ended_columns(const struct ink *ink)
{
    bool is_narrow = ink->columns > 0 && ink->columns < ENDED_WINDOW_COLUMNS;
    return is_narrow ? ENDED_DAY_COLUMNS : ENDED_COLUMNS;
}

static int score_columns(void)
{
    return words_columns(words_score, SCORE_WORD_COUNT, 10);
}

/* Whether the rows are the places that other commands take: of the own history, from its beginning
 * and without a filter. */
static bool has_numbers(const struct history_list_request *asked)
{
    return asked->name == NULL && asked->variant == NULL && asked->score == NONE &&
           asked->opponent == NULL && asked->before == 0 && asked->since == 0 &&
           asked->until == 0 && asked->stake == NONE && asked->computers == NONE && !asked->starred;
}

static void put_head(struct ink *ink, bool is_numbered)
{
    ink_put_spaces(ink, is_numbered ? NUMBER_COLUMNS + 1 : 0);
    ink_put_cell(ink, COLOUR_DIM, ID_COLUMNS, "%s", _("game"));
    ink_put_cell(ink, COLOUR_DIM, ended_columns(ink), "%s", _("ended"));
    ink_put_spaces(ink, (size_t)words_variant_columns() + MARK_COLUMNS + STAR_COLUMNS);
    ink_put_cell(ink, COLOUR_DIM, score_columns(), "%s", _("result"));
    ink_put_cell(ink, COLOUR_DIM, -COUNTS_COLUMNS, "%s", _("points rank"));
    ink_put_line(ink, COLOUR_DIM, " %s", _("opponent"));
}

static void put_opponent(struct ink *ink, const struct history_game *game)
{
    char rating[32] = "";
    if (game->opponent_rating != NONE)
        snprintf(rating, sizeof(rating), " (%d%s)", (int)game->opponent_rating,
                 words_provisional(game->is_opponent_provisional));
    ink_keep(ink, 1 + text_width(game->opponent) + text_width(rating));
    ink_put(ink, COLOUR_PLAIN, " %s", game->opponent);
    ink_put(ink, COLOUR_DIM, "%s", rating);
    ink_end_line(ink);
}

/* The day, and the time of day where there is room. */
static void put_ended(struct ink *ink, int64_t at)
{
    int columns = ended_columns(ink);
    ink_put_cell(ink, COLOUR_DIM, columns, "%.*s", columns - 1, words_time(at).text);
}

static void put_played(struct query *query, const struct history_game *game)
{
    static const enum colour colours[SCORE_WORD_COUNT] = {
        [SCORE_WORD_WON] = COLOUR_WON,
        [SCORE_WORD_LOST] = COLOUR_LOST,
        [SCORE_WORD_DRAWN] = COLOUR_DRAWN,
        [SCORE_WORD_VOID] = COLOUR_DIM,
    };
    char rank[32] = "";
    struct ink *ink = &query->ink;
    if (game->opponent_rank != NONE)
        snprintf(rank, sizeof(rank), "#%lld", (long long)game->opponent_rank);
    ink_put_cell(ink, COLOUR_PLAIN, ID_COLUMNS, "%s", words_id(game->id).text);
    put_ended(ink, game->ended);
    ink_put_cell(ink, COLOUR_PLAIN, words_variant_columns(), "%s",
                 words_variant_short(game->variant));
    ink_put_cell(ink, COLOUR_PLAIN, MARK_COLUMNS, "%s",
                 game->mark == NONE ? "" : words_own_mark((enum mark)game->mark));
    ink_put_cell(ink, COLOUR_ALARM, STAR_COLUMNS, "%s", game->is_starred ? "*" : "");
    ink_put_cell(ink, colours[game->score], score_columns(), "%s", words_score(game->score));
    if (game->is_annulled) {
        ink_put_cell(ink, COLOUR_PLAIN, -COUNTS_COLUMNS, "%s", _("annulled"));
    } else if (game->given > 0) {
        ink_put_cell(ink, COLOUR_DIM, -COUNTS_COLUMNS, _("from %u"), game->given);
    } else {
        ink_put_cell(ink, COLOUR_PLAIN, -4, game->points != 0 ? "%+d" : " ", (int)game->points);
        ink_put_spaces(ink, 1);
        ink_put_cell(ink, COLOUR_DIM, -6, "%s", rank);
    }
    put_opponent(ink, game);
}

/* The place by which `penta game` and others take the row. */
static void put_number(struct ink *ink, size_t place)
{
    ink_put_cell(ink, COLOUR_BOLD, -NUMBER_COLUMNS, place <= CHOICE_PLACES_MAX ? "%zu" : " ",
                 place);
    ink_put_spaces(ink, 1);
}

static void show_history(struct query *query, const union reply_body *reply)
{
    const struct history_list_reply *list = &reply->history_list;
    uint64_t before = query->request.as.history_list.before;
    struct history history;
    if (query_put_rows(query, reply))
        return;
    history_init(&history, before);
    history_take_list(&history, before, list);
    bool is_numbered = has_numbers(&query->request.as.history_list);
    if (history.games.count > 0)
        put_head(&query->ink, is_numbered);
    for (size_t i = 0; i < history.games.count; i++) {
        if (is_numbered)
            put_number(&query->ink, i + 1);
        put_played(query, history_at(&history, i));
    }
    if (history.games.count == 0)
        query_put_line(query, COLOUR_DIM, _("No games found."));
    else if (history.games.next != 0)
        query_put_more_before(query, history.games.next);
    history_deinit(&history);
}

/* Stars are seen by their owner only: a list of them needs the login even under one's own name, and
 * shows them where there is one. */
enum exit_code run_history(const struct invocation *invocation)
{
    bool is_starred = invocation_has(invocation, OPTION_STARRED);
    const struct request request = {
        .op = OP_HISTORY_LIST,
        .as.history_list = {.name = query_name(invocation),
                            .variant = invocation_variant(invocation),
                            .score = invocation_word(invocation, OPTION_RESULT),
                            .opponent = invocation->options[OPTION_OPPONENT],
                            .before = invocation_id(invocation, OPTION_BEFORE),
                            .since = invocation_day_begin(invocation, OPTION_SINCE),
                            .until = invocation_day_end(invocation, OPTION_UNTIL),
                            .stake = invocation_stake(invocation),
                            .computers = invocation_word(invocation, OPTION_COMPUTERS),
                            .starred = is_starred,
                            .limit = invocation_number(invocation, OPTION_LIMIT, 20)}};
    return query_ask(invocation, is_starred ? QUERY_SELF : query_who(invocation), &request,
                     show_history);
}

/* ---------------------------------------------------------------- star */

static void show_star(struct query *query, const union reply_body *reply)
{
    query_put_line(query, COLOUR_PLAIN,
                   reply->history_star.starred ? _("Marked as a favourite.")
                                               : _("No longer a favourite."));
}

enum exit_code run_star(const struct invocation *invocation)
{
    struct request request = {.op = OP_HISTORY_STAR,
                              .as.history_star.starred =
                                  !invocation_has(invocation, OPTION_REMOVE)};
    const char *text = invocation->arguments_count > 0 ? invocation->arguments[0] : NULL;
    enum exit_code code = choice_read(invocation, text, false, &request.as.history_star.game);
    return code != EXIT_CODE_OK ? code : query_ask(invocation, QUERY_SELF, &request, show_star);
}

/* ---------------------------------------------------------------- export */

struct exporter {
    struct query query; /* first: `show` gets it */
    int format;
    const char *path; /* NULL: standard output */
    struct output output;
    unsigned long games;
    unsigned long unsaid; /* games for which the format has no words */
};

/* A line of JSON. */
static int put_json(struct exporter *exporter, const struct saved_game_record *game)
{
    char line[FRAME_REPLY_MAX + 1];
    int len = record_encode(RECORD_saved_game, game, line, sizeof(line));
    if (exporter->path == NULL || len <= 0) {
        query_put_record(&exporter->query, RECORD_saved_game, game);
        return len > 0 ? 0 : -EMSGSIZE;
    }
    return output_put(&exporter->output, line, (size_t)len);
}

static int put_game(struct exporter *exporter, const struct exported_game_record *game)
{
    char name[sizeof(struct words_text) + 8];
    if (game->json != NULL)
        return put_json(exporter, game->json);
    if (game->text == NULL)
        return -EPROTO; /* a server that knows no such format */
    size_t len = strlen(game->text);
    if (exporter->path == NULL) {
        ink_put_file(&exporter->query.ink, game->text, len);
        return 0;
    }
    if (exporter->format == FORMAT_WORD_PSQ) {
        snprintf(name, sizeof(name), "%s.psq", words_id(game->game).text);
        return output_put_file(&exporter->output, name, game->text, len);
    }
    return output_put(&exporter->output, game->text, len);
}

static void tell_failure(struct exporter *exporter, int failed)
{
    output_tell(exporter->path, failed);
    exporter->query.code = EXIT_CODE_TROUBLE;
}

/* A page has come. */
static void show_games(struct query *query, const union reply_body *reply)
{
    struct exporter *exporter = (struct exporter *)query;
    const struct history_export_reply *page = &reply->history_export;
    int failed = 0;
    for (size_t i = 0; i < page->games_count && failed == 0; i++) {
        if (page->games[i].no_record) {
            exporter->unsaid++;
            continue;
        }
        failed = put_game(exporter, &page->games[i]);
        exporter->games++;
    }
    if (failed != 0) {
        tell_failure(exporter, failed);
        return;
    }
    if (page->more && page->games_count > 0) {
        query->request.as.history_export.before = page->games[page->games_count - 1].game;
        query->asks_again = true;
    }
}

static void fill_request(struct exporter *exporter, const struct invocation *invocation)
{
    struct history_export_request *request = &exporter->query.request.as.history_export;
    request->name = query_name(invocation);
    request->format = exporter->format;
    request->variant = invocation_variant(invocation);
    request->score = invocation_word(invocation, OPTION_RESULT);
    request->opponent = invocation->options[OPTION_OPPONENT];
    request->since = invocation_day_begin(invocation, OPTION_SINCE);
    request->until = invocation_day_end(invocation, OPTION_UNTIL);
    request->stake = invocation_stake(invocation);
    request->computers = invocation_word(invocation, OPTION_COMPUTERS);
    request->starred = invocation_has(invocation, OPTION_STARRED);
    request->limit = 50;
    exporter->query.who = request->starred ? QUERY_SELF : query_who(invocation);
}

/* The games are all there: the file gets its name, and the person is told. */
static enum exit_code finish(struct exporter *exporter)
{
    if (exporter->path != NULL) {
        int failed = output_finish(&exporter->output);
        if (failed != 0) {
            tell_failure(exporter, failed);
            return exporter->query.code;
        }
    }
    fprintf(stderr, ngettext("%lu game saved.", "%lu games saved.", exporter->games),
            exporter->games);
    fputc('\n', stderr);
    if (exporter->unsaid > 0)
        fprintf(stderr,
                ngettext("%lu game has no words in this format: --format json saves it, too.\n",
                         "%lu games have no words in this format: --format json saves them, too.\n",
                         exporter->unsaid),
                exporter->unsaid);
    return EXIT_CODE_OK;
}

static enum output_kind kind_of(const struct exporter *exporter,
                                const struct invocation *invocation)
{
    if (exporter->format == FORMAT_WORD_PSQ)
        return OUTPUT_FOLDER;
    return invocation_has(invocation, OPTION_FORCE) ? OUTPUT_FILE : OUTPUT_NEW_FILE;
}

enum exit_code run_export(const struct invocation *invocation)
{
    struct exporter exporter = {.path = invocation->options[OPTION_OUTPUT], .output.fd = -1};
    int format = invocation_word(invocation, OPTION_FORMAT);
    exporter.format = format != NONE ? format : FORMAT_WORD_SGF;
    if (exporter.format == FORMAT_WORD_PSQ && exporter.path == NULL) {
        problem_tell("%s", _("PSQ needs one file per game: name a new folder with --output."));
        return EXIT_CODE_USAGE;
    }
    if (exporter.path != NULL) {
        int failed = output_begin(&exporter.output, exporter.path, kind_of(&exporter, invocation));
        if (failed != 0) {
            tell_failure(&exporter, failed);
            output_drop(&exporter.output);
            return EXIT_CODE_TROUBLE;
        }
    }
    query_init(&exporter.query, invocation, OP_HISTORY_EXPORT);
    fill_request(&exporter, invocation);
    exporter.query.show = show_games;
    exporter.query.is_patient = true;
    enum exit_code code = query_run(&exporter.query);
    if (code == EXIT_CODE_OK)
        code = finish(&exporter);
    output_drop(&exporter.output);
    return code;
}
