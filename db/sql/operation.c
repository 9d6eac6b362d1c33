/* SPDX-License-Identifier: MIT */
/*
 * The dispatch of operations, and those that are about nothing but the server.
 */
#include "db/sql/operation.h"

#include "db/sql/fields.h"

int write__uptime(struct sql_writer *writer, const struct store_op *op)
{
    return writer__send_fields(writer, SQL_UPTIME_SET, STORED_uptime, &op->as.uptime, FIELDS_ONLY);
}

int write__probe(struct sql_writer *writer, const struct store_op *op)
{
    (void)op;
    return writer__send(writer, SQL_PROBE, NULL, 0);
}

int write__secret_add(struct sql_writer *writer, const struct store_op *op)
{
    int changed =
        fields__put(writer->sql, SQL_SECRET_INSERT, STORED_secret, &op->as.secret_add, FIELDS_ONLY);
    return changed == 0 ? OP_CONFLICT : writer__one_row(changed);
}

int write__experience_put(struct sql_writer *writer, const struct store_op *op)
{
    return writer__send_fields(writer, SQL_EXPERIENCE_SET, STORED_experience,
                               &op->as.experience_put, FIELDS_ONLY);
}

typedef int write_fn(struct sql_writer *writer, const struct store_op *op);

static write_fn *const WRITE[STORE_OP_COUNT] = {
#define OPERATION(ID, id, record, doc) [STORE_##ID] = write__##id,
#include "db/operations.def"
#undef OPERATION
};

int operation__apply(struct sql_writer *writer, const struct store_op *op)
{
    writer->has_changes = false;
    writer->memos_count = 0;
    writer->moved_count = 0;
    writer->is_weightless = false;
    writer->hidden_count = 0;
    int outcome = check__op(op) ? WRITE[op->kind](writer, op) : OP_REFUSED;
    writer->was_applied = outcome == OP_DONE;
    return outcome;
}
