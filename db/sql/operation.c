/* SPDX-License-Identifier: MIT */
/*
 * The dispatch of operations, and those that are about nothing but the server.
 */
#include "db/sql/operation.h"

#include "db/sql/fields.h"
#include "db/sql/table.h"

#include <stdio.h>

/* The row is written even where the epoch stays, so that another server's fence waits for it. */
int operation__fence(struct sql_writer *writer, const struct store_lease *lease)
{
    char key[24];
    if (lease->epoch == 0)
        return STORE_OK;
    (void)snprintf(key, sizeof(key), "epoch_%u", (unsigned)lease->shard);
    int changed = sql__run(writer->sql, SQL_EPOCH_HOLD,
                           SQL_VALUES(sql_text(key), sql_integer((int64_t)lease->epoch)));
    if (changed < 0)
        return STORE_UNAVAILABLE;
    return changed == 1 ? STORE_OK : STORE_FENCED;
}

int write__probe(struct sql_writer *writer, const struct store_op *op)
{
    (void)op;
    return writer__send(writer, SQL_PROBE, NULL, 0);
}

typedef int write_fn(struct sql_writer *writer, const struct store_op *op);

/* How each operation is written: its column `how`. */
static const struct {
    write_fn *write;              /* NULL: the statement does it, with the fields of the record */
    enum sql_statement statement; /* of the operation's name */
    bool is_tried;                /* where it changes nothing it is a conflict */
} WRITES[STORE_OP_COUNT] = {
#define WRITES_PLAIN(ID, id) .statement = SQL_##ID
#define WRITES_TRIED(ID, id) .statement = SQL_##ID, .is_tried = true
#define WRITES_RULED(ID, id) .write = write__##id
#define OPERATION(ID, id, record, how, doc) [STORE_##ID] = {WRITES_##how(ID, id)},
#include "db/operations.def"
#undef OPERATION
#undef WRITES_PLAIN
#undef WRITES_TRIED
#undef WRITES_RULED
};

static int op_write(struct sql_writer *writer, const struct store_op *op)
{
    const struct fields_source source = {operation__row(op->kind)->record, &op->as};
    enum sql_statement statement = WRITES[op->kind].statement;
    if (WRITES[op->kind].write != NULL)
        return WRITES[op->kind].write(writer, op);
    return WRITES[op->kind].is_tried ? writer__change(writer, statement, &source)
                                     : writer__save(writer, statement, &source, FIELDS_ONLY);
}

int operation__apply(struct sql_writer *writer, const struct store_op *op)
{
    writer->has_changes = false;
    writer->memos_count = 0;
    writer->moved_count = 0;
    writer->is_weightless = false;
    writer->hidden_count = 0;
    int outcome = check__op(op) ? op_write(writer, op) : OP_REFUSED;
    writer->was_applied = outcome == OP_DONE;
    return outcome;
}

bool operation__tell(struct sql_writer *writer, const struct store_op *op)
{
    arena_reset(&writer->memory);
    writer->known = (struct store_known_player){0};
    return op->kind == STORE_SESSION_ADD && op->as.session_add.tells_player &&
           table__player_alone(writer->sql, op->as.session_add.session.token_hash, &writer->memory,
                               &writer->known) == 1;
}
