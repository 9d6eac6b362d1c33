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

int write__uptime(struct sql_writer *writer, const struct store_op *op)
{
    return writer__save(writer, SQL_UPTIME_SET, FIELDS(uptime, &op->as.uptime), FIELDS_ONLY);
}

int write__probe(struct sql_writer *writer, const struct store_op *op)
{
    (void)op;
    return writer__send(writer, SQL_PROBE, NULL, 0);
}

int write__secret_add(struct sql_writer *writer, const struct store_op *op)
{
    int changed = fields__put(writer->sql, SQL_SECRET_INSERT, FIELDS(secret, &op->as.secret_add),
                              FIELDS_ONLY);
    if (changed < 0)
        return OP_REFUSED;
    return changed == 0 ? OP_CONFLICT : OP_DONE;
}

int write__experience_put(struct sql_writer *writer, const struct store_op *op)
{
    return writer__save(writer, SQL_EXPERIENCE_SET, FIELDS(experience, &op->as.experience_put),
                        FIELDS_ONLY);
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

bool operation__tell(struct sql_writer *writer, const struct store_op *op)
{
    arena_reset(&writer->memory);
    writer->known = (struct store_known_player){0};
    return op->kind == STORE_SESSION_ADD && op->as.session_add.tells_player &&
           table__player_alone(writer->sql, op->as.session_add.session.token_hash, &writer->memory,
                               &writer->known) == 1;
}
