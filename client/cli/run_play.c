/* SPDX-License-Identifier: MIT */
/*
 * The commands that lead to a table: play, watch, invite, quick.
 */
#include "client/cli/i18n.h"
#include "client/cli/play_private.h"
#include "client/cli/problem.h"
#include "proto/id.h"

#include <string.h>

/* A room's id is checked before anything is asked of a server. */
static enum exit_code check_room(const struct invocation *invocation)
{
    const char *text = invocation->arguments_count > 0 ? invocation->arguments[0] : NULL;
    if (text != NULL && id_parse(text, strlen(text)) == 0) {
        problem_tell(_("\"%s\" is no room; rooms are listed by: penta rooms"), text);
        return EXIT_CODE_USAGE;
    }
    return EXIT_CODE_OK;
}

enum exit_code run_play(const struct invocation *invocation)
{
    enum exit_code code = check_room(invocation);
    return code == EXIT_CODE_OK ? play__run(invocation, PLAN_PLAY) : code;
}

enum exit_code run_watch(const struct invocation *invocation)
{
    enum exit_code code = check_room(invocation);
    return code == EXIT_CODE_OK ? play__run(invocation, PLAN_WATCH) : code;
}

enum exit_code run_invite(const struct invocation *invocation)
{
    return play__run(invocation, PLAN_INVITE);
}

enum exit_code run_quick(const struct invocation *invocation)
{
    return play__run(invocation, PLAN_QUICK);
}
