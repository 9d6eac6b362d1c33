/* SPDX-License-Identifier: MIT */
/*
 * The table of commands (commands.def) as data. Constants.
 */
#ifndef PENTAD_CLIENT_CLI_COMMANDS_H
#define PENTAD_CLIENT_CLI_COMMANDS_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"
#include "client/cli/invocation/options.h"

#include <stdbool.h>
#include <stdint.h>

enum command_id {
#define GROUP(title)
#define COMMAND(ID, name, arguments, min, max, options, doc, function) COMMAND_##ID,
#include "client/cli/commands.def"
#undef GROUP
#undef COMMAND
    COMMAND_COUNT
};

struct command_row {
    const char *name;
    const char *arguments;
    const char *doc;
    enum exit_code (*run)(const struct invocation *invocation);
    uint8_t min;
    uint8_t max;
};

const struct command_row *command_row(enum command_id id);
/* The command of that name; NULL if there is none. */
const struct command_row *command_find(const char *name);
/* The command probably meant by a word that is no command: one typed in the Russian layout, or with
 * a mistake or two; NULL if none is near. */
const struct command_row *command_guess(const char *word);
/* True if the command takes the option; NULL stands for no command, which takes the common ones. */
bool command_takes(const struct command_row *command, enum option_id id);
/* True if the command is about classic when --variant is left out. */
bool command_is_classic(const struct command_row *command);

#endif
