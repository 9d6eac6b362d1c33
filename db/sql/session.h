/* SPDX-License-Identifier: MIT */
/*
 * What other files of this folder need of sessions.
 */
#ifndef PENTAD_DB_SQL_SESSION_H
#define PENTAD_DB_SQL_SESSION_H

#include "db/sql/writer.h"

/* All devices of the player go. Returns an enum op_outcome. */
int session__forget_devices(struct sql_writer *writer, uint64_t player);

#endif
