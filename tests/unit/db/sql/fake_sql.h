/* SPDX-License-Identifier: MIT */
/*
 * A driver (db/sql/sql.h) without a database: it keeps the values of the last statement, and each
 * statement gives the rows that the test has laid out.
 */
#ifndef PENTAD_TESTS_UNIT_DB_SQL_FAKE_SQL_H
#define PENTAD_TESTS_UNIT_DB_SQL_FAKE_SQL_H

#include "db/sql/sql.h"

#define FAKE_VALUES 24
#define FAKE_ROWS 4
#define FAKE_BYTES 128

struct fake_sql {
    struct sql_connection base;
    enum sql_statement id; /* of the last statement, and its values */
    struct sql_value values[FAKE_VALUES];
    int count;
    char bytes[FAKE_VALUES][FAKE_BYTES]; /* theirs: they are lent until the statement ends */
    int starts;
    int ends;
    struct sql_value rows[FAKE_ROWS][FAKE_VALUES]; /* columns that were not laid out are NULL */
    int row_count;
    int at;
    bool fails; /* behind the last row, instead of coming to an end */
    int changes;
};

void fake_sql_init(struct fake_sql *fake);
/* Lays out a row; lends its texts. */
void fake_sql_row(struct fake_sql *fake, const struct sql_value *columns, int count);
/* Begins to read: the first row is the current one. */
struct sql_row fake_sql_start(struct fake_sql *fake);
struct sql_row fake_sql_first(struct fake_sql *fake);

#endif
