/* SPDX-License-Identifier: MIT */
/*
 * Reports of players on others: the verdict on them, which is a part of an act.
 */
#ifndef PENTAD_DB_SQL_REPORT_H
#define PENTAD_DB_SQL_REPORT_H

#include "db/sql/writer.h"

/* Checks if the act may judge its reports. Returns OP_DONE, OP_REFUSED, or OP_CONFLICT if one of
 * the reports is not open, or is not on the same player as the others. */
int report__check_judged(struct sql_writer *writer, const struct store_act *act);
/* Judges them by the act, the last one that was stored, and adds one memo for each reporter.
 * Returns OP_DONE or OP_REFUSED. */
int report__judge(struct sql_writer *writer, const struct store_act *act);

#endif
