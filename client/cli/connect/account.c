/* SPDX-License-Identifier: MIT */
/*
 * Logins between runs, by the token store. A failure of a file is told here; the program goes on as
 * if there were none.
 */
#include "client/cli/connect/account.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "proto/settings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool account_load(const struct invocation *invocation, struct login *login_out)
{
    int failed = token_load(invocation_host(invocation), invocation_port(invocation), login_out);
    if (failed != 0 && failed != -ENOENT)
        problem_tell(_("The saved login cannot be read: %s."), strerror(-failed));
    return failed == 0;
}

static void save(const struct invocation *invocation, const struct login *login)
{
    int failed = token_save(invocation_host(invocation), invocation_port(invocation), login);
    if (failed != 0)
        problem_tell(_("The login cannot be saved: %s."), strerror(-failed));
}

void account_save(const struct invocation *invocation, const struct session *session)
{
    struct login login;
    if (token_load(invocation_host(invocation), invocation_port(invocation), &login) != 0 ||
        strcmp(login.name, session_name(session)) != 0)
        login.language[0] = '\0'; /* another player's */
    login.is_guest = session_is_guest(session);
    snprintf(login.token, sizeof(login.token), "%s", session_token(session));
    snprintf(login.name, sizeof(login.name), "%s", session_name(session));
    save(invocation, &login);
}

void account_forget(const struct invocation *invocation)
{
    token_forget(invocation_host(invocation), invocation_port(invocation));
}

/* ---------------------------------------------------------------- the language */

void account_speak(const struct invocation *invocation)
{
    struct login login;
    const char *said = invocation->options[OPTION_LANGUAGE];
    if (said != NULL)
        i18n_speak(said);
    else if (token_load(invocation_host(invocation), invocation_port(invocation), &login) == 0 &&
             setting_word_find(SETTING_LANGUAGE, login.language) != NONE)
        i18n_speak(login.language);
}

void account_take_language(const struct invocation *invocation,
                           const struct settings_record *settings)
{
    struct login login;
    int value = setting_get(settings, SETTING_LANGUAGE);
    if (value == NONE ||
        token_load(invocation_host(invocation), invocation_port(invocation), &login) != 0)
        return;
    const char *language = setting_word(SETTING_LANGUAGE, value);
    if (strcmp(login.language, language) != 0) {
        snprintf(login.language, sizeof(login.language), "%s", language);
        save(invocation, &login);
    }
    if (!invocation_has(invocation, OPTION_LANGUAGE))
        i18n_speak(language);
}
