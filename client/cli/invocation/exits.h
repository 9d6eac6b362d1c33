/* SPDX-License-Identifier: MIT */
/*
 * The exit codes of penta, by the table exits.def. Constants.
 */
#ifndef PENTAD_CLIENT_CLI_INVOCATION_EXITS_H
#define PENTAD_CLIENT_CLI_INVOCATION_EXITS_H

enum exit_code {
#define EXIT_ROW(ID, number, doc) EXIT_CODE_##ID = number,
#include "client/cli/invocation/exits.def"
#undef EXIT_ROW
};

#endif
