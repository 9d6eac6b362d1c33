/* SPDX-License-Identifier: MIT */
/*
 * The command `analyse`: analyses a game on the server or in a file, on this computer. Boards like
 * those of the player's rated games in progress get no analysis: the list of these games is asked
 * for first, if there is a login and the server answers.
 */
#include "brain/error.h"
#include "client/cli/ask/ask.h"
#include "client/cli/ask/choice.h"
#include "client/cli/ask/query.h"
#include "client/cli/ask/record_file.h"
#include "client/cli/connect/account.h"
#include "client/cli/study/analyst.h"
#include "client/cli/study/keep.h"
#include "client/cli/study/report.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "client/core/preferences.h"
#include "client/core/table_record.h"
#include "proto/error.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A game, and the question by which it is filled. */
struct subject {
    struct query query; /* first: its functions get it */
    uint64_t id;        /* 0: it is in a file */
    struct game game;
    struct help help;
    struct record_reading reading; /* of a file; `start` is that of any game */
    enum seat winner;              /* otherwise than on the board */
    char names[SEAT_COUNT][TABLE_NAME_SIZE];
    char me[TABLE_NAME_SIZE]; /* who is logged in; else empty */
};

static struct subject *subject_of(struct query *query)
{
    return (struct subject *)query;
}

/* ---------------------------------------------------------------- the server */

static void ask_for_game(struct query *query)
{
    query->request = (struct request){.op = OP_GAME_GET, .as.game_get.game = subject_of(query)->id};
}

/* Asks the server first whether a player who is logged in has a rated game going. */
static void on_ready(struct query *query, const struct notice *notice)
{
    (void)notice;
    struct subject *subject = subject_of(query);
    snprintf(subject->me, sizeof(subject->me), "%s", session_name(query->session));
    if (subject->me[0] != '\0')
        query->request = (struct request){.op = OP_PLAYER_GAMES};
    else if (subject->id != 0)
        ask_for_game(query);
    else
        query->request.op = OP_COUNT;
}

static void refuse_open(struct query *query)
{
    query->code = EXIT_CODE_UNSUITED;
    problem_tell("%s", _("This game is still in progress; only finished games can be analysed."));
}

/* Whether the id is that of a room in which the player has a game going: lists of these begin with
 * it. */
static bool is_own_room(const struct player_games_reply *list, uint64_t id)
{
    for (size_t i = 0; i < list->games_count; i++)
        if (list->games[i].room == id)
            return true;
    return false;
}

static void take_game(struct query *query, const struct game_record *record)
{
    struct table table;
    struct subject *subject = subject_of(query);
    table_init(&table, "");
    query->code = EXIT_CODE_UNSUITED;
    if (table_set_game(&table, record) != 0) {
        problem_tell("%s", _("This game cannot be shown by this client."));
        return;
    }
    if (table_is_playing(&table)) {
        refuse_open(query);
        return;
    }
    if (!table_keep_game(&table, &subject->game)) {
        problem_tell("%s", _("This game cannot be shown by this client."));
        return;
    }
    query->code = EXIT_CODE_OK;
    subject->reading.start = table.given;
    if (table.result == RESULT_WORD_FIRST || table.result == RESULT_WORD_SECOND)
        subject->winner = (enum seat)table.result;
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++)
        snprintf(subject->names[seat], TABLE_NAME_SIZE, "%s", table.seats[seat].name);
}

static enum exit_code refuse_help(void)
{
    const struct session_error error = {.code = error_code(ERR_RATED_GAME_RUNNING),
                                        .message = error_message(ERR_RATED_GAME_RUNNING)};
    return problem_tell_error(&error);
}

static void show(struct query *query, const union reply_body *reply)
{
    if (query->request.op == OP_GAME_GET) {
        take_game(query, reply->game_get.game);
        return;
    }
    help_read(&subject_of(query)->help, &reply->player_games);
    if (subject_of(query)->help.rests) {
        query->code = refuse_help();
        return;
    }
    if (subject_of(query)->id == 0)
        return;
    if (is_own_room(&reply->player_games, subject_of(query)->id)) {
        refuse_open(query);
        return;
    }
    ask_for_game(query);
    query->asks_again = true;
}

static enum exit_code ask_server(const struct invocation *invocation, struct subject *subject)
{
    struct query *query = &subject->query;
    query_init(query, invocation, OP_COUNT);
    query->who = QUERY_SELF_OR_STRANGER;
    query->ready = on_ready;
    query->show = show;
    query->is_quiet = subject->id == 0;
    return query_run(query);
}

/* ---------------------------------------------------------------- where it comes from */

/* Looks for rated games of a login that is kept here; a file needs no server that answers. */
static enum exit_code take_file(const struct invocation *invocation, const char *path,
                                struct subject *subject)
{
    struct login login;
    enum exit_code code = record_file_read(invocation, path, &subject->game, &subject->reading);
    if (code != EXIT_CODE_OK || !account_load(invocation, &login))
        return code;
    code = ask_server(invocation, subject);
    return code == EXIT_CODE_REFUSED ? code : EXIT_CODE_OK;
}

static enum exit_code take_subject(const struct invocation *invocation, struct subject *subject)
{
    const char *text = invocation->arguments_count > 0 ? invocation->arguments[0] : NULL;
    if (text != NULL && record_file_is(text))
        return take_file(invocation, text, subject);
    if (invocation_has(invocation, OPTION_VARIANT) || invocation_has(invocation, OPTION_NTH)) {
        problem_tell(
            "%s",
            _("--variant and --nth say how a file is read: a game of the server's is known."));
        return EXIT_CODE_USAGE;
    }
    enum exit_code code = text != NULL ? choice_read(invocation, text, true, &subject->id)
                                       : choice_read_played(invocation, &subject->id);
    return code != EXIT_CODE_OK ? code : ask_server(invocation, subject);
}

/* Whether none of its boards is like one of a rated game that the player has going. */
static enum exit_code check_help(const struct subject *subject)
{
    return help_may_pass(&subject->help, &subject->game) ? EXIT_CODE_OK : refuse_help();
}

/* ---------------------------------------------------------------- the analysis */

static enum exit_code tell_error(const struct subject *subject, int error)
{
    const char *variant = words_variant(subject->game.variant);
    if (error == ERR_NOT_ITS_GAME)
        problem_tell(_("penta cannot analyse this game: %s."), variant);
    else if (error == ERR_NOTHING_TO_DO)
        problem_tell("%s", _("This game has no moves to analyse."));
    else
        problem_tell("%s", _("Not enough memory for an analysis."));
    return error == ERR_TOO_LITTLE_MEMORY ? EXIT_CODE_TROUBLE : EXIT_CODE_UNSUITED;
}

static void put_report(const struct subject *subject, const struct invocation *invocation,
                       const struct analysis *analysis, struct ink *ink)
{
    struct report report = {
        .analysis = analysis, .start = subject->reading.start, .rule = subject->reading.rule};
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++)
        report.names[seat] = subject->names[seat][0] != '\0' ? subject->names[seat] : NULL;
    if (invocation_has(invocation, OPTION_JSON))
        report_put_json(&report, ink);
    else if (invocation_has(invocation, OPTION_SGF))
        report_put_sgf(&report, ink);
    else if (invocation_has(invocation, OPTION_ALL))
        report_put_all(&report, ink);
    else
        report_put(&report, ink);
}

static enum exit_code put_out(const struct subject *subject, const struct invocation *invocation,
                              const struct analysis *analysis)
{
    struct ink ink;
    bool is_file = invocation_has(invocation, OPTION_OUTPUT);
    ink_init_for(&ink, STDOUT_FILENO, is_file || invocation_has(invocation, OPTION_NO_COLOR));
    if (is_file)
        ink_break_lines(&ink, 0);
    put_report(subject, invocation, analysis, &ink);
    int failed = output_write(invocation, &ink);
    ink_deinit(&ink);
    if (failed != 0)
        return EXIT_CODE_TROUBLE;
    return analysis->was_stopped ? EXIT_CODE_STOPPED : EXIT_CODE_OK;
}

/* Makes puzzles of the player's missed chances. */
static void keep(const struct subject *subject, const struct analysis *analysis)
{
    char text[WORDS_SIZE];
    enum seat mine = SEAT_NONE;
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++)
        if (subject->me[0] != '\0' && strcmp(subject->me, subject->names[seat]) == 0)
            mine = seat;
    keep_puzzles(analysis, mine, text, sizeof(text));
    if (text[0] != '\0')
        problem_tell("%s", text);
}

enum exit_code run_analyse(const struct invocation *invocation)
{
    struct subject subject = {.winner = SEAT_NONE};
    struct analysis analysis;
    uint64_t nodes = (uint64_t)invocation_number(invocation, OPTION_NODES, 0);
    enum exit_code code = take_subject(invocation, &subject);
    if (code == EXIT_CODE_OK)
        code = check_help(&subject);
    if (code != EXIT_CODE_OK)
        return code;
    int error =
        analyst_wait(&subject.game, subject.winner, nodes, subject.reading.start, &analysis);
    if (error != 0)
        return tell_error(&subject, error);
    code = put_out(&subject, invocation, &analysis);
    keep(&subject, &analysis);
    return code;
}
