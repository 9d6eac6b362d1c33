/* SPDX-License-Identifier: MIT */
/*
 * The commands of client/cli/ask/login.h.
 */
#include "client/cli/ask/login.h"

#include "client/cli/ask/query.h"
#include "client/cli/connect/account.h"
#include "client/cli/connect/password.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"
#include "proto/id.h"

#include <time.h>

/* ---------------------------------------------------------------- register, login */

static void keep_login(struct query *query, const struct notice *notice)
{
    (void)notice;
    account_save(query->invocation, query->session);
}

/* Texts so far are in the language of before; all that follow will be in the player's. */
static void keep_language(struct query *query, const union reply_body *reply)
{
    account_take_language(query->invocation, reply->settings_get.settings);
}

/* Puts the news that a login brings. */
static void put_news(struct query *query, const struct notice *notice)
{
    char text[INK_TEXT_SIZE];
    if (notice->unread > 0) {
        words_unread(notice->unread, text, sizeof(text));
        query_put_line(query, COLOUR_BOLD, text);
    }
    if (notice->mute != NULL) {
        words_own_mute(notice->mute, text, sizeof(text));
        query_put_line(query, COLOUR_BOLD, text);
    }
    if (notice->fine_warning != NULL) {
        words_fine_warning(notice->fine_warning, (int64_t)time(NULL) * 1000, text, sizeof(text));
        query_put_line(query, COLOUR_ERROR, text);
    }
}

static void tell_registered(struct query *query, const struct notice *notice)
{
    keep_login(query, notice);
    ink_put_line(&query->ink, COLOUR_PLAIN, _("The account %s is made, and you are logged in."),
                 session_name(query->session));
}

static void tell_logged_in(struct query *query, const struct notice *notice)
{
    keep_login(query, notice);
    ink_put_line(&query->ink, COLOUR_PLAIN, _("You are logged in as %s."),
                 session_name(query->session));
    put_news(query, notice);
}

static enum exit_code run_with_password(struct query *query, bool is_new)
{
    char password[PASSWORD_SIZE];
    const char *file = query->invocation->options[OPTION_PASSWORD_FILE];
    int failed = file != NULL ? password_read(file, password, sizeof(password))
                              : password_ask(_("Password: "), is_new, password, sizeof(password));
    enum exit_code code = EXIT_CODE_TROUBLE;
    if (failed == 0) {
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

enum exit_code run_register(const struct invocation *invocation)
{
    struct query query;
    struct login guest;
    query_init(&query, invocation, OP_COUNT);
    query.login.kind = LOGIN_REGISTER;
    query.ready = tell_registered;
    /* The guest's games become the account's. An account that is logged in is not in the way. */
    if (account_load(invocation, &guest) && guest.is_guest)
        query.login.token = guest.token;
    return run_with_password(&query, true);
}

enum exit_code run_login(const struct invocation *invocation)
{
    struct query query;
    query_init(&query, invocation, OP_SETTINGS_GET);
    query.login.kind = LOGIN_PASSWORD;
    query.ready = tell_logged_in;
    query.show = keep_language;
    query.is_extra = true;
    return run_with_password(&query, false);
}

/* ---------------------------------------------------------------- logout */

static void tell_logged_out(struct query *query, const union reply_body *reply)
{
    (void)reply;
    account_forget(query->invocation);
    ink_put_line(&query->ink, COLOUR_PLAIN, _("%s is logged out."), session_name(query->session));
}

enum exit_code run_logout(const struct invocation *invocation)
{
    struct query query;
    query_init(&query, invocation, OP_AUTH_LOGOUT);
    query.who = QUERY_SELF;
    query.show = tell_logged_out;
    enum exit_code code = query_run(&query);
    if (code == EXIT_CODE_NOT_LOGGED_IN)
        account_forget(invocation); /* a token that is worth nothing is not worth keeping */
    return code;
}

/* ---------------------------------------------------------------- whoami */

static void put_room(struct query *query, const struct room_record *room)
{
    char id[ID_TEXT_SIZE];
    const char *opponent = "-";
    for (size_t i = 0; i < room->players_count; i++)
        if (!session_is_named(query->session, room->players[i].name))
            opponent = room->players[i].name;
    id_format(room->room, id);
    ink_put_line(&query->ink, COLOUR_PLAIN, _("You sit in room %s (%s, %s), opponent: %s."), id,
                 words_variant(room->variant), words_room_state(room->state), opponent);
}

static void show_self(struct query *query, const struct notice *notice)
{
    struct auth_resume_reply reply = {
        .name = session_name(query->session),
        .guest = session_is_guest(query->session),
        .rooms = notice->rooms,
        .rooms_count = notice->rooms_count,
        .fine_warning = notice->fine_warning,
        .unread = notice->unread,
        .mute = notice->mute,
        .role = notice->role,
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
}

enum exit_code run_whoami(const struct invocation *invocation)
{
    struct query query;
    query_init(&query, invocation, OP_COUNT);
    query.who = QUERY_SELF;
    query.ready = show_self;
    return query_run(&query);
}
