/* SPDX-License-Identifier: MIT */
/*
 * The command report: tells the moderators of a player.
 */
#include "client/cli/ask/ask.h"
#include "client/cli/ask/choice.h"
#include "client/cli/ask/query.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/complaint.h"
#include "client/cli/words/problem.h"
#include "proto/message.h"

static void show_report(struct query *query, const union reply_body *reply)
{
    if (!query_put_json(query, reply))
        query_put_line(query, COLOUR_PLAIN, _("The moderators will look at it."));
}

enum exit_code run_report(const struct invocation *invocation)
{
    struct request request = {
        .op = OP_PLAYER_REPORT,
        .as.player_report = {.name = invocation->arguments[0],
                             .complaint = words_complaint_find(invocation->arguments[1]),
                             .text = invocation->options[OPTION_TEXT]}};
    if (request.as.player_report.complaint == COMPLAINT_WORD_COUNT) {
        char words[256];
        words_complaints(words, sizeof(words));
        problem_tell(_("\"%s\" is not one of: %s."), invocation->arguments[1], words);
        return EXIT_CODE_USAGE;
    }
    const char *game = invocation->options[OPTION_GAME];
    enum exit_code code = game != NULL
                              ? choice_read(invocation, game, false, &request.as.player_report.game)
                              : EXIT_CODE_OK;
    return code != EXIT_CODE_OK ? code : query_ask(invocation, QUERY_SELF, &request, show_report);
}
