/* SPDX-License-Identifier: MIT */
/*
 * The account's part in client/cli/play/, as login.h describes it.
 */
#include "client/cli/play/login.h"

#include "client/cli/connect/account.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"

#include <time.h>

void login_start(const struct visit *visit)
{
    struct login login;
    struct session_login plan = {.kind = LOGIN_GUEST};
    if (account_load(visit->invocation, &login)) {
        plan.kind = LOGIN_TOKEN;
        plan.token = login.token;
    }
    session_login_as(visit->session, &plan);
}

bool login_try_again(const struct visit *visit, const struct session_error *error)
{
    struct login login;
    if (error_from_code(error->code) != ERR_BAD_TOKEN || !account_load(visit->invocation, &login) ||
        !login.is_guest)
        return false;
    account_end(visit->invocation);
    session_login_as(visit->session, &(struct session_login){.kind = LOGIN_GUEST});
    return true;
}

/* ---------------------------------------------------------------- being told */

static void say_mute(const struct visit *visit, const struct sanction_record *mute)
{
    char text[INK_TEXT_SIZE];
    if (mute != NULL) {
        words_own_mute(mute, text, sizeof(text));
        visit_say(visit, COLOUR_BOLD, "%s", text);
    }
}

void login_say_unread(const struct visit *visit, int64_t unread)
{
    char text[INK_TEXT_SIZE];
    if (unread == 0)
        return;
    words_unread(unread, text, sizeof(text));
    visit_say(visit, COLOUR_BOLD, "%s", text);
}

void login_welcome(const struct visit *visit, const struct notice *ready)
{
    char text[WORDS_SIZE];
    if (ready->is_return) {
        visit_say(visit, COLOUR_DIM, "%s", _("Connected again."));
    } else if (session_is_guest(visit->session)) {
        visit_say(visit, COLOUR_DIM,
                  _("You play as %s. To keep your games under a name of your own: penta register "
                    "NAME"),
                  session_name(visit->session));
    }
    if (ready->fine_warning != NULL) {
        words_fine_warning(ready->fine_warning, (int64_t)time(NULL) * 1000, text, sizeof(text));
        visit_say(visit, COLOUR_BOLD, "%s", text);
    }
    login_say_unread(visit, ready->unread);
    say_mute(visit, ready->mute);
    if (ready->memos)
        visit_send(visit, &(struct request){.op = OP_MEMO_LIST});
}

/* Confirms memos that were said: they need no telling at the next login. */
static void confirm_memos(const struct visit *visit, uint64_t upto)
{
    visit_send(visit, &(struct request){.op = OP_MEMO_SEEN, .as.memo_seen.upto = upto});
}

static void say_memo(const struct visit *visit, const struct memo_record *memo)
{
    char text[INK_TEXT_SIZE];
    words_memo(memo, text, sizeof(text));
    if (text[0] != '\0')
        visit_say(visit, memo->kind == MEMO_KIND_WORD_FINED ? COLOUR_LOST : COLOUR_BOLD, "%s",
                  text);
}

void login_take_memos(const struct visit *visit, const struct memo_list_reply *list)
{
    for (size_t i = list->memos_count; i > 0; i--) {
        if (list->memos[i - 1].seen)
            continue;
        visit_say(visit, COLOUR_DIM, "%s", words_time(list->memos[i - 1].at).text);
        say_memo(visit, &list->memos[i - 1]);
    }
    if (list->memos_count > 0 && !list->memos[0].seen)
        confirm_memos(visit, list->memos[0].memo);
}

static void say_received(const struct visit *visit, const struct message_received_event *event)
{
    unsigned long count = (unsigned long)event->unread;
    visit_say(visit, COLOUR_BOLD,
              ngettext("%s wrote to you (%lu unread message): penta messages",
                       "%s wrote to you (%lu unread messages): penta messages", count),
              event->message->from, count);
}

bool login_take_event(const struct visit *visit, const struct notice *event)
{
    char text[INK_TEXT_SIZE] = "";
    switch (event->event) {
    case EVENT_MESSAGE_RECEIVED:
        say_received(visit, &event->body->message_received);
        return true;
    case EVENT_RATING_FINED: /* a memo tells of it */
        return true;
    case EVENT_RATING_ANNULLED:
        words_annulled(&event->body->rating_annulled, text, sizeof(text));
        break;
    case EVENT_ACCOUNT_CHANGED:
        words_account(&event->body->account_changed, text, sizeof(text));
        break;
    case EVENT_MEMO_ADDED:
        say_memo(visit, event->body->memo_added.memo);
        confirm_memos(visit, event->body->memo_added.memo->memo);
        return true;
    case EVENT_FOLLOW_CAME:
        words_came(&event->body->follow_came, invocation_server(visit->invocation).text, text,
                   sizeof(text));
        break;
    case EVENT_MOD_APPEALED:
        words_appealed(&event->body->mod_appealed, text, sizeof(text));
        break;
    case EVENT_MOD_REPORTED:
        words_reported(&event->body->mod_reported, text, sizeof(text));
        break;
    default:
        return false;
    }
    if (text[0] != '\0')
        visit_say(visit, COLOUR_BOLD, "%s", text);
    return true;
}

/* ---------------------------------------------------------------- being sent away */

void login_refused(const struct visit *visit, const struct session_error *error)
{
    char text[INK_TEXT_SIZE];
    problem_sentence(error, text, sizeof(text));
    if (error_from_code(error->code) == ERR_BAD_TOKEN) {
        visit_fail(visit, problem_exit_code(error), _("%s Log in again with: penta login NAME"),
                   text);
    } else {
        visit_fail(visit, problem_exit_code(error), "%s", text);
    }
}

void login_bye(const struct visit *visit, const struct bye_event *bye)
{
    char text[INK_TEXT_SIZE];
    const struct session_error error = {
        .code = bye->code,
        .message = bye->message,
        .retry_after_ms = bye->retry_after_ms,
        .reason = bye->reason,
        .appeal = session_is_guest(visit->session) ? NONE : APPEAL_STATE_WORD_POSSIBLE};
    problem_sentence(&error, text, sizeof(text));
    if (error_from_code(bye->code) == ERR_BANNED)
        visit_fail(visit, problem_exit_code(&error), "%s", text);
    else
        visit_say(visit, COLOUR_ERROR, "%s", text);
}
