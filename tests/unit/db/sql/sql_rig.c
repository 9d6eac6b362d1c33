/* SPDX-License-Identifier: MIT */
/* A writer on a database in memory; see the header. */
#include "tests/unit/db/sql/sql_rig.h"

#include "db/sqlite/migrate.h"

#include <stdlib.h>

int sql_rig_setup(void **state)
{
    struct sql_rig *rig = calloc(1, sizeof(*rig));
    char message[256] = "";
    if (rig == NULL)
        return -1;
    struct sqlite_connection *connection = &rig->connection;
    assert_int_equal(connection__open(connection, STORE_IN_MEMORY, CONNECTION_INLINE), SQLITE_OK);
    assert_int_equal(connection__configure(connection, CONNECTION_INLINE, STORE_SYNC_FULL),
                     SQLITE_OK);
    if (migrate__run(connection->db, MIGRATIONS, MIGRATION_COUNT, message, sizeof(message)) != 0)
        fail_msg("%s", message);
    assert_int_equal(connection__prepare(connection, CONNECTION_INLINE), SQLITE_OK);
    rig->writer.sql = &connection->base;
    sql_rig_read_cache(rig);
    *state = rig;
    return 0;
}

int sql_rig_teardown(void **state)
{
    struct sql_rig *rig = *state;
    cache__deinit(&rig->writer.cache);
    connection__close(&rig->connection);
    free(rig);
    return 0;
}

void sql_rig_run(struct sql_rig *rig, const char *sql)
{
    if (sqlite3_exec(rig->connection.db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(rig->connection.db));
}

int64_t sql_rig_integer(struct sql_rig *rig, const char *sql)
{
    sqlite3_stmt *row = NULL;
    assert_int_equal(sqlite3_prepare_v2(rig->connection.db, sql, -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(row, 0);
    assert_int_equal(sqlite3_finalize(row), SQLITE_OK);
    return value;
}

void sql_rig_read_cache(struct sql_rig *rig)
{
    assert_int_equal(cache__read(&rig->writer.cache, rig->writer.sql), 0);
}

int sql_rig_do(struct sql_rig *rig, struct store_op op)
{
    return operation__apply(&rig->writer, &op);
}
