/* SPDX-License-Identifier: MIT */
/*
 * Sessions, and a player's list of them.
 */
#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/operation.h"
#include "db/sql/player.h"

int write__session_add(struct sql_writer *writer, const struct store_op *op)
{
    return writer__one_row(fields__put(writer->sql, SQL_SESSION_INSERT, STORED_session,
                                       &op->as.session_add, FIELDS_ONLY));
}

int write__session_remove(struct sql_writer *writer, const struct store_op *op)
{
    int changed = fields__put(writer->sql, SQL_SESSION_DELETE, STORED_token, &op->as.session_remove,
                              FIELDS_ONLY);
    return changed < 0 ? OP_REFUSED : OP_DONE;
}

int write__sessions_remove(struct sql_writer *writer, const struct store_op *op)
{
    int changed = fields__put(writer->sql, SQL_SESSIONS_DELETE, STORED_other_sessions,
                              &op->as.sessions_remove, FIELDS_ONLY);
    return changed < 0 ? OP_REFUSED : OP_DONE;
}

int answer__sessions(struct sql_connection *sql, struct work_query *question)
{
    const struct store_of_player *asked = &question->query.as.sessions;
    int found = player__exists(sql, asked->player);
    if (found != 1)
        return answer__status(found);
    return answer__list(question,
                        sql__start(sql, SQL_SESSIONS_OF_PLAYER,
                                   SQL_VALUES(sql_id(asked->player), answer__limit(asked->limit))),
                        asked->limit);
}
