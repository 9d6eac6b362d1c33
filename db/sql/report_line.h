/* SPDX-License-Identifier: MIT */
/*
 * Lines of chats that reports carry: written with the report, hidden when it is upheld.
 */
#ifndef PENTAD_DB_SQL_REPORT_LINE_H
#define PENTAD_DB_SQL_REPORT_LINE_H

#include "db/sql/writer.h"

/* The lines of a report that was inserted last. Returns OP_DONE or OP_REFUSED. */
int report_line__add_all(struct sql_writer *writer, const struct store_report *report);
/* Hides those lines that the report carries, and that the one reported said; notes in
 * writer->hidden which ones were not hidden before. Returns OP_DONE or OP_REFUSED. */
int report_line__hide_all(struct sql_writer *writer, int64_t report);

#endif
