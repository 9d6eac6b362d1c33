/* SPDX-License-Identifier: MIT */
/*
 * How `penta play` becomes somebody at the server, and how the server sends it away: logins that
 * are refused, bans.
 */
#include "client/cli/play/play_private.h"

#include "client/cli/connect/account.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"

void play__log_in(struct play *play)
{
    struct login login;
    struct session_login plan = {.kind = LOGIN_GUEST};
    if (account_load(play->invocation, &login)) {
        plan.kind = LOGIN_TOKEN;
        plan.token = login.token;
    }
    session_login_as(play->session, &plan);
}

void play__on_ready(struct play *play, const struct notice *notice)
{
    play__ask_settings(play);
    if (notice->is_return) {
        play->is_offline = false;
        play->is_dirty = true;
        play__say(play, COLOUR_DIM, "%s", _("Connected again."));
        play__say_mute(play, notice->mute);
        return;
    }
    account_save(play->invocation, play->session);
    table_init(&play->table, session_name(play->session));
    table_pass_time(&play->table, play__now_ms(play));
    play__show_ready(play, notice);
    if (session_is_guest(play->session)) {
        play__say(play, COLOUR_DIM,
                  _("You play as %s. To keep your games under a name of your own: penta register "
                    "NAME"),
                  session_name(play->session));
    }
    play__say_warning(play, notice->fine_warning);
    play__say_unread(play, notice->unread);
    play__say_mute(play, notice->mute);
    play__say_invitations(play, notice);
    play__enter(play, notice);
}

/* The saved login is worth nothing any more. A guest becomes another guest; somebody with an
 * account would not want that to happen unasked. */
void play__on_refused(struct play *play, const struct notice *notice)
{
    struct login login;
    bool is_first = play->state == PLAY_LOGGING_IN;
    bool is_bad_token = error_from_code(notice->error.code) == ERR_BAD_TOKEN;
    if (is_first && is_bad_token && account_load(play->invocation, &login) && login.is_guest) {
        account_forget(play->invocation);
        session_login_as(play->session, &(struct session_login){.kind = LOGIN_GUEST});
        return;
    }
    char text[INK_TEXT_SIZE];
    play__show_notice(play, notice);
    play->is_banned = error_from_code(notice->error.code) == ERR_BANNED;
    problem_sentence(&notice->error, text, sizeof(text));
    enum exit_code code = problem_exit_code(&notice->error);
    if (is_bad_token) {
        play__fail(play, code, _("%s Log in again with: penta login NAME"), text);
    } else {
        play__fail(play, code, "%s", text);
    }
}

/* Most farewells are for a while, and the link tries again; a ban is not. */
void play__on_bye(struct play *play, const struct bye_event *bye)
{
    char text[INK_TEXT_SIZE];
    struct session_error error = {.code = bye->code,
                                  .message = bye->message,
                                  .retry_after_ms = bye->retry_after_ms,
                                  .reason = bye->reason};
    play->is_banned = error_from_code(bye->code) == ERR_BANNED;
    if (!play->is_banned) {
        play__say_error(play, &error);
        return;
    }
    problem_sentence(&error, text, sizeof(text));
    play__fail(play, problem_exit_code(&error), "%s", text);
}
