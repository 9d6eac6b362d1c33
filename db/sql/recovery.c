/* SPDX-License-Identifier: MIT */
/*
 * Recovery codes.
 */
#include "db/sql/recovery.h"

#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/operation.h"
#include "db/sql/session.h"

#include <string.h>

/* ------------------------------------------------------------------ writing */

int recovery__put(struct sql_writer *writer, uint64_t player, const char *code_hash)
{
    if (code_hash != NULL)
        return writer__send(writer, SQL_RECOVERY_PUT,
                            SQL_VALUES(sql_text(code_hash), sql_id(player)));
    return writer__send(writer, SQL_RECOVERY_DELETE, SQL_VALUES(sql_id(player)));
}

int write__recovery_put(struct sql_writer *writer, const struct store_op *op)
{
    return recovery__put(writer, op->as.recovery_put.player, op->as.recovery_put.code_hash);
}

int write__recover(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_recovered *recovered = &op->as.recover;
    int changed =
        fields__put(writer->sql, SQL_RECOVERY_USE, FIELDS(recovered, recovered), FIELDS_ONLY);
    if (changed != 1)
        return changed < 0 ? OP_REFUSED : OP_CONFLICT;
    struct sql_value player = sql_id(recovered->player);
    if (writer__send(writer, SQL_SESSIONS_DELETE, SQL_VALUES(player, sql_bytes("", 0))) !=
            OP_DONE ||
        session__forget_devices(writer, recovered->player) != OP_DONE)
        return OP_REFUSED;
    return writer__send(writer, SQL_PASSWORD_SET,
                        SQL_VALUES(sql_text(recovered->password_hash), player, sql_text(NULL)));
}

/* ------------------------------------------------------------------ reading */

int recovery__read(struct sql_connection *sql, uint64_t player, bool *has_code_out)
{
    int64_t id = 0;
    int found = sql__get_integer(sql, SQL_RECOVERY_OF, SQL_VALUES(sql_id(player)), &id);
    *has_code_out = found == 1;
    return found < 0 ? -1 : 0;
}

/* All of the row is read before anybody looks whose it is. */
int answer__recovery(struct sql_connection *sql, struct work_query *question)
{
    struct store_recovery_state state;
    const char *key = question->query.as.recovery.name_key;
    const struct fields_target target = {STORED_recovery_state, &state, &question->arena};
    int found = fields__get(sql__start(sql, SQL_RECOVERY, SQL_VALUES(sql_text(key))), &target);
    if (found != 1 || strcmp(state.name_key, key) != 0)
        return found < 0 ? STORE_UNAVAILABLE : STORE_NOT_FOUND;
    question->answer.as.recovery = state;
    return STORE_OK;
}
