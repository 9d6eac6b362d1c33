/* SPDX-License-Identifier: MIT */
/*
 * The SQLite reader's messages: whether somebody may write, threads, a thread's page, a part of a
 * thread. On the reader's thread, inside its transaction.
 */
#include "db/sql/private.h"

static const uint64_t IDS_END = UINT64_C(1) << 60;

/* A cursor: what comes before it, or everything. */
static struct sql_value before_value(uint64_t before)
{
    return sql_id(before == 0 || before > IDS_END ? IDS_END : before);
}

/* ------------------------------------------------------------------ may somebody write */

static int repeated_read(struct sql_connection *sql, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_may_write *may_write = &question->answer.post.may_write;
    if (query->nonce[0] == '\0')
        return 0;
    sqlite3_stmt *row =
        sql__start(sql, SQL_MESSAGE_BY_NONCE,
                   SQL_VALUES(sql_id(query->player), sql_id(question->answer.player.id),
                              sql_text(query->nonce)));
    int result = sql__step(row);
    if (result == 1) {
        may_write->repeated = sql__column_id(row, 0);
        may_write->repeated_ms = sqlite3_column_int64(row, 1);
    }
    sql__end(row);
    return result < 0 ? -1 : 0;
}

static int between_read(struct sql_connection *sql, struct work_query *question)
{
    struct store_may_write *may_write = &question->answer.post.may_write;
    struct sql_value player = sql_id(question->query.player);
    struct sql_value other = sql_id(question->answer.player.id);
    int64_t value = 0;
    int met = sql__get_integer(sql, SQL_HAVE_MET,
                               SQL_VALUES(player, other, sql_text(score_word(SCORE_VOID))), &value);
    int known = sql__get_integer(sql, SQL_THREAD_READ_UPTO, SQL_VALUES(other, player), &value);
    int opening = sql__get_integer(sql, SQL_MESSAGE_OPENING,
                                   SQL_VALUES(player, sql_integer(STORE_OPENINGS - 1)),
                                   &may_write->last_openings_ms);
    if (met < 0 || known < 0 || opening < 0)
        return -1;
    may_write->have_met = met == 1;
    may_write->is_known = known == 1;
    return 0;
}

int sqlite__answer_may_write(struct sql_connection *sql, struct work_query *question)
{
    int status = sqlite__answer_player(sql, question);
    if (status != STORE_OK)
        return status;
    if (repeated_read(sql, question) != 0 || between_read(sql, question) != 0)
        return STORE_UNAVAILABLE;
    return STORE_OK;
}

/* ------------------------------------------------------------------ pages */

int sqlite__answer_threads(struct sql_connection *sql, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    int exists = sqlite__player_exists(sql, query->player);
    if (exists != 1)
        return sqlite__status(exists);
    struct store_thread_row *rows = arena_alloc(&question->arena, query->limit * sizeof(*rows));
    sqlite3_stmt *row = sql__start(sql, SQL_THREADS,
                                   SQL_VALUES(sql_id(query->player), before_value(query->before),
                                              sql_integer((int64_t)query->limit + 1)));
    int result = sql__step(row);
    for (; result == 1 && answer->post.threads_count < query->limit; result = sql__step(row))
        rows[answer->post.threads_count++] = (struct store_thread_row){
            .other = sql__column_id(row, 0),
            .name = sql__column_text(row, 1, &question->arena),
            .message = sql__column_id(row, 2),
            .is_own = sql__column_id(row, 3) == query->player,
            .text = sql__column_text(row, 4, &question->arena),
            .at_ms = sqlite3_column_int64(row, 5),
            .unread = (uint64_t)sqlite3_column_int64(row, 6),
        };
    sql__end(row);
    answer->post.threads = rows;
    answer->has_more = result == 1;
    return result < 0 ? STORE_UNAVAILABLE : STORE_OK;
}

int sqlite__answer_messages(struct sql_connection *sql, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    int status = sqlite__answer_player(sql, question);
    if (status != STORE_OK)
        return status;
    struct store_message_row *rows = arena_alloc(&question->arena, query->limit * sizeof(*rows));
    sqlite3_stmt *row =
        sql__start(sql, SQL_MESSAGES,
                   SQL_VALUES(sql_id(query->player), sql_id(answer->player.id),
                              before_value(query->before), sql_integer((int64_t)query->limit + 1)));
    int result = sql__step(row);
    for (; result == 1 && answer->post.messages_count < query->limit; result = sql__step(row))
        rows[answer->post.messages_count++] = (struct store_message_row){
            .message = sql__column_id(row, 0),
            .is_own = sqlite3_column_int(row, 1) != 0,
            .text = sql__column_text(row, 2, &question->arena),
            .at_ms = sqlite3_column_int64(row, 3),
        };
    sql__end(row);
    answer->post.messages = rows;
    answer->has_more = result == 1;
    return result < 0 ? STORE_UNAVAILABLE : STORE_OK;
}

/* ------------------------------------------------------------------ a part of a thread */

/* A number that may be missing: then `value_out` stays. Returns 0 or -1. */
static int id_read(struct sql_connection *sql, enum sql_statement id,
                   const struct sql_value *values, int count, uint64_t *id_out)
{
    int64_t value = (int64_t)*id_out;
    int found = sql__get_integer(sql, id, values, count, &value);
    *id_out = (uint64_t)value;
    return found < 0 ? -1 : 0;
}

/* The part's ends: the oldest `limit` copies up to `upto`. Returns 0 or -1. */
static int part_read(struct sql_connection *sql, const struct store_query *query,
                     struct store_mail_part *part)
{
    struct sql_value player = sql_id(query->player);
    struct sql_value other = sql_id(part->other);
    bool is_open = query->upto == 0 || query->upto > IDS_END;
    struct sql_value upto = sql_id(is_open ? IDS_END : query->upto);
    uint64_t first = 0;
    uint64_t last = 0;
    if (id_read(sql, SQL_COPY_FIRST, SQL_VALUES(player, other), &first) != 0 ||
        id_read(sql, SQL_COPY_UPTO, SQL_VALUES(player, other, upto), &last) != 0)
        return -1;
    if (last == 0)
        return 0;
    part->first = first;
    part->upto = last;
    if (query->limit > 0 &&
        id_read(sql, SQL_COPY_AT,
                SQL_VALUES(player, other, upto, sql_integer((int64_t)query->limit - 1)),
                &part->upto) != 0)
        return -1;
    part->has_more = part->upto < last;
    return 0;
}

static int single_find(struct sql_connection *sql, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_mail_part *part = &question->answer.post.mail;
    sqlite3_stmt *row =
        sql__start(sql, SQL_COPY_OF_MESSAGE, SQL_VALUES(sql_id(query->player), sql_id(query->id)));
    int result = sql__step(row);
    if (result == 1) {
        part->other = sql__column_id(row, 0);
        part->name = sql__column_text(row, 1, &question->arena);
        part->first = query->id;
        part->upto = query->id;
    }
    sql__end(row);
    return sqlite__status(result);
}

static int thread_find(struct sql_connection *sql, struct work_query *question)
{
    struct store_answer *answer = &question->answer;
    int status = sqlite__answer_player(sql, question);
    if (status != STORE_OK)
        return status;
    answer->post.mail.other = answer->player.id;
    answer->post.mail.name = answer->player.name;
    return part_read(sql, &question->query, &answer->post.mail) == 0 ? STORE_OK : STORE_UNAVAILABLE;
}

int sqlite__answer_mail(struct sql_connection *sql, struct work_query *question)
{
    struct store_mail_part *part = &question->answer.post.mail;
    int64_t unread = 0;
    int status =
        question->query.text != NULL ? thread_find(sql, question) : single_find(sql, question);
    if (status != STORE_OK || part->first == 0)
        return status;
    const struct store_mail mail = {.player = question->query.player,
                                    .other = part->other,
                                    .first = part->first,
                                    .upto = part->upto};
    if (sqlite__unread(sql, &mail, &unread) != 0)
        return STORE_UNAVAILABLE;
    part->unread = (uint64_t)unread;
    return STORE_OK;
}
