/* SPDX-License-Identifier: MIT */
/*
 * Accounts with their photos, and whom players blocked and follow.
 */
#include "db/sql/account.h"

#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/key.h"
#include "db/sql/operation.h"
#include "db/sql/session.h"

#include <string.h>

/* ------------------------------------------------------------------ writing */

/* Whether the stored photo is the one that the account names. */
static int photo_stays(struct sql_writer *writer, const struct store_account_put *put)
{
    int64_t photo = 0;
    int found =
        sql__get_integer(writer->sql, SQL_PHOTO_ID, SQL_VALUES(sql_id(put->player)), &photo);
    return found == 1 && (uint64_t)photo == put->account->photo ? OP_DONE : OP_REFUSED;
}

static int photo_put(struct sql_writer *writer, const struct store_account_put *put)
{
    if (put->photo == NULL && put->account->photo != 0)
        return photo_stays(writer, put);
    if (put->photo == NULL)
        return writer__send(writer, SQL_PHOTO_DELETE, SQL_VALUES(sql_id(put->player)));
    return writer__send(writer, SQL_PHOTO_PUT,
                        SQL_VALUES(sql_id(put->player), sql_id(put->account->photo),
                                   sql_bytes(put->photo, put->photo_size)));
}

static int account_put(struct sql_writer *writer, const struct store_account_put *put)
{
    int outcome = writer__save(writer, SQL_ACCOUNT_PUT, FIELDS(account, put->account),
                               SQL_VALUES(sql_id(put->player)));
    return outcome == OP_DONE ? photo_put(writer, put) : outcome;
}

int write__account_put(struct sql_writer *writer, const struct store_op *op)
{
    return account_put(writer, &op->as.account_put);
}

int account__delete(struct sql_writer *writer, uint64_t player)
{
    const struct store_account gone = {.is_deleted = true};
    const struct store_account_put put = {.player = player, .account = &gone};
    if (writer__send(writer, SQL_BLOCKS_DELETE, SQL_VALUES(sql_id(player))) != OP_DONE ||
        writer__send(writer, SQL_FOLLOWS_DELETE, SQL_VALUES(sql_id(player))) != OP_DONE ||
        writer__send(writer, SQL_SESSIONS_DELETE, SQL_VALUES(sql_id(player), sql_bytes("", 0))) !=
            OP_DONE ||
        session__forget_devices(writer, player) != OP_DONE ||
        key__remove_all(writer, player) != OP_DONE)
        return OP_REFUSED;
    return account_put(writer, &put);
}

/* ------------------------------------------------------------------ reading */

int account__read(struct sql_connection *sql, uint64_t player, struct store_account *account_out)
{
    const struct fields_target target = {STORED_account, account_out, NULL};
    *account_out = (struct store_account){0};
    return fields__get(sql__start(sql, SQL_ACCOUNT_GET, SQL_VALUES(sql_id(player))), &target) < 0
               ? -1
               : 0;
}

static int picks_answer(struct sql_connection *sql, struct work_query *question, uint64_t player,
                        enum sql_statement statement, int64_t most)
{
    int found = answer__player_exists(sql, player);
    if (found != 1)
        return answer__status(found);
    return answer__list(question,
                        sql__start(sql, statement, SQL_VALUES(sql_id(player), sql_integer(most))),
                        FIELDS_ALL);
}

int answer__blocks(struct sql_connection *sql, struct work_query *question)
{
    return picks_answer(sql, question, question->query.as.blocks.player, SQL_BLOCKS,
                        STORE_BLOCKS_MAX);
}

int answer__follows(struct sql_connection *sql, struct work_query *question)
{
    return picks_answer(sql, question, question->query.as.follows.player, SQL_FOLLOWS,
                        STORE_FOLLOWS_MAX);
}

int answer__photo(struct sql_connection *sql, struct work_query *question)
{
    const struct fields_target target = {STORED_photo, &question->answer.as.photo,
                                         &question->arena};
    return answer__status(fields__get(
        sql__start(sql, SQL_PHOTO_GET, SQL_VALUES(sql_id(question->query.as.photo.id))), &target));
}

/* ------------------------------------------------------------------ recovery codes */

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
    int outcome = writer__change(writer, SQL_RECOVERY_USE, FIELDS(recovered, recovered));
    if (outcome != OP_DONE)
        return outcome;
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
