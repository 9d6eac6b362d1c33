/* SPDX-License-Identifier: MIT */
/*
 * The state of tables: rooms and their games, who watches, and computers that play.
 */
#ifndef PENTAD_SERVER_CORE_TABLES_H
#define PENTAD_SERVER_CORE_TABLES_H

#include "server/core/core.h"

/* Makes the part's state, core->tables; the parts below have theirs. */
void tables_new(struct core *core);
/* Frees it; the parts above have freed theirs. */
void tables_free(struct core *core);
/* Whether anything counts across lives of the server: days, or how long both players are away. */
bool tables_need_uptime(const struct core *core);

#endif
