/* SPDX-License-Identifier: MIT */
/*
 * The reader of client/cli/ask/choice.h.
 */
#include "client/cli/ask/choice.h"

#include "client/cli/ask/query.h"
#include "client/cli/ask/record_file.h"
#include "client/cli/connect/account.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/core/table_record.h"
#include "proto/error.h"
#include "proto/id.h"

#include <string.h>

#define ANY_PLACE 0 /* of the last game with a result */

struct choosing {
    struct query query; /* first: `show` gets it */
    bool is_played;     /* the last one that has a result is meant, if there is one */
    uint64_t id;
};

static void tell_missing(const struct history_list_request *asked, size_t found)
{
    if (asked->opponent != NULL)
        problem_tell(_("You have no finished game against %s."), asked->opponent);
    else if (found == 0)
        problem_tell("%s", _("You have no finished games yet."));
    else
        problem_tell("%s", _("You have not finished so many games: see penta history"));
}

static void choose_played(struct choosing *choosing, const struct history_list_reply *list)
{
    size_t at = 0;
    while (at < list->rows_count && list->rows[at].score == SCORE_WORD_VOID)
        at++;
    choosing->id = list->rows[at < list->rows_count ? at : 0].game;
}

/* The rows up to the one that is meant. */
static void show(struct query *query, const union reply_body *reply)
{
    const struct history_list_reply *list = &reply->history_list;
    const struct history_list_request *asked = &query->request.as.history_list;
    struct choosing *choosing = (struct choosing *)query;
    if (choosing->is_played && list->rows_count > 0) {
        choose_played(choosing, list);
        return;
    }
    if (list->rows_count == (size_t)asked->limit) {
        choosing->id = list->rows[list->rows_count - 1].game;
        return;
    }
    tell_missing(asked, list->rows_count);
    query->code = EXIT_CODE_REFUSED;
}

static enum exit_code ask(const struct invocation *invocation, int64_t place, const char *opponent,
                          uint64_t *id_out)
{
    struct choosing choosing = {.is_played = place == ANY_PLACE};
    query_init(&choosing.query, invocation, OP_HISTORY_LIST);
    choosing.query.who = QUERY_SELF;
    choosing.query.show = show;
    choosing.query.request.as.history_list =
        (struct history_list_request){.opponent = opponent,
                                      .score = NONE,
                                      .stake = NONE,
                                      .computers = NONE,
                                      .limit = place != ANY_PLACE ? place : CHOICE_PLACES_MAX};
    enum exit_code code = query_run(&choosing.query);
    *id_out = choosing.id;
    return code;
}

enum exit_code choice_read_played(const struct invocation *invocation, uint64_t *id_out)
{
    return ask(invocation, ANY_PLACE, NULL, id_out);
}

/* Whether it may be the name of somebody who played the player of this computer. */
static bool may_be_opponent(const struct invocation *invocation, const char *text)
{
    struct login login;
    bool is_number = text[strspn(text, "0123456789")] == '\0';
    return !is_number && strpbrk(text, "./\\ ") == NULL && account_load(invocation, &login);
}

/* ------------------------------------------------------------------ an id, or a name that looks
 * like one */

/* The last game against the player of that name; with one more question whether the id is that of
 * a game, which it then means. */
struct reading {
    struct query query; /* first: `show_reading` gets it */
    uint64_t id;        /* as it was typed */
    uint64_t against;   /* 0: they played none that is over */
    bool is_name;       /* of a player */
};

static void show_reading(struct query *query, const union reply_body *reply)
{
    struct reading *reading = (struct reading *)query;
    if (query->request.op == OP_GAME_GET) {
        reading->is_name = false;
        return;
    }
    const struct history_list_reply *list = &reply->history_list;
    reading->is_name = true;
    reading->against = list->rows_count > 0 ? list->rows[0].game : 0;
    query->request = (struct request){.op = OP_GAME_GET, .as.game_get.game = reading->id};
    query->expected = ERR_NO_SUCH_GAME;
    query->asks_again = true;
}

/* Leaves an id as it is where nothing can be found out: the command itself tells what is wrong. */
static enum exit_code read_name(const struct invocation *invocation, const char *text, uint64_t *id)
{
    const struct history_list_request asked = {
        .opponent = text, .score = NONE, .stake = NONE, .computers = NONE, .limit = 1};
    struct reading reading = {.id = *id};
    query_init(&reading.query, invocation, OP_HISTORY_LIST);
    reading.query.who = QUERY_SELF_OR_STRANGER;
    reading.query.show = show_reading;
    reading.query.is_extra = true;
    reading.query.request.as.history_list = asked;
    enum exit_code code = query_run(&reading.query);
    bool is_no_game = reading.is_name && reading.query.was_expected;
    if (!is_no_game)
        return code;
    *id = reading.against;
    if (reading.against != 0)
        return EXIT_CODE_OK;
    tell_missing(&asked, 0);
    return EXIT_CODE_REFUSED;
}

enum exit_code choice_read(const struct invocation *invocation, const char *text, bool is_file_too,
                           uint64_t *id_out)
{
    *id_out = text != NULL ? id_parse(text, strlen(text)) : 0;
    int64_t place = text != NULL ? option_number(text, CHOICE_PLACES_MAX) : 1;
    if (*id_out != 0)
        return may_be_opponent(invocation, text) ? read_name(invocation, text, id_out)
                                                 : EXIT_CODE_OK;
    if (place > 0)
        return ask(invocation, place, NULL, id_out);
    if (may_be_opponent(invocation, text))
        return ask(invocation, 1, text, id_out);
    problem_tell(is_file_too ? _("\"%s\" is not a game, nor a .sgf or .psq file; list games with: "
                                 "penta history")
                             : _("\"%s\" is not a game; list games with: penta history"),
                 text);
    return EXIT_CODE_USAGE;
}

/* ---------------------------------------------------------------- a position */

struct positioned {
    struct query query; /* first: `show_position` gets it */
    struct table table; /* what it fills */
    struct game game;   /* that, when the session is over */
};

static void show_position(struct query *query, const union reply_body *reply)
{
    struct positioned *positioned = (struct positioned *)query;
    struct table *table = &positioned->table;
    table_init(table, "");
    if (table_set_game(table, reply->game_get.game) != 0 ||
        !table_keep_game(table, &positioned->game)) {
        problem_tell("%s", _("This game cannot be shown by this client."));
        query->code = EXIT_CODE_TROUBLE;
    } else if (table_is_playing(table)) {
        problem_tell("%s",
                     _("That game is still in progress; only a finished one can be continued."));
        query->code = EXIT_CODE_REFUSED;
    }
}

static enum exit_code ask_for_position(const struct invocation *invocation, uint64_t id,
                                       struct game *game_out)
{
    struct positioned positioned;
    query_init(&positioned.query, invocation, OP_GAME_GET);
    positioned.query.request.as.game_get.game = id;
    positioned.query.show = show_position;
    enum exit_code code = query_run(&positioned.query);
    if (code == EXIT_CODE_OK)
        game_copy(game_out, &positioned.game);
    return code;
}

/* Goes back to the ply that is asked for, or stays at the end. */
static enum exit_code go_to_ply(const struct invocation *invocation, unsigned start,
                                struct game *game)
{
    int64_t at = invocation_number(invocation, OPTION_AT, game->ply);
    if (at < (int64_t)start || at > game->ply) {
        problem_tell(_("This game has moves %u to %u."), start, (unsigned)game->ply);
        return EXIT_CODE_USAGE;
    }
    while (game->ply > at)
        game_undo(game);
    if (game_status(game) == GAME_OPEN)
        return EXIT_CODE_OK;
    problem_tell(_("The game is already over there; name an earlier move: --at %u"),
                 (unsigned)game->ply - 1);
    return EXIT_CODE_USAGE;
}

enum exit_code choice_read_position(const struct invocation *invocation, struct game *game_out)
{
    unsigned start = 0;
    struct record_reading reading;
    enum exit_code code = EXIT_CODE_OK;
    const char *text = invocation->options[OPTION_POSITION];
    uint64_t id;
    if (record_file_is(text)) {
        code = record_file_read(invocation, text, game_out, &reading);
        start = reading.start;
    } else {
        code = choice_read(invocation, text, true, &id);
        if (code == EXIT_CODE_OK)
            code = ask_for_position(invocation, id, game_out);
    }
    return code != EXIT_CODE_OK ? code : go_to_ply(invocation, start, game_out);
}
