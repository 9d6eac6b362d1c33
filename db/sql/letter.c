/* SPDX-License-Identifier: MIT */
/*
 * The SQLite writer's messages: sent, read, deleted on one's own side, with the threads that count
 * them. Inside the writer's transaction, on its thread.
 */
#include "db/sql/private.h"

/* 1 for a registered player, 0 for others, -1 if the database failed. */
static int is_registered(struct sqlite_writer *writer, uint64_t player)
{
    int64_t kind = PLAYER_GUEST;
    int found = sql__get_integer(&writer->sql, SQL_PLAYER_KIND, SQL_VALUES(sql_id(player)), &kind);
    return found < 0 ? -1 : found == 1 && kind == PLAYER_REGISTERED;
}

/* One side's copy, and its place in that side's threads. */
static int copy_add(struct sqlite_writer *writer, uint64_t owner, uint64_t other,
                    const struct store_message *message)
{
    bool is_own = owner == message->from;
    if (sql__run(&writer->sql, SQL_COPY_INSERT,
                 SQL_VALUES(sql_id(owner), sql_id(other), sql_id(message->id),
                            sql_integer(is_own))) != 1)
        return -1;
    return sql__run(&writer->sql, SQL_THREAD_ADD,
                    SQL_VALUES(sql_id(owner), sql_id(other), sql_id(message->id),
                               sql_integer(is_own ? 0 : 1))) == 1
               ? 0
               : -1;
}

int sqlite__message_send(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_message *message = &op->as.message;
    struct sql_value nonce = message->nonce[0] != '\0' ? sql_text(message->nonce) : sql_null();
    int64_t last = 0;
    if (is_registered(writer, message->from) != 1 || is_registered(writer, message->to) != 1 ||
        sql__get_integer(&writer->sql, SQL_MESSAGE_LAST, NULL, 0, &last) < 0 ||
        message->id <= (uint64_t)last)
        return OP_REFUSED;
    if (sql__run(&writer->sql, SQL_MESSAGE_INSERT,
                 SQL_VALUES(sql_id(message->id), sql_id(message->from), sql_id(message->to),
                            sql_text(message->text), sql_integer(message->at_ms), nonce,
                            sql_integer(message->is_opening))) != 1)
        return OP_REFUSED;
    if (copy_add(writer, message->from, message->to, message) != 0 ||
        copy_add(writer, message->to, message->from, message) != 0)
        return OP_REFUSED;
    return OP_DONE;
}

int sqlite__unread(struct sql_connection *sql, const struct store_mail *mail, int64_t *unread_out)
{
    int64_t read_upto = 0;
    *unread_out = 0;
    int found = sql__get_integer(sql, SQL_THREAD_READ_UPTO,
                                 SQL_VALUES(sql_id(mail->player), sql_id(mail->other)), &read_upto);
    if (found != 1)
        return found;
    return sql__get_integer(sql, SQL_COPIES_UNREAD,
                            SQL_VALUES(sql_id(mail->player), sql_id(mail->other),
                                       sql_integer((int64_t)mail->first), sql_id(mail->upto),
                                       sql_integer(read_upto)),
                            unread_out) < 0
               ? -1
               : 0;
}

int sqlite__unread_of(struct sql_connection *sql, uint64_t player, uint64_t *unread_out)
{
    int64_t unread = 0;
    int found = sql__get_integer(sql, SQL_UNREAD_OF, SQL_VALUES(sql_id(player)), &unread);
    *unread_out = (uint64_t)unread;
    return found == 1 ? 0 : -1;
}

int sqlite__message_read(struct sqlite_writer *writer, const struct store_op *op)
{
    struct store_mail mail = op->as.mail;
    int64_t last = 0;
    int64_t unread = 0;
    int found = sql__get_integer(
        &writer->sql, SQL_COPY_UPTO,
        SQL_VALUES(sql_id(mail.player), sql_id(mail.other), sql_id(mail.upto)), &last);
    if (found != 1)
        return found < 0 ? OP_REFUSED : OP_DONE;
    mail.first = 0;
    mail.upto = (uint64_t)last;
    if (sqlite__unread(&writer->sql, &mail, &unread) != 0)
        return OP_REFUSED;
    if (unread > 0 && sql__run(&writer->sql, SQL_THREAD_READ,
                               SQL_VALUES(sql_integer(last), sql_integer(unread),
                                          sql_id(mail.player), sql_id(mail.other))) != 1)
        return OP_REFUSED;
    return OP_DONE;
}

/* The thread after its copies went: shorter, or none any more. Returns 0 or -1. */
static int thread_shrink(struct sqlite_writer *writer, const struct store_mail *mail,
                         int64_t unread)
{
    int64_t last = 0;
    struct sql_value player = sql_id(mail->player);
    struct sql_value other = sql_id(mail->other);
    int found = sql__get_integer(&writer->sql, SQL_COPY_LAST, SQL_VALUES(player, other), &last);
    int changed = -1;
    if (found == 1)
        changed = sql__run(&writer->sql, SQL_THREAD_SHRINK,
                           SQL_VALUES(sql_integer(last), sql_integer(unread), player, other));
    else if (found == 0)
        changed = sql__run(&writer->sql, SQL_THREAD_DELETE, SQL_VALUES(player, other));
    return changed == 1 ? 0 : -1;
}

int sqlite__message_delete(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_mail *mail = &op->as.mail;
    int64_t unread = 0;
    struct sql_value player = sql_id(mail->player);
    struct sql_value other = sql_id(mail->other);
    struct sql_value first = sql_integer((int64_t)mail->first);
    struct sql_value upto = sql_id(mail->upto);
    if (sqlite__unread(&writer->sql, mail, &unread) != 0 ||
        sql__run(&writer->sql, SQL_COPIES_LAST_TEXTS, SQL_VALUES(player, other, first, upto)) < 0)
        return OP_REFUSED;
    int gone = sql__run(&writer->sql, SQL_COPIES_DELETE, SQL_VALUES(player, other, first, upto));
    if (gone < 0 || (gone > 0 && thread_shrink(writer, mail, unread) != 0))
        return OP_REFUSED;
    return OP_DONE;
}
