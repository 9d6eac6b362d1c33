/* SPDX-License-Identifier: MIT */
/*
 * Reports of players on others: the verdict on them, which is a part of its act.
 */
#ifndef PENTAD_DB_SQL_REPORT_H
#define PENTAD_DB_SQL_REPORT_H

#include "db/sql/writer.h"

/* Whether the act may judge what it says: OP_DONE, OP_REFUSED, or OP_CONFLICT if one of the reports
 * is not open, or is not on the same player as the others. */
int report__check_judged(struct sql_writer *writer, const struct store_act *act);
/* Judges them by the act, the last one that was stored, and tells each reporter once. Returns
 * OP_DONE or OP_REFUSED. */
int report__judge(struct sql_writer *writer, const struct store_act *act);

/* ------------------------------------------------------------------ lines of reports */
/*
 * Lines of chats that reports carry: written with the report, hidden when it is upheld.
 */

/* The lines of a report that was inserted last. Returns OP_DONE or OP_REFUSED. */
int report_line__add_all(struct sql_writer *writer, const struct store_report *report);
/* Hides those lines that the report carries, and that the one reported said; notes in
 * writer->hidden which ones were not hidden before. Returns OP_DONE or OP_REFUSED. */
int report_line__hide_all(struct sql_writer *writer, int64_t report);

#endif
