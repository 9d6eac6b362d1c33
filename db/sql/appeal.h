/* SPDX-License-Identifier: MIT */
/*
 * Appeals: what players answer to acts of moderators.
 */
#ifndef PENTAD_DB_SQL_APPEAL_H
#define PENTAD_DB_SQL_APPEAL_H

#include "db/sql/writer.h"

/* Judges the appeal that the act answers, just before the act is recorded, and tells the player.
 * Returns OP_DONE, OP_CONFLICT if it is not open, or OP_REFUSED. */
int appeal__judge(struct sql_writer *writer, const struct store_act *act);
/* How the player's appeal against the last ban stands. Returns 0 or -1. */
int appeal__of_ban(struct sql_connection *sql, uint64_t player, enum store_appeal_state *state_out);

#endif
