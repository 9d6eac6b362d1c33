/* SPDX-License-Identifier: MIT */
/*
 * The conditions of table_needs.def, under which a command can be done at the table as it is. Help
 * and the code that refuses a command ask the same function, so that help lists exactly what would
 * be accepted. Pure questions to a visit.
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
/* Says why the condition is not met. Only for rows with an error or a sentence. */
void table_need_refuse(enum table_need need, const struct visit *visit);
/* Returns true if the condition is met; otherwise says why not. */
bool table_need_check(enum table_need need, const struct visit *visit);

#endif
