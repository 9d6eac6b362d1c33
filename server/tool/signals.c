/* SPDX-License-Identifier: MIT */
/*
 * Signals that end a command, held back while there is something to clean up. They are polled and
 * not caught, since a handler would need a global.
 */
#include "server/tool/tool_private.h"

static const int ENDING[] = {SIGINT, SIGTERM, SIGHUP};

#define ENDING_COUNT (sizeof(ENDING) / sizeof(ENDING[0]))

void signals_hold(sigset_t *before_out)
{
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < ENDING_COUNT; i++)
        sigaddset(&held, ENDING[i]);
    sigprocmask(SIG_BLOCK, &held, before_out);
}

bool signals_are_waiting(void)
{
    sigset_t waiting;
    sigpending(&waiting);
    for (size_t i = 0; i < ENDING_COUNT; i++)
        if (sigismember(&waiting, ENDING[i]) == 1)
            return true;
    return false;
}

void signals_release(const sigset_t *before)
{
    sigprocmask(SIG_SETMASK, before, NULL);
}
