/* SPDX-License-Identifier: MIT */
/*
 * A driver before another one. Rows are the other one's own; what was sent waits in a list, with
 * copies of its values.
 */
#include "tests/support/late_driver.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct late_database {
    struct sql_database base;
    struct sql_database *inner;
    struct late_line *line;
};

/* A statement that was sent. */
struct sent {
    struct sent *next;
    enum sql_statement id;
    int count;
    struct sql_value values[]; /* theirs are copies */
};

struct late_connection {
    struct sql_connection base;
    struct sql_connection *inner;
    struct late_line *line;
    struct sent *first;
    struct sent **end;
    bool is_writer;
    bool has_failed; /* in this transaction */
};

static struct late_connection *late(struct sql_connection *base)
{
    return (struct late_connection *)base;
}

static void wait_once(struct late_connection *connection)
{
    if (connection->is_writer)
        atomic_fetch_add(&connection->line->waits, 1);
}

/* ------------------------------------------------------------------ what waits */

static struct sent *sent_new(enum sql_statement id, const struct sql_value *values, int count)
{
    struct sent *sent = mem_zero(sizeof(*sent) + (size_t)count * sizeof(*values));
    sent->id = id;
    sent->count = count;
    for (int i = 0; i < count; i++) {
        sent->values[i] = values[i];
        if (values[i].kind != SQL_VALUE_TEXT && values[i].kind != SQL_VALUE_BYTES)
            continue;
        size_t size = (size_t)values[i].integer;
        void *copy = mem_alloc(size + 1);
        sent->values[i].bytes = size > 0 ? memcpy(copy, values[i].bytes, size) : copy;
    }
    return sent;
}

static void sent_free(struct sent *sent)
{
    for (int i = 0; i < sent->count; i++)
        if (sent->values[i].kind == SQL_VALUE_TEXT || sent->values[i].kind == SQL_VALUE_BYTES)
            free((void *)sent->values[i].bytes);
    free(sent);
}

/* Lets go of everything; runs it, up to the first that fails. */
static void sent_empty(struct late_connection *connection, bool runs)
{
    struct sent *sent = NULL;
    while ((sent = connection->first) != NULL) {
        connection->first = sent->next;
        if (runs && !connection->has_failed)
            connection->has_failed =
                sql__send(connection->inner, sent->id, sent->values, sent->count) != 0;
        sent_free(sent);
    }
    connection->end = &connection->first;
}

/* ------------------------------------------------------------------ the driver */

static void late_close(struct sql_connection *base)
{
    sent_empty(late(base), false);
    late(base)->inner->driver->close(late(base)->inner);
    free(base);
}

static bool late_error(const struct sql_connection *base, char *text_out, size_t text_size)
{
    const struct sql_connection *inner = ((const struct late_connection *)base)->inner;
    return inner->driver->error(inner, text_out, text_size);
}

static int late_begin(struct sql_connection *base)
{
    wait_once(late(base));
    late(base)->has_failed = false;
    return late(base)->inner->driver->begin(late(base)->inner);
}

static int late_settle(struct sql_connection *base)
{
    if (late(base)->first != NULL)
        wait_once(late(base));
    sent_empty(late(base), true);
    return late(base)->has_failed ? -1 : 0;
}

static void late_rollback(struct sql_connection *base)
{
    sent_empty(late(base), false);
    late(base)->inner->driver->rollback(late(base)->inner);
}

static enum sql_outcome late_commit(struct sql_connection *base)
{
    struct late_connection *connection = late(base);
    wait_once(connection);
    sent_empty(connection, true);
    int outcome = atomic_exchange(&connection->line->next_commit, SQL_STORED);
    if (connection->has_failed || outcome == SQL_NOT_STORED) {
        connection->inner->driver->rollback(connection->inner);
        return SQL_NOT_STORED;
    }
    enum sql_outcome inner = connection->inner->driver->commit(connection->inner);
    return inner != SQL_STORED ? inner : (enum sql_outcome)outcome;
}

static int late_send(struct sql_connection *base, enum sql_statement id,
                     const struct sql_value *values, int count)
{
    struct sent *sent = sent_new(id, values, count);
    *late(base)->end = sent;
    late(base)->end = &sent->next;
    return 0;
}

static struct sql_row late_start(struct sql_connection *base, enum sql_statement id,
                                 const struct sql_value *values, int count)
{
    wait_once(late(base));
    sent_empty(late(base), true);
    return late(base)->has_failed ? (struct sql_row){.driver = base->driver}
                                  : sql__start(late(base)->inner, id, values, count);
}

static const struct sql_driver LATE_DRIVER = {
    .close = late_close,
    .error = late_error,
    .begin = late_begin,
    .commit = late_commit,
    .rollback = late_rollback,
    .send = late_send,
    .settle = late_settle,
    .start = late_start,
};

/* ------------------------------------------------------------------ the database */

static int database_lock(struct sql_database *base, char *reason_out, size_t reason_size)
{
    struct sql_database *inner = ((struct late_database *)base)->inner;
    return inner->lock(inner, reason_out, reason_size);
}

static struct sql_connection *database_open(struct sql_database *base, enum sql_user user,
                                            char *reason_out, size_t reason_size)
{
    struct late_database *database = (struct late_database *)base;
    struct sql_database *inner = database->inner;
    struct late_connection *connection = mem_zero(sizeof(*connection));
    connection->base.driver = &LATE_DRIVER;
    connection->line = database->line;
    connection->end = &connection->first;
    connection->is_writer = (user & SQL_WRITER) != 0;
    connection->inner = inner->open(inner, user, reason_out, reason_size);
    if (connection->inner != NULL)
        return &connection->base;
    free(connection);
    return NULL;
}

static void database_free(struct sql_database *base)
{
    struct sql_database *inner = ((struct late_database *)base)->inner;
    inner->free(inner);
    free(base);
}

struct sql_database *late_database_new(struct sql_database *take_inner, struct late_line *line)
{
    struct late_database *database = mem_zero(sizeof(*database));
    database->base =
        (struct sql_database){.lock = database_lock, .open = database_open, .free = database_free};
    database->inner = take_inner;
    database->line = line;
    return &database->base;
}
