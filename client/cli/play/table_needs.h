/* SPDX-License-Identifier: MIT */
/*
 * The conditions of table_needs.def: whether a command can be done at the table as it is. Help and
 * those who refuse a command ask the same function, so that help lists what would be taken. Pure
 * questions to a visit.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_TABLE_NEEDS_H
#define PENTAD_CLIENT_CLI_PLAY_TABLE_NEEDS_H

#include "client/cli/play/visit.h"

#include <stdbool.h>

enum table_need {
#define TABLE_NEED(name, function, error, sentence) TABLE_NEED_##name,
#include "client/cli/play/table_needs.def"
};

bool table_need_is_met(enum table_need need, const struct visit *visit);
/* Says why it is not met. Only of rows with an error or a sentence. */
void table_need_refuse(enum table_need need, const struct visit *visit);
/* Returns whether it is met, and says so if it is not. */
bool table_need_check(enum table_need need, const struct visit *visit);

#endif
