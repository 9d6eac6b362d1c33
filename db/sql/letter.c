/* SPDX-License-Identifier: MIT */
/*
 * Letters: sent, read, deleted on one's own side, with the threads that count them; and answers
 * about them.
 */
#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/operation.h"
#include "db/sql/player.h"

/* ------------------------------------------------------------------ writing */

/* One side's copy, and its place in that side's threads. */
static int copy_add(struct sql_writer *writer, uint64_t owner, uint64_t other,
                    const struct store_letter *letter)
{
    bool is_own = owner == letter->sender;
    if (writer__send(writer, SQL_COPY_INSERT,
                     SQL_VALUES(sql_id(owner), sql_id(other), sql_id(letter->id),
                                sql_integer(is_own))) != OP_DONE)
        return OP_REFUSED;
    return writer__send(
        writer, SQL_THREAD_ADD,
        SQL_VALUES(sql_id(owner), sql_id(other), sql_id(letter->id), sql_integer(is_own ? 0 : 1)));
}

int write__letter_send(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_letter *letter = &op->as.letter_send;
    int64_t last = 0;
    if (answer__is_registered(writer->sql, letter->sender) != 1 ||
        answer__is_registered(writer->sql, letter->receiver) != 1 ||
        sql__get_integer(writer->sql, SQL_LETTER_LAST, NULL, 0, &last) < 0 ||
        letter->id <= (uint64_t)last ||
        writer__save(writer, SQL_LETTER_INSERT, FIELDS(letter, letter), FIELDS_ONLY) != OP_DONE ||
        copy_add(writer, letter->sender, letter->receiver, letter) != OP_DONE ||
        copy_add(writer, letter->receiver, letter->sender, letter) != OP_DONE)
        return OP_REFUSED;
    return OP_DONE;
}

/* How many of these copies were not read. Returns 0 or -1. */
static int unread_among(struct sql_connection *sql, const struct store_copies *copies,
                        int64_t *unread_out)
{
    struct sql_value player = sql_id(copies->player);
    struct sql_value other = sql_id(copies->other);
    int64_t read_upto = 0;
    *unread_out = 0;
    int found = sql__get_integer(sql, SQL_THREAD_READ_UPTO, SQL_VALUES(player, other), &read_upto);
    if (found != 1)
        return found;
    return sql__get_integer(sql, SQL_COPIES_UNREAD,
                            SQL_VALUES(player, other, sql_integer((int64_t)copies->first),
                                       sql_id(copies->upto), sql_integer(read_upto)),
                            unread_out) < 0
               ? -1
               : 0;
}

int write__letter_read(struct sql_writer *writer, const struct store_op *op)
{
    struct store_copies copies = op->as.letter_read;
    struct sql_value player = sql_id(copies.player);
    struct sql_value other = sql_id(copies.other);
    int64_t last = 0;
    int64_t unread = 0;
    int found = sql__get_integer(writer->sql, SQL_COPY_UPTO,
                                 SQL_VALUES(player, other, sql_id(copies.upto)), &last);
    if (found != 1)
        return found < 0 ? OP_REFUSED : OP_DONE;
    copies.first = 0;
    copies.upto = (uint64_t)last;
    if (unread_among(writer->sql, &copies, &unread) != 0)
        return OP_REFUSED;
    if (unread > 0 &&
        writer__send(writer, SQL_THREAD_READ,
                     SQL_VALUES(sql_integer(last), sql_integer(unread), player, other)) != OP_DONE)
        return OP_REFUSED;
    return OP_DONE;
}

/* The thread after its copies went: shorter, or none any more. An op_outcome. */
static int thread_shrink(struct sql_writer *writer, const struct store_copies *copies,
                         int64_t unread)
{
    int64_t last = 0;
    struct sql_value player = sql_id(copies->player);
    struct sql_value other = sql_id(copies->other);
    int found = sql__get_integer(writer->sql, SQL_COPY_LAST, SQL_VALUES(player, other), &last);
    if (found < 0)
        return OP_REFUSED;
    return found == 1
               ? writer__send(writer, SQL_THREAD_SHRINK,
                              SQL_VALUES(sql_integer(last), sql_integer(unread), player, other))
               : writer__send(writer, SQL_THREAD_DELETE, SQL_VALUES(player, other));
}

int write__letter_delete(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_copies *copies = &op->as.letter_delete;
    int64_t unread = 0;
    if (unread_among(writer->sql, copies, &unread) != 0 ||
        writer__save(writer, SQL_COPIES_LAST_TEXTS, FIELDS(copies, copies), FIELDS_ONLY) != OP_DONE)
        return OP_REFUSED;
    int gone = fields__put(writer->sql, SQL_COPIES_DELETE, FIELDS(copies, copies), FIELDS_ONLY);
    if (gone < 0 || (gone > 0 && thread_shrink(writer, copies, unread) != OP_DONE))
        return OP_REFUSED;
    return OP_DONE;
}

/* ------------------------------------------------------------------ may somebody write */

static const uint64_t IDS_END = UINT64_C(1) << 60;

/* A cursor: letters before it, or all letters. */
static struct sql_value before_value(uint64_t before)
{
    return sql_id(before == 0 || before > IDS_END ? IDS_END : before);
}

static int between_read(struct sql_connection *sql, const struct store_writer *asked,
                        struct store_may_write *may_write)
{
    struct sql_value player = sql_id(asked->player);
    struct sql_value other = sql_id(may_write->player.id);
    int64_t value = 0;
    int met = sql__get_integer(sql, SQL_HAVE_MET,
                               SQL_VALUES(player, other, sql_text(score_word(SCORE_VOID))), &value);
    int known = sql__get_integer(sql, SQL_THREAD_READ_UPTO, SQL_VALUES(other, player), &value);
    int opening = sql__get_integer(sql, SQL_LETTER_OPENING,
                                   SQL_VALUES(player, sql_integer(STORE_OPENINGS - 1)),
                                   &may_write->last_openings_ms);
    if (met < 0 || known < 0 || opening < 0)
        return -1;
    may_write->have_met = met == 1;
    may_write->is_known = known == 1;
    return 0;
}

int answer__may_write(struct sql_connection *sql, struct work_query *question)
{
    const struct store_writer *asked = &question->query.as.may_write;
    struct store_may_write *may_write = &question->answer.as.may_write;
    int found = player__by_key(sql, asked->name_key, &question->arena, &may_write->player);
    if (found != 1)
        return answer__status(found);
    return between_read(sql, asked, may_write) == 0 ? STORE_OK : STORE_UNAVAILABLE;
}

/* ------------------------------------------------------------------ pages */

int answer__threads(struct sql_connection *sql, struct work_query *question)
{
    const struct store_of_player *asked = &question->query.as.threads;
    return answer__list(question,
                        sql__start(sql, SQL_THREADS,
                                   SQL_VALUES(sql_id(asked->player), before_value(asked->from),
                                              answer__limit(asked->limit))),
                        asked->limit);
}

/* The id and the name of the player with this name key: as sql__step(). */
static int other_find(struct sql_connection *sql, const char *name_key, struct arena *arena,
                      struct store_player *other_out)
{
    return fields__get(sql__start(sql, SQL_PLAYER_BY_NAME, SQL_VALUES(sql_text(name_key))),
                       FIELDS_INTO(player, other_out, arena));
}

int answer__letters(struct sql_connection *sql, struct work_query *question)
{
    const struct store_thread_page *asked = &question->query.as.letters;
    struct store_player other;
    int found = other_find(sql, asked->name_key, &question->arena, &other);
    if (found != 1)
        return answer__status(found);
    question->answer.as.letters.name = other.names.name;
    return answer__list(
        question,
        sql__start(sql, SQL_LETTERS,
                   SQL_VALUES(sql_id(asked->player), sql_id(other.id), before_value(asked->before),
                              answer__limit(asked->limit))),
        asked->limit);
}

/* ------------------------------------------------------------------ a part of a thread */

/* A number that may be missing: then it stays. Returns 0 or -1. */
static int id_read(struct sql_connection *sql, enum sql_statement id,
                   const struct sql_value *values, int count, uint64_t *id_out)
{
    int64_t value = (int64_t)*id_out;
    int found = sql__get_integer(sql, id, values, count, &value);
    *id_out = (uint64_t)value;
    return found < 0 ? -1 : 0;
}

/* The part's ends: the oldest `limit` copies up to `upto`. Returns 0 or -1. */
static int part_read(struct sql_connection *sql, const struct store_thread_span *asked,
                     struct store_thread_part *part)
{
    struct sql_value player = sql_id(asked->player);
    struct sql_value other = sql_id(part->other);
    struct sql_value upto = before_value(asked->upto);
    uint64_t first = 0;
    uint64_t last = 0;
    if (id_read(sql, SQL_COPY_FIRST, SQL_VALUES(player, other), &first) != 0 ||
        id_read(sql, SQL_COPY_UPTO, SQL_VALUES(player, other, upto), &last) != 0)
        return -1;
    if (last == 0)
        return 0;
    part->first = first;
    part->upto = last;
    if (asked->limit > 0 &&
        id_read(sql, SQL_COPY_AT,
                SQL_VALUES(player, other, upto, sql_integer((int64_t)asked->limit - 1)),
                &part->upto) != 0)
        return -1;
    part->has_more = part->upto < last;
    return 0;
}

static int copy_find(struct sql_connection *sql, struct work_query *question)
{
    const struct store_thread_span *asked = &question->query.as.thread_part;
    struct store_thread_part *part = &question->answer.as.thread_part;
    int found = fields__get(sql__start(sql, SQL_COPY_OF_LETTER,
                                       SQL_VALUES(sql_id(asked->player), sql_id(asked->letter))),
                            FIELDS_INTO(thread_part, part, &question->arena));
    part->first = asked->letter;
    part->upto = asked->letter;
    return answer__status(found);
}

static int thread_find(struct sql_connection *sql, struct work_query *question)
{
    const struct store_thread_span *asked = &question->query.as.thread_part;
    struct store_thread_part *part = &question->answer.as.thread_part;
    struct store_player other;
    int found = other_find(sql, asked->name_key, &question->arena, &other);
    if (found != 1)
        return answer__status(found);
    part->other = other.id;
    part->name = other.names.name;
    return part_read(sql, asked, part) == 0 ? STORE_OK : STORE_UNAVAILABLE;
}

int answer__thread_part(struct sql_connection *sql, struct work_query *question)
{
    const struct store_thread_span *asked = &question->query.as.thread_part;
    struct store_thread_part *part = &question->answer.as.thread_part;
    int64_t unread = 0;
    int status = asked->name_key != NULL ? thread_find(sql, question) : copy_find(sql, question);
    if (status != STORE_OK || part->first == 0)
        return status;
    const struct store_copies copies = {
        .player = asked->player, .other = part->other, .first = part->first, .upto = part->upto};
    if (unread_among(sql, &copies, &unread) != 0)
        return STORE_UNAVAILABLE;
    part->unread = (uint64_t)unread;
    return STORE_OK;
}
