/* SPDX-License-Identifier: MIT */
/*
 * The table of exit codes as data.
 */
#include "client/cli/invocation/exits.h"

#include "client/cli/terminal/i18n.h"

static const struct exit_row exits[] = {
#define EXIT_ROW(ID, number, doc) {number, doc},
#include "client/cli/invocation/exits.def"
#undef EXIT_ROW
};

size_t exit_rows(const struct exit_row **rows_out)
{
    *rows_out = exits;
    return sizeof(exits) / sizeof(exits[0]);
}
