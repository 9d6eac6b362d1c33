/* SPDX-License-Identifier: MIT */
/* pentad experience [reset] */
#include "db/sqlite/experience.h"

#include "server/tool/tool_private.h"

#include <stdlib.h>
#include <string.h>

static int refuse(const struct tool_call *call, const char *verb, const char *message)
{
    fprintf(call->err, "pentad: cannot %s %s: %s.\n", verb, call->config->database, message);
    return TOOL_EXIT_IMPOSSIBLE;
}

static int reset(const struct tool_call *call)
{
    char message[512];
    int result = store_sqlite_experience_reset(call->config->database, message, sizeof(message));
    return result == 0 ? TOOL_EXIT_GOOD : refuse(call, "change", message);
}

static int print(const struct tool_call *call)
{
    char message[512];
    char *text = NULL;
    int result = store_sqlite_experience(call->config->database, &text, message, sizeof(message));
    if (result == 0)
        fputs(text, call->out);
    free(text);
    return result == 0 ? TOOL_EXIT_GOOD : refuse(call, "read", message);
}

int tool_experience(const struct tool_call *call)
{
    const char *word = call->arguments[0];
    if (!tool_has_file(call))
        return TOOL_EXIT_IMPOSSIBLE;
    if (word == NULL)
        return print(call);
    if (strcmp(word, "reset") == 0)
        return reset(call);
    fputs("pentad: it is pentad experience [reset]; see pentad help experience.\n", call->err);
    return TOOL_EXIT_IMPOSSIBLE;
}
