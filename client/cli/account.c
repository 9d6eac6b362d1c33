/* SPDX-License-Identifier: MIT */
/*
 * Logins between runs, by the token store. What goes wrong with a file is told here, and goes on as
 * if there were no file.
 */
#include "client/cli/account.h"

#include "client/cli/i18n.h"
#include "client/cli/problem.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool account_load(const struct invocation *invocation, struct login *login_out)
{
    int failed = token_load(invocation_host(invocation), invocation_port(invocation), login_out);
    if (failed != 0 && failed != -ENOENT) {
        problem_tell(_("The saved login cannot be read: %s."), strerror(-failed));
    }
    return failed == 0;
}

void account_save(const struct invocation *invocation, const struct session *session)
{
    struct login login = {.is_guest = session_is_guest(session)};
    snprintf(login.token, sizeof login.token, "%s", session_token(session));
    snprintf(login.name, sizeof login.name, "%s", session_name(session));
    int failed = token_save(invocation_host(invocation), invocation_port(invocation), &login);
    if (failed != 0) {
        problem_tell(_("The login cannot be saved: %s."), strerror(-failed));
    }
}

void account_forget(const struct invocation *invocation)
{
    token_forget(invocation_host(invocation), invocation_port(invocation));
}
