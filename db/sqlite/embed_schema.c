/* SPDX-License-Identifier: MIT */
/*
 * A program of the build: takes all steps of db/migrations in an empty database, and writes what
 * they lead to as C: the schema and its first rows, in one text of SQL. A new database is made of
 * that, which takes a tenth of the time of the steps.
 *
 *   embed_schema FILE.c
 */
#include "db/sqlite/migrate.h"

#include <stdio.h>
#include <stdlib.h>

static void must(sqlite3 *db, int code)
{
    if (code == SQLITE_OK)
        return;
    fprintf(stderr, "embed_schema: %s\n", sqlite3_errmsg(db));
    exit(1);
}

static void append(sqlite3_str *out, sqlite3_stmt *row, int column)
{
    switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER:
        sqlite3_str_appendf(out, "%lld", sqlite3_column_int64(row, column));
        break;
    case SQLITE_TEXT:
        sqlite3_str_appendf(out, "%Q", sqlite3_column_text(row, column));
        break;
    default:
        fputs("embed_schema: a first row has neither a number nor a text\n", stderr);
        exit(1);
    }
}

static void append_rows(sqlite3 *db, sqlite3_str *out, const char *table)
{
    sqlite3_stmt *row = NULL;
    char *sql = sqlite3_mprintf("SELECT * FROM \"%w\"", table);
    must(db, sqlite3_prepare_v2(db, sql, -1, &row, NULL));
    while (sqlite3_step(row) == SQLITE_ROW) {
        sqlite3_str_appendf(out, "INSERT INTO \"%w\" VALUES ", table);
        for (int i = 0; i < sqlite3_column_count(row); i++) {
            sqlite3_str_appendall(out, i == 0 ? "(" : ", ");
            append(out, row, i);
        }
        sqlite3_str_appendall(out, ");\n");
    }
    must(db, sqlite3_finalize(row));
    sqlite3_free(sql);
}

/* Written in the order in which they were made: an index stands behind its table. */
static char *newest_schema(sqlite3 *db)
{
    sqlite3_str *out = sqlite3_str_new(db);
    sqlite3_stmt *row = NULL;
    must(db, sqlite3_prepare_v2(db,
                                "SELECT sql, name, type FROM sqlite_schema WHERE sql IS NOT NULL "
                                "AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
                                -1, &row, NULL));
    while (sqlite3_step(row) == SQLITE_ROW)
        sqlite3_str_appendf(out, "%s;\n", sqlite3_column_text(row, 0));
    must(db, sqlite3_reset(row));
    while (sqlite3_step(row) == SQLITE_ROW)
        if (sqlite3_stricmp((const char *)sqlite3_column_text(row, 2), "table") == 0)
            append_rows(db, out, (const char *)sqlite3_column_text(row, 1));
    must(db, sqlite3_finalize(row));
    return sqlite3_str_finish(out);
}

static void write_c(FILE *file, const char *sql)
{
    fputs("/* SPDX-License-Identifier: MIT */\n/* Made by db/sqlite/embed_schema.c from "
          "db/migrations. */\n"
          "#include \"db/sqlite/migrate.h\"\n\nconst char NEWEST_SCHEMA[] = {",
          file);
    for (const char *c = sql; *c != '\0'; c++)
        fprintf(file, "%d,", *c);
    fputs("0};\n", file);
}

int main(int argc, char **argv)
{
    sqlite3 *db = NULL;
    must(db, sqlite3_open(":memory:", &db));
    for (int i = 0; i < MIGRATION_COUNT; i++)
        must(db, sqlite3_exec(db, MIGRATIONS[i].sql, NULL, NULL, NULL));
    char *sql = newest_schema(db);
    FILE *file = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (file == NULL || sql == NULL) {
        fputs("embed_schema: cannot write\n", stderr);
        return 1;
    }
    write_c(file, sql);
    sqlite3_free(sql);
    must(db, sqlite3_close(db));
    return fclose(file) == 0 ? 0 : 1;
}
