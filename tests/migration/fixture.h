/* SPDX-License-Identifier: MIT */
/*
 * Databases of old schemas with real data in them, made from the SQL texts of this folder; and what
 * a store tells of a database, as text, to compare. Failures fail the test.
 */
#ifndef PENTAD_TESTS_FIXTURE_H
#define PENTAD_TESTS_FIXTURE_H

#include "tests/support/cmocka_all.h"

/* The schemas that there are fixtures of, the oldest first; 0 ends the list. */
extern const int FIXTURE_SCHEMAS[];

/* A file of that schema, "sql" or "txt", as a text that the caller frees. */
char *fixture_read(int schema, const char *ending);

/* Makes the file `path` from the fixture of that schema. */
void fixture_make(int schema, const char *path);
/* Opens the database as a server does, which brings it to the newest schema, and closes it. */
void fixture_migrate(const char *path);
/* Makes the file `path` from the fixture of schema 1 and migrates it; that is done once, since it
 * takes longer than most tests of it. */
void fixture_make_newest(const char *path);

/* A finding by store_sqlite_check(), as "kind id: what" and LF each; "" if there is none. A check
 * that cannot be done gives "cannot: " and why. The caller frees it. */
char *fixture_check(const char *path);

#endif
