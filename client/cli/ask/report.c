/* SPDX-License-Identifier: MIT */
/*
 * The command of client/cli/ask/report.h.
 */
#include "client/cli/ask/report.h"

#include "client/cli/ask/query.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"

#include <string.h>

static void show_report(struct query *query, const union reply_body *reply)
{
    if (query_is_json(query)) {
        query_put_reply(query, OP_PLAYER_REPORT, &reply->player_report);
        return;
    }
    ink_put(&query->ink, COLOUR_PLAIN, _("Those who keep order will look at it."));
    ink_end_line(&query->ink);
}

/* COMPLAINT_WORD_COUNT for a word that is none. */
static int complaint_find(const char *word)
{
    int complaint = 0;
    while (complaint < COMPLAINT_WORD_COUNT && strcmp(complaint_word_text(complaint), word) != 0)
        complaint++;
    return complaint;
}

enum exit_code run_report(const struct invocation *invocation)
{
    struct query query;
    int complaint = complaint_find(invocation->arguments[1]);
    if (complaint == COMPLAINT_WORD_COUNT) {
        char words[128];
        word_list_put(COMPLAINT_WORD_COUNT, complaint_word_text, words, sizeof(words));
        problem_tell(_("\"%s\" is none of: %s."), invocation->arguments[1], words);
        return EXIT_CODE_USAGE;
    }
    query_init(&query, invocation, OP_PLAYER_REPORT);
    query.who = QUERY_SELF;
    query.request.as.player_report = (struct player_report_request){
        .name = invocation->arguments[0],
        .complaint = complaint,
        .game = invocation_id(invocation, OPTION_GAME),
        .text = invocation->options[OPTION_TEXT],
    };
    query.show = show_report;
    return query_run(&query);
}
