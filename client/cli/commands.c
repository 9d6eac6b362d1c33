/* SPDX-License-Identifier: MIT */
/*
 * The table of commands as data: the one place that knows every command's function.
 */
#include "client/cli/commands.h"

#include "client/cli/ask/analyse.h"
#include "client/cli/ask/appeal.h"
#include "client/cli/ask/game.h"
#include "client/cli/ask/games.h"
#include "client/cli/ask/history.h"
#include "client/cli/ask/lists.h"
#include "client/cli/ask/lobby.h"
#include "client/cli/ask/login.h"
#include "client/cli/ask/memos.h"
#include "client/cli/ask/messages.h"
#include "client/cli/ask/mod.h"
#include "client/cli/ask/picks.h"
#include "client/cli/ask/rating.h"
#include "client/cli/ask/report.h"
#include "client/cli/ask/self.h"
#include "client/cli/help.h"
#include "client/cli/onward.h"
#include "client/cli/play/lesson.h"
#include "client/cli/play/run.h"
#include "client/cli/terminal/i18n.h"

#include <string.h>

/* The first option that is not common to all commands; those before it have no bits. */
#define OPTIONS_OWN (OPTION_VERSION + 1)
#define O(ID) (UINT64_C(1) << (OPTION_##ID - OPTIONS_OWN))

#define CLASSIC COMMAND_IS_CLASSIC

_Static_assert(OPTION_COUNT - OPTIONS_OWN <= 63,
               "a command's options are bits of 64, one is COMMAND_IS_CLASSIC");

static const struct command_row commands[] = {
#define GROUP(title)
#define COMMAND(ID, name_, arguments_, min_, max_, options_, doc_, function)                       \
    {.name = name_,                                                                                \
     .arguments = arguments_,                                                                      \
     .doc = doc_,                                                                                  \
     .run = function,                                                                              \
     .options = (options_),                                                                        \
     .min = min_,                                                                                  \
     .max = max_},
#include "client/cli/commands.def"
#undef GROUP
#undef COMMAND
};

const struct command_row *command_row(enum command_id id)
{
    return &commands[id];
}

const struct command_row *command_find(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

bool command_takes(const struct command_row *command, enum option_id id)
{
    if (id < OPTIONS_OWN)
        return true;
    return command != NULL && (command->options >> (id - OPTIONS_OWN) & 1) != 0;
}
