/* SPDX-License-Identifier: MIT */
/*
 * The command appeal: a player's answer to a mute, a ban or a warning. It uses the login that is
 * kept here; if that is refused because of a ban, or a NAME is given, it asks for the password
 * instead.
 */
#include "client/cli/ask/ask.h"
#include "client/cli/ask/query.h"
#include "client/cli/connect/account.h"
#include "client/cli/connect/password.h"
#include "client/cli/terminal/i18n.h"
#include "proto/error.h"

#define TEXT_SIZE                                                                                  \
    (4 * 500 + 2) /* characters of an appeal; a longer one is the server's to refuse */

/* The words of the appeal, and where they come from. */
struct plea {
    const struct invocation *invocation;
    const char *text;
    struct login kept; /* of the player, if it is logged in here */
    bool is_kept;
};

static void show_sent(struct query *query, const union reply_body *reply)
{
    if (!query_put_json(query, reply))
        query_put_line(query, COLOUR_PLAIN,
                       _("The moderators will read it; see their answer with: penta memos"));
}

/* Asks for the password: a banned player has no login. */
static enum exit_code send_banned(const struct plea *plea, const char *name)
{
    struct query query;
    char password[PASSWORD_SIZE];
    enum exit_code code = EXIT_CODE_TROUBLE;
    if (password_take(plea->invocation, OPTION_PASSWORD_FILE, _("Password: "), NULL, password) ==
        0) {
        query_init(&query, plea->invocation, OP_AUTH_APPEAL);
        query.request.as.auth_appeal =
            (struct auth_appeal_request){.name = name,
                                         .password = password,
                                         .device = plea->is_kept ? plea->kept.token : NULL,
                                         .text = plea->text};
        query.who = QUERY_STRANGER;
        query.show = show_sent;
        code = query_run(&query);
    }
    password_forget(password, sizeof(password));
    return code;
}

static enum exit_code send(const struct plea *plea)
{
    struct query query;
    query_init(&query, plea->invocation, OP_PLAYER_APPEAL);
    query.request.as.player_appeal =
        (struct player_appeal_request){.against = NONE, .text = plea->text};
    query.who = QUERY_SELF;
    query.show = show_sent;
    query.expected = plea->is_kept && !plea->kept.is_guest ? ERR_BANNED : 0;
    enum exit_code code = query_run(&query);
    return query.was_expected ? send_banned(plea, plea->kept.name) : code;
}

enum exit_code run_appeal(const struct invocation *invocation)
{
    char text[TEXT_SIZE];
    const char *name = invocation->arguments_count > 0 ? invocation->arguments[0] : NULL;
    struct plea plea = {.invocation = invocation, .text = invocation->options[OPTION_TEXT]};
    plea.is_kept = name != NULL ? account_find(invocation, name, &plea.kept)
                                : account_load(invocation, &plea.kept);
    if (plea.text == NULL) {
        if (password_ask_line(_("Your appeal, in one line: "), "--text", text, sizeof(text)) != 0)
            return EXIT_CODE_TROUBLE;
        plea.text = text;
    }
    return name != NULL ? send_banned(&plea, name) : send(&plea);
}
