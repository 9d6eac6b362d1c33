/* SPDX-License-Identifier: MIT */
/*
 * Commands about the login: register, login, recover, recovery-code, token, logout, whoami.
 */
#include "base/utf8.h"
#include "client/cli/ask/ask.h"
#include "client/cli/ask/query.h"
#include "client/cli/connect/account.h"
#include "client/cli/connect/password.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "proto/error.h"
#include "proto/password.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---------------------------------------------------------------- register, login */

/* Keeps the login, and says who else is logged in here: nobody's login is lost by another one. */
static void keep_login(struct query *query)
{
    struct login before;
    bool was_another = account_load(query->invocation, &before) &&
                       strcmp(before.name, session_name(query->session)) != 0;
    account_save(query->invocation, query->session);
    if (was_another && !invocation_has(query->invocation, OPTION_AS))
        problem_tell(_("%s stays logged in too; switch back with: penta login %s"), before.name,
                     before.name);
}

/* Texts so far are in the language of before; all that follow will be in the player's. */
static void keep_language(struct query *query, const union reply_body *reply)
{
    account_take_language(query->invocation, reply->settings_get.settings);
}

/* Puts how many games and invitations wait for the player. */
static void put_waiting(struct query *query, const struct notice *notice)
{
    unsigned games = 0;
    unsigned invitations = (unsigned)notice->invitations_count;
    for (size_t i = 0; i < notice->rooms_count; i++)
        games += notice->rooms[i].waits_for != NULL &&
                 session_is_named(query->session, notice->rooms[i].waits_for);
    if (games > 0)
        ink_put_line(&query->ink, COLOUR_BOLD,
                     ngettext("%u game waits for you: penta play",
                              "%u games wait for you: penta play", games),
                     games);
    if (invitations > 0)
        ink_put_line(&query->ink, COLOUR_BOLD,
                     ngettext("%u invitation waits for you: penta invitations",
                              "%u invitations wait for you: penta invitations", invitations),
                     invitations);
}

/* Puts the news that a login brings. */
static void put_news(struct query *query, const struct notice *notice)
{
    char text[INK_TEXT_SIZE];
    put_waiting(query, notice);
    if (notice->unread > 0) {
        words_unread(notice->unread, text, sizeof(text));
        query_put_line(query, COLOUR_BOLD, text);
    }
    if (notice->mute != NULL) {
        words_own_mute(notice->mute, text, sizeof(text));
        query_put_line(query, COLOUR_BOLD, text);
    }
    if (notice->memos)
        query_put_line(query, COLOUR_BOLD, _("You have news: penta memos"));
    if (notice->fine_warning != NULL) {
        words_fine_warning(notice->fine_warning, (int64_t)time(NULL) * 1000, text, sizeof(text));
        query_put_line(query, COLOUR_ERROR, text);
    }
}

/* Puts a code that is told once, and what it is good for. */
static void put_recovery(struct query *query, const char *name, const char *code)
{
    char text[INK_TEXT_SIZE];
    ink_put(&query->ink, COLOUR_PLAIN, "%s", _("Your recovery code: "));
    ink_put(&query->ink, COLOUR_BOLD, "%s", code);
    ink_end_line(&query->ink);
    query_put_line(query, COLOUR_PLAIN, _("Write it down: it will not be shown again."));
    snprintf(text, sizeof(text), _("If you lose your password, set a new one: penta recover %s%s"),
             name, invocation_server(query->invocation).text);
    query_put_line(query, COLOUR_PLAIN, text);
}

static void tell_registered(struct query *query, const struct notice *notice)
{
    const bool was_guest = query->login.token != NULL; /* the guest is the account now */
    if (was_guest)
        account_forget(query->invocation, query->login.token);
    keep_login(query);
    ink_put_line(&query->ink, COLOUR_PLAIN, _("Account %s created; you are logged in."),
                 session_name(query->session));
    if (was_guest)
        query_put_line(query, COLOUR_PLAIN,
                       _("What you played as a guest is kept under this name."));
    if (notice->recovery != NULL)
        put_recovery(query, session_name(query->session), notice->recovery);
}

static void tell_logged_in(struct query *query, const struct notice *notice)
{
    keep_login(query);
    ink_put_line(&query->ink, COLOUR_PLAIN, _("You are logged in as %s."),
                 session_name(query->session));
    put_news(query, notice);
}

static enum exit_code run_with_password(struct query *query, const struct password_rules *rules)
{
    char password[PASSWORD_SIZE];
    enum exit_code code = EXIT_CODE_TROUBLE;
    if (password_take(query->invocation, OPTION_PASSWORD_FILE, _("Password: "), rules, password) ==
        0) {
        query->who = QUERY_AS;
        query->login.name = query->invocation->arguments[0];
        query->login.password = password;
        code = query_run(query);
    } else {
        ink_deinit(&query->ink);
    }
    password_forget(password, sizeof(password));
    return code;
}

/* ---------------------------------------------------------------- a name for a new account */

/* The question whether a name is to be had. */
struct name_question {
    struct query query; /* first: `show` gets it */
    size_t chars_min;   /* of a password, as the server says */
};

/* NULL: the name can be had. */
static const char *verdict_text(int verdict)
{
    static const char *const texts[NAME_VERDICT_WORD_COUNT] = {
        [NAME_VERDICT_WORD_TAKEN] = N_("That name is taken, or too similar to one that is."),
        [NAME_VERDICT_WORD_TOO_SHORT] = N_("That name is too short: at least 3 characters."),
        [NAME_VERDICT_WORD_TOO_LONG] = N_("That name is too long: at most 20 characters."),
        [NAME_VERDICT_WORD_BEGINNING] = N_("A name must begin with a letter."),
        [NAME_VERDICT_WORD_CHARACTERS] = N_("Use only letters, digits, _ and - in a name."),
        [NAME_VERDICT_WORD_SCRIPTS] = N_("A name cannot mix alphabets."),
        [NAME_VERDICT_WORD_OFFICE] = N_("That name is reserved by the server; choose another."),
    };
    const char *text = verdict >= 0 && verdict < NAME_VERDICT_WORD_COUNT ? texts[verdict] : NULL;
    if (verdict == NAME_VERDICT_WORD_RESERVED)
        text = error_message(ERR_NAME_RESERVED);
    return text != NULL ? gettext(text) : NULL;
}

static void show_verdict(struct query *query, const union reply_body *reply)
{
    struct name_question *question = (struct name_question *)query;
    const char *text = verdict_text(reply->auth_check.verdict);
    question->chars_min = session_password_chars(query->session);
    if (text == NULL)
        return;
    problem_tell("%s", text);
    query->code = EXIT_CODE_REFUSED;
}

/* Before a password is asked for. A server that does not know the question does no harm. */
static enum exit_code check_name(const struct invocation *invocation, size_t *chars_min_out)
{
    struct name_question question = {.chars_min = PASSWORD_CHARS_MIN};
    query_init(&question.query, invocation, OP_AUTH_CHECK);
    question.query.request.as.auth_check.name = invocation->arguments[0];
    question.query.who = QUERY_STRANGER;
    question.query.show = show_verdict;
    question.query.is_extra = true;
    enum exit_code code = query_run(&question.query);
    *chars_min_out = question.chars_min;
    return code;
}

enum exit_code run_register(const struct invocation *invocation)
{
    struct query query;
    struct login guest;
    struct password_rules rules = {.chars_min = PASSWORD_CHARS_MIN,
                                   .name = invocation->arguments[0]};
    enum exit_code code = EXIT_CODE_OK;
    if (!invocation_has(invocation, OPTION_PASSWORD_FILE))
        code = check_name(invocation, &rules.chars_min);
    if (code != EXIT_CODE_OK)
        return code;
    query_init(&query, invocation, OP_COUNT);
    query.login.kind = LOGIN_REGISTER;
    query.ready = tell_registered;
    /* The guest's games become the account's. An account that is logged in is not in the way. */
    if (account_load(invocation, &guest) && guest.is_guest)
        query.login.token = guest.token;
    return run_with_password(&query, &rules);
}

static void login_init(struct query *query, const struct invocation *invocation)
{
    query_init(query, invocation, OP_SETTINGS_GET);
    query->who = QUERY_AS;
    query->ready = tell_logged_in;
    query->show = keep_language;
    query->is_extra = true;
}

/* By a login that is kept: without a password. Returns false if it is over. */
static bool run_kept(const struct invocation *invocation, const struct login *kept,
                     enum exit_code *code_out)
{
    struct query query;
    login_init(&query, invocation);
    query.login = (struct session_login){.kind = LOGIN_TOKEN, .token = kept->token};
    query.expected = kept->is_guest ? 0 : ERR_BAD_TOKEN;
    *code_out = query_run(&query);
    return !query.was_expected;
}

enum exit_code run_login(const struct invocation *invocation)
{
    struct query query;
    struct login kept;
    enum exit_code code;
    bool is_kept = account_find(invocation, invocation->arguments[0], &kept);
    bool has_password = invocation_has(invocation, OPTION_PASSWORD_FILE);
    if (is_kept && !kept.is_over && !has_password && run_kept(invocation, &kept, &code))
        return code;
    login_init(&query, invocation);
    query.login.kind = LOGIN_PASSWORD;
    /* A device that was logged in before need not wait for strangers who guess. */
    if (is_kept)
        query.login.token = kept.token;
    return run_with_password(&query, NULL);
}

/* ---------------------------------------------------------------- recovery */

/* The recovery code of somebody who lost a password, and the login that it gives. */
struct recovery {
    struct query query; /* first: `show` gets it */
    char code[PASSWORD_SIZE];
    char password[PASSWORD_SIZE];
    char token[SESSION_TOKEN_SIZE];
};

static void show_recovered(struct query *query, const union reply_body *reply)
{
    struct recovery *recovery = (struct recovery *)query;
    snprintf(recovery->token, sizeof(recovery->token), "%s", reply->auth_recover.token);
    query_put_line(query, COLOUR_PLAIN, _("Password changed; all other sessions have ended."));
    put_recovery(query, query->request.as.auth_recover.name, reply->auth_recover.recovery);
}

static int take_code(const struct invocation *invocation, char code[PASSWORD_SIZE])
{
    const char *file = invocation->options[OPTION_CODE_FILE];
    if (file == NULL)
        return password_ask_line(_("Recovery code: "), "--code-file", code, PASSWORD_SIZE);
    int failed = password_read(file, code, PASSWORD_SIZE);
    size_t mark = failed == 0 ? utf8_mark_len(code, strlen(code)) : 0;
    memmove(code, code + mark, failed == 0 ? strlen(code + mark) + 1 : 0);
    return failed;
}

/* Comes in with the new login, and keeps it. */
static enum exit_code take_login(const struct invocation *invocation, const char *token)
{
    struct query query;
    query_init(&query, invocation, OP_COUNT);
    query.who = QUERY_AS;
    query.login = (struct session_login){.kind = LOGIN_TOKEN, .token = token};
    query.ready = tell_logged_in;
    return query_run(&query);
}

enum exit_code run_recover(const struct invocation *invocation)
{
    struct recovery recovery = {0};
    struct query *query = &recovery.query;
    const struct password_rules rules = {.chars_min = PASSWORD_CHARS_MIN,
                                         .name = invocation->arguments[0]};
    enum exit_code code = EXIT_CODE_TROUBLE;
    if (take_code(invocation, recovery.code) != 0)
        return code;
    if (password_take(invocation, OPTION_PASSWORD_FILE, _("New password: "), &rules,
                      recovery.password) == 0) {
        query_init(query, invocation, OP_AUTH_RECOVER);
        query->request.as.auth_recover = (struct auth_recover_request){
            .name = rules.name, .code = recovery.code, .password = recovery.password};
        query->who = QUERY_STRANGER;
        query->show = show_recovered;
        query->wrong = _("Wrong name or recovery code. If the code is lost too, ask the server "
                         "operator for a new password.");
        code = query_run(query);
    }
    if (code == EXIT_CODE_OK)
        code = take_login(invocation, recovery.token);
    password_forget((char *)&recovery, sizeof(recovery));
    return code;
}

static void show_code(struct query *query, const union reply_body *reply)
{
    put_recovery(query, session_name(query->session), reply->auth_recovery.recovery);
}

enum exit_code run_recovery_code(const struct invocation *invocation)
{
    char password[PASSWORD_SIZE] = "";
    enum exit_code code = EXIT_CODE_TROUBLE;
    const struct request request = {.op = OP_AUTH_RECOVERY, .as.auth_recovery.password = password};
    if (password_take(invocation, OPTION_PASSWORD_FILE, _("Password: "), NULL, password) == 0)
        code = query_ask(invocation, QUERY_SELF, &request, show_code);
    password_forget(password, sizeof(password));
    return code;
}

/* ---------------------------------------------------------------- tokens */

/* The token is the last line, and alone on it. */
static void show_token(struct query *query, const union reply_body *reply)
{
    const struct auth_token_reply *made = &reply->auth_token;
    const struct auth_token_request *asked = &query->request.as.auth_token;
    struct words_text until = words_time(made->ends);
    if (query_put_json(query, reply))
        return;
    until.text[strcspn(until.text, " ")] = '\0'; /* the day */
    ink_put_line(&query->ink, COLOUR_PLAIN,
                 asked->rights == RIGHTS_WORD_PLAY
                     ? _("A token to look and play, until %s. It is shown only now; penta sessions "
                         "--revoke %s ends it.")
                     : _("A token to look, until %s. It is shown only now; penta sessions --revoke "
                         "%s ends it."),
                 until.text, words_id(made->session).text);
    ink_put_line(&query->ink, COLOUR_BOLD, "%s", made->token);
}

#define TOKEN_DAYS 30

enum exit_code run_token(const struct invocation *invocation)
{
    char password[PASSWORD_SIZE] = "";
    enum exit_code code = EXIT_CODE_TROUBLE;
    const struct request request = {
        .op = OP_AUTH_TOKEN,
        .as.auth_token = {.password = password,
                          .label = invocation->arguments[0],
                          .rights = invocation_has(invocation, OPTION_LOOK) ? RIGHTS_WORD_LOOK
                                                                            : RIGHTS_WORD_PLAY,
                          .days = invocation_number(invocation, OPTION_DAYS, TOKEN_DAYS)}};
    if (password_take(invocation, OPTION_PASSWORD_FILE, _("Password: "), NULL, password) == 0)
        code = query_ask(invocation, QUERY_SELF, &request, show_token);
    password_forget(password, sizeof(password));
    return code;
}

/* ---------------------------------------------------------------- logout */

static void tell_logged_out(struct query *query, const union reply_body *reply)
{
    (void)reply;
    account_end(query->invocation);
    ink_put_line(&query->ink, COLOUR_PLAIN, _("%s has logged out."), session_name(query->session));
}

enum exit_code run_logout(const struct invocation *invocation)
{
    struct query query;
    query_init(&query, invocation, OP_AUTH_LOGOUT);
    query.who = QUERY_SELF;
    query.show = tell_logged_out;
    enum exit_code code = query_run(&query);
    if (code == EXIT_CODE_NOT_LOGGED_IN)
        account_end(invocation);
    return code;
}

/* ---------------------------------------------------------------- whoami */

static void put_room(struct query *query, const struct room_record *room)
{
    const struct words_text id = words_id(room->room);
    const char *opponent = NULL;
    for (size_t i = 0; i < room->players_count; i++)
        if (!session_is_named(query->session, room->players[i].name))
            opponent = room->players[i].name;
    if (opponent == NULL)
        ink_put_line(&query->ink, COLOUR_PLAIN,
                     _("You are in room %s (%s, %s), without an opponent."), id.text,
                     words_variant(room->variant), words_room_state(room->state));
    else
        ink_put_line(&query->ink, COLOUR_PLAIN, _("You are in room %s (%s, %s), opponent: %s."),
                     id.text, words_variant(room->variant), words_room_state(room->state),
                     opponent);
}

static void show_self(struct query *query, const struct notice *notice)
{
    struct auth_resume_reply reply = {
        .name = session_name(query->session),
        .guest = session_is_guest(query->session),
        .rights = NONE, /* penta comes with whole logins */
        .rooms = notice->rooms,
        .rooms_count = notice->rooms_count,
        .fine_warning = notice->fine_warning,
        .unread = notice->unread,
        .mute = notice->mute,
        .role = notice->role,
        .no_recovery = notice->no_recovery,
        .memos = notice->memos,
    };
    if (query_is_json(query)) {
        query_put_reply(query, OP_AUTH_RESUME, &reply);
        return;
    }
    if (reply.guest)
        ink_put(&query->ink, COLOUR_PLAIN, _("%s (guest)"), reply.name);
    else
        ink_put(&query->ink, COLOUR_PLAIN, "%s", reply.name);
    ink_end_line(&query->ink);
    if (reply.role != ROLE_WORD_PLAYER)
        query_put_line(query, COLOUR_PLAIN, words_role(reply.role));
    for (size_t i = 0; i < reply.rooms_count; i++)
        put_room(query, &reply.rooms[i]);
    put_news(query, notice);
    if (reply.no_recovery)
        query_put_line(query, COLOUR_DIM,
                       _("Your account has no recovery code for a lost password; 'penta "
                         "recovery-code' makes one."));
}

static void put_kept(struct ink *ink, const struct login *login, bool is_current)
{
    ink_put(ink, is_current ? COLOUR_BOLD : COLOUR_PLAIN, "%s %s", is_current ? "*" : " ",
            login->name);
    if (login->is_guest)
        ink_put(ink, COLOUR_DIM, "%s", _(" (guest)"));
    if (login->is_over)
        ink_put(ink, COLOUR_DIM, "%s", _(" (logged out)"));
    ink_end_line(ink);
}

static const char *json_bool(bool value)
{
    return value ? "true" : "false";
}

/* An object of its own. Names have nothing in them that JSON would escape; a file that somebody
 * changed may have, and is not shown then. */
static void put_kept_json(struct ink *ink, const struct login *login, bool is_current)
{
    char line[512];
    if (strpbrk(login->name, "\"\\") != NULL)
        return;
    int len = snprintf(
        line, sizeof(line), "{\"login\":\"%s\",\"guest\":%s,\"current\":%s,\"ended\":%s}\n",
        login->name, json_bool(login->is_guest), json_bool(is_current), json_bool(login->is_over));
    if (len > 0 && (size_t)len < sizeof(line))
        ink_put_json(ink, line, (size_t)len);
}

/* Everybody who was logged in here, unless that is the one who was just shown. */
static enum exit_code put_all_kept(const struct invocation *invocation)
{
    struct logins logins;
    struct ink ink;
    bool is_json = invocation_has(invocation, OPTION_JSON);
    account_list(invocation, &logins);
    if (logins.count < (logins.has_current ? 2 : 1))
        return EXIT_CODE_OK;
    ink_init_for(&ink, STDOUT_FILENO, invocation_has(invocation, OPTION_NO_COLOR));
    if (!is_json)
        ink_put_line(&ink, COLOUR_DIM, "%s",
                     _("On this computer (penta login NAME, or --as NAME):"));
    for (size_t i = 0; i < logins.count; i++)
        (is_json ? put_kept_json : put_kept)(&ink, &logins.rows[i], logins.has_current && i == 0);
    return problem_print(&ink);
}

enum exit_code run_whoami(const struct invocation *invocation)
{
    struct query query;
    query_init(&query, invocation, OP_COUNT);
    query.who = QUERY_SELF;
    query.ready = show_self;
    enum exit_code code = query_run(&query);
    enum exit_code rest = put_all_kept(invocation);
    return code == EXIT_CODE_OK ? rest : code;
}
