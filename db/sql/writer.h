/* SPDX-License-Identifier: MIT */
/*
 * The state that operations work on: the connection that writes, its owner's cache, and the report
 * of the operation in hand. Belongs to the driver; one thread.
 */
#ifndef PENTAD_DB_SQL_WRITER_H
#define PENTAD_DB_SQL_WRITER_H

#include "base/arena.h"
#include "db/sql/cache.h"
#include "db/sql/fields.h"
#include "db/sql/sql.h"

struct sql_writer {
    struct sql_connection *sql;
    struct sql_cache cache;
    struct store_change changes[SEAT_COUNT]; /* by the operation, of ratings */
    bool has_changes;
    struct store_memo *memos; /* those that the operation added */
    size_t memos_count;
    size_t memos_cap;
    struct store_moved *moved; /* ratings that it moved by annulling games */
    size_t moved_count;
    size_t moved_cap;
    struct store_line_place *hidden; /* lines of chats that it has hidden */
    size_t hidden_count;
    size_t hidden_cap;
    struct store_known_player known; /* the player that the operation returns, in `memory` */
    struct arena memory;
    bool is_weightless; /* the report that it added */
    bool was_applied;   /* the operation before it in the batch, if there is one */
};

/* Frees what it allocated; the connection is its owner's. */
void writer__deinit(struct sql_writer *writer);

/* Each sends a statement whose result is not needed at once (sql__send()), the second one with
 * fields, as fields__put() does. Returns OP_DONE or OP_REFUSED. */
int writer__send(struct sql_writer *writer, enum sql_statement id, const struct sql_value *values,
                 int count);
int writer__save(struct sql_writer *writer, enum sql_statement id,
                 const struct fields_source *source, const struct sql_value *values, int count);
/* Runs a statement with fields. Returns OP_DONE, OP_CONFLICT if it changed nothing, or OP_REFUSED.
 */
int writer__change(struct sql_writer *writer, enum sql_statement id,
                   const struct fields_source *source);
/* Notes a rating that is reported with the batch. */
void writer__note_moved(struct sql_writer *writer, const struct store_moved *moved);

#endif
