/* SPDX-License-Identifier: MIT */
/*
 * Private to the SQLite back-end: the owner of a database file, the version of its schema, and the
 * way from an older version to the newest. Used while opening, on the writer's connection.
 */
#ifndef PENTAD_DB_SQLITE_MIGRATE_H
#define PENTAD_DB_SQLITE_MIGRATE_H

#include <stddef.h>

#include <sqlite3.h>

/* PRAGMA application_id of every Pentad database: the letters "PNTD". */
#define PENTAD_APPLICATION_ID 0x504e5444

/* One step of the schema. The step at index i leads from user_version i to i + 1. */
struct migration {
    const char *name; /* of its file */
    const char *sql;
};

/* db/migrations, built in. */
extern const struct migration MIGRATIONS[];
extern const int MIGRATION_COUNT;
/* The schema that they all lead to, with its first rows, as SQL for an empty database. Made by the
 * build (db/sqlite/embed_schema.c). */
extern const char NEWEST_SCHEMA[];

/* Reads the version of the schema, 0 in an empty file. Returns an SQLite code. */
int migrate__version(sqlite3 *db, int *version_out);
/* Checks that the file is empty, or ours and no newer than `count` steps. Changes nothing. Returns
 * 0, or -1 with the end of a sentence in `message_out`. */
int migrate__check(sqlite3 *db, int count, char *message_out, size_t message_size);
/* Takes the missing steps, all in one transaction; if the file is empty, all of MIGRATIONS at once,
 * by NEWEST_SCHEMA. Returns as migrate__check(). */
int migrate__run(sqlite3 *db, const struct migration *steps, int count, char *message_out,
                 size_t message_size);
/* Takes the missing steps on a file that has something to lose: if steps are missing and the file
 * is not empty, first copies it as it is to "<its real path>.schema-<version>"; without that copy
 * it takes no step. */
int migrate__upgrade(sqlite3 *db, const struct migration *steps, int count, char *message_out,
                     size_t message_size);

#endif
