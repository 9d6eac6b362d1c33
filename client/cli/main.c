/* SPDX-License-Identifier: MIT */
/*
 * penta, the terminal client: reads the command line and runs the command. Everything else is in
 * the functions that commands.def names.
 */
#include "base/standard.h"
#include "client/cli/command_line.h"
#include "client/cli/commands.h"
#include "client/cli/connect/account.h"
#include "client/cli/help.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"

#include <signal.h>

int main(int argc, char **argv)
{
    char problem[512];
    struct invocation invocation;
    struct account_server server;
    signal(SIGPIPE, SIG_IGN);
    standard_open();
    i18n_init();
    if (command_line_read(argc, argv, &invocation, problem, sizeof(problem)) != 0) {
        const struct command_row *command = invocation.command;
        problem_tell(_("%s See: penta %s%s"), problem, command != NULL ? "help " : "--help",
                     command != NULL ? command->name : "");
        return EXIT_CODE_USAGE;
    }
    if (invocation.command != command_row(COMMAND_SERVER) &&
        !account_know_server(&invocation, &server))
        return EXIT_CODE_TROUBLE;
    account_speak(&invocation);
    if (invocation_has(&invocation, OPTION_HELP))
        return (int)help_show(invocation.command, &invocation);
    if (invocation_has(&invocation, OPTION_VERSION))
        return (int)help_show_version(&invocation);
    if (invocation.command == NULL) {
        help_show_first(&invocation);
        return EXIT_CODE_USAGE;
    }
    if (!account_check(&invocation))
        return EXIT_CODE_NOT_LOGGED_IN;
    return (int)invocation.command->run(&invocation);
}
