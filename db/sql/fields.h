/* SPDX-License-Identifier: MIT */
/*
 * Records (db/records.def) as parameters (their fields up to READ) and as columns (up to INNER) of
 * statements, in order, with those of records inside them.
 */
#ifndef PENTAD_DB_SQL_FIELDS_H
#define PENTAD_DB_SQL_FIELDS_H

#include "db/record.h"
#include "db/sql/sql.h"

/* A record to write. */
struct fields_source {
    enum record_id record;
    const void *fields;
};
#define FIELDS(id, fields) (&(const struct fields_source){STORED_##id, fields})
/* Runs a statement with the fields as its first parameters, and `values` after them. Returns as
 * sql__run(). */
int fields__put(struct sql_connection *connection, enum sql_statement id,
                const struct fields_source *source, const struct sql_value *values, int count);
/* Sends such a statement. Returns as sql__send(). */
int fields__send(struct sql_connection *connection, enum sql_statement id,
                 const struct fields_source *source, const struct sql_value *values, int count);
#define FIELDS_ONLY NULL, 0 /* nothing after them */

/* Reads the record of a row; fields without a column are zero. Texts are copied into the arena.
 * False if the record cannot hold a column: the file is damaged, or of a newer program. */
bool fields__read(const struct sql_row *row, enum record_id record, void *out, struct arena *arena);

/* A record to read, and the place for it. */
struct fields_target {
    enum record_id record;
    void *out;
    struct arena *arena;
};
#define FIELDS_INTO(id, out, arena) (&(const struct fields_target){STORED_##id, out, arena})
/* Reads the first row of a statement that begins, and ends it. Returns as sql__step(), and -1 for a
 * row that the record cannot hold. */
int fields__get(struct sql_row row, const struct fields_target *target);

/* A list of records that grows in an arena while they are read. All zero is empty. */
struct fields_list {
    void *rows;
    size_t count;
    size_t cap;
    bool has_more;
};
/* Makes room for one more record at the end of the list. */
void *fields__list_add(struct fields_list *list, enum record_id record, struct arena *arena);
/* Reads at most `limit` rows of a statement that begins into the list, and ends it. Returns 0 or
 * -1. */
int fields__list(struct sql_row row, enum record_id record, struct arena *arena, size_t limit,
                 struct fields_list *list);
#define FIELDS_ALL SIZE_MAX

#endif
