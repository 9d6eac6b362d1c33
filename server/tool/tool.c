/* SPDX-License-Identifier: MIT */
/* The table of commands, the command `help`, and finding the command that is meant. */
#include "server/tool/tool_private.h"

#include <string.h>

struct tool {
    const char *word;
    const char *arguments;
    size_t min;
    size_t max;
    const char *doc;
    const char *more;
    int (*run)(const struct tool_call *call);
};

static const struct tool TOOLS[] = {
#define TOOL(id, word, arguments, min, max, doc, more)                                             \
    {word, arguments, min, max, doc, more, tool_##id},
#include "server/tools.def"
#undef TOOL
};

static const struct tool *tool_find(const char *word, FILE *err)
{
    for (size_t i = 0; i < sizeof(TOOLS) / sizeof(TOOLS[0]); i++)
        if (strcmp(TOOLS[i].word, word) == 0)
            return &TOOLS[i];
    fprintf(err, "pentad: there is no command %s; see pentad --help.\n", word);
    return NULL;
}

int tool_help(const struct tool_call *call)
{
    const struct tool *tool;
    if (call->arguments[0] == NULL) {
        config_print_help(call->out);
        return TOOL_EXIT_GOOD;
    }
    tool = tool_find(call->arguments[0], call->err);
    if (tool == NULL)
        return TOOL_EXIT_IMPOSSIBLE;
    fprintf(call->out, "Usage: pentad [--config FILE] [--KEY VALUE ...] %s %s\n%s.\n\n%s",
            tool->word, tool->arguments, tool->doc, tool->more);
    if (tool->run == tool_admin) {
        fputs("\nCommands:\n", call->out);
        admin_print_commands(call->out);
    }
    return TOOL_EXIT_GOOD;
}

bool tool_has_file(const struct tool_call *call)
{
    if (strcmp(call->config->database, ":memory:") != 0)
        return true;
    fputs("pentad: the database :memory: is not in a file.\n", call->err);
    return false;
}

int tool_run(const struct config *config, FILE *out, FILE *err)
{
    const struct tool_call call = {config, config->words + 1, out, err};
    const struct tool *tool = tool_find(config->words[0], err);
    size_t count = config->word_count - 1;
    if (tool == NULL)
        return TOOL_EXIT_IMPOSSIBLE;
    if (count >= tool->min && count <= tool->max)
        return tool->run(&call);
    fprintf(err, "pentad: it is pentad %s %s; see pentad help %s.\n", tool->word, tool->arguments,
            tool->word);
    return TOOL_EXIT_IMPOSSIBLE;
}
