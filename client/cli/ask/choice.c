/* SPDX-License-Identifier: MIT */
/*
 * The reader of client/cli/ask/choice.h.
 */
#include "client/cli/ask/choice.h"

#include "client/cli/ask/query.h"
#include "client/cli/connect/account.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "proto/id.h"

#include <string.h>

struct choosing {
    struct query query; /* first: `show` gets it */
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

/* The rows up to the one that is meant. */
static void show(struct query *query, const union reply_body *reply)
{
    const struct history_list_reply *list = &reply->history_list;
    const struct history_list_request *asked = &query->request.as.history_list;
    if (list->rows_count == (size_t)asked->limit) {
        ((struct choosing *)query)->id = list->rows[list->rows_count - 1].game;
        return;
    }
    tell_missing(asked, list->rows_count);
    query->code = EXIT_CODE_REFUSED;
}

static enum exit_code ask(const struct invocation *invocation, int64_t place, const char *opponent,
                          uint64_t *id_out)
{
    struct choosing choosing = {0};
    query_init(&choosing.query, invocation, OP_HISTORY_LIST);
    choosing.query.who = QUERY_SELF;
    choosing.query.show = show;
    choosing.query.request.as.history_list = (struct history_list_request){
        .opponent = opponent, .score = NONE, .stake = NONE, .computers = NONE, .limit = place};
    enum exit_code code = query_run(&choosing.query);
    *id_out = choosing.id;
    return code;
}

/* Whether it may be the name of somebody who played the player of this computer. */
static bool may_be_opponent(const struct invocation *invocation, const char *text)
{
    struct login login;
    bool is_number = text[strspn(text, "0123456789")] == '\0';
    return !is_number && strpbrk(text, "./\\ ") == NULL && account_load(invocation, &login);
}

enum exit_code choice_read(const struct invocation *invocation, const char *text, bool is_file_too,
                           uint64_t *id_out)
{
    *id_out = text != NULL ? id_parse(text, strlen(text)) : 0;
    int64_t place = text != NULL ? option_number(text, CHOICE_PLACES_MAX) : 1;
    if (*id_out != 0)
        return EXIT_CODE_OK;
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
