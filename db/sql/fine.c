/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine in SQLite: each month is a handful of statements over all ratings of a variant,
 * so that it takes seconds for a million of them. Inside the writer's transaction, on its thread;
 * the answer at the end on the reader's.
 */
#include <string.h>

#include "db/fine.h"
#include "db/sql/private.h"

/* As large as a block is after it was split (db/sql/rating.c): there is room to grow. */
#define BLOCK_PLAYERS 512

int sqlite__settled_month(struct sql_connection *sql, int *month_out)
{
    int64_t month = 0;
    int found = sql__get_integer(sql, SQL_FINED_MONTH, NULL, 0, &month);
    *month_out = (int)month;
    return found < 0 ? -1 : 0;
}

int sqlite__rating_active(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_active *active = &op->as.active;
    int changed =
        sql__run(&writer->sql, SQL_RATING_ACTIVE,
                 SQL_VALUES(sql_integer((int64_t)fine_bit(active->month)), sql_id(active->player),
                            sql_text(variant_get(active->variant)->key)));
    return changed == 1 ? OP_DONE : OP_REFUSED;
}

/* ------------------------------------------------------------------ a month */

/* The ledger first, while the points are still those before. Returns how many were fined, or -1. */
static int points_take(struct sqlite_writer *writer, const char *variant,
                       const struct store_fine *fine)
{
    char month[FINE_MONTH_SIZE];
    struct sql_value bit = sql_integer((int64_t)fine_bit(fine->month));
    fine_month_text(fine->month, month);
    int noted = sql__run(&writer->sql, SQL_FINE_LEDGER,
                         SQL_VALUES(sql_text(month), sql_integer(FINE_POINTS),
                                    sql_integer(STORE_POINTS_FLOOR), sql_integer(fine->at_ms),
                                    sql_text(variant), sql_integer(fine->month), bit,
                                    sql_integer(fine->at_ms)));
    if (noted < 0)
        return -1;
    int taken = sql__run(&writer->sql, SQL_FINE_POINTS,
                         SQL_VALUES(sql_integer(FINE_POINTS), sql_integer(STORE_POINTS_FLOOR),
                                    sql_text(variant), sql_integer(fine->month), bit,
                                    sql_integer(fine->at_ms)));
    return taken == noted ? taken : -1;
}

/* Moving the counts one by one would take longer than counting everybody again. */
static int counts_renew(struct sqlite_writer *writer, const char *variant)
{
    if (sql__run(&writer->sql, SQL_COUNT_CLEAR, SQL_VALUES(sql_text(variant))) < 0 ||
        sql__run(&writer->sql, SQL_COUNT_FILL,
                 SQL_VALUES(sql_integer(BLOCK_PLAYERS), sql_text(variant))) < 0)
        return -1;
    return cache__counts_read(&writer->cache, &writer->sql);
}

static int variant_fine(struct sqlite_writer *writer, const char *variant,
                        const struct store_fine *fine, uint64_t bits_kept)
{
    int fined = points_take(writer, variant, fine);
    if (fined < 0)
        return -1;
    if (sql__run(&writer->sql, SQL_FINE_MONTHS_GONE,
                 SQL_VALUES(sql_integer((int64_t)bits_kept), sql_text(variant))) < 0)
        return -1;
    return fined == 0 ? 0 : counts_renew(writer, variant);
}

int sqlite__fine(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_fine *fine = &op->as.fine;
    int settled = 0;
    if (sqlite__settled_month(&writer->sql, &settled) != 0)
        return OP_REFUSED;
    if (fine->month <= settled)
        return OP_CONFLICT;
    uint64_t bits_kept = fine_bits_kept(settled, fine->month);
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const struct variant *variant = variant_get((enum variant_id)i);
        if (variant->is_fined && variant_fine(writer, variant->key, fine, bits_kept) != 0)
            return OP_REFUSED;
    }
    int changed = sql__run(&writer->sql, SQL_FINED_MONTH_SET, SQL_VALUES(sql_integer(fine->month)));
    return changed == 1 ? OP_DONE : OP_REFUSED;
}

/* ------------------------------------------------------------------ what somebody was fined */

static bool row_fine(sqlite3_stmt *row, struct store_fine_row *fine_out)
{
    const char *month = (const char *)sqlite3_column_text(row, 1);
    int variant = sql__column_variant(row, 0);
    if (variant < 0 || month == NULL)
        return false;
    *fine_out = (struct store_fine_row){
        .variant = (enum variant_id)variant,
        .month = fine_month_parse(month),
        .before = sqlite3_column_int(row, 2),
        .after = sqlite3_column_int(row, 3),
        .at_ms = sqlite3_column_int64(row, 4),
    };
    return true;
}

/* Rows that grow in an arena. */
static void fines_add(struct work_query *question, size_t *cap, const struct store_fine_row *fine)
{
    struct store_answer *answer = &question->answer;
    struct store_fine_row *rows = (struct store_fine_row *)answer->fines;
    if (answer->fines_count == *cap) {
        *cap = *cap == 0 ? 16 : *cap * 2;
        rows = arena_alloc(&question->arena, *cap * sizeof(*rows));
        if (answer->fines_count > 0)
            memcpy(rows, answer->fines, answer->fines_count * sizeof(*rows));
    }
    rows[answer->fines_count++] = *fine;
    answer->fines = rows;
}

/* The statement gives one more than asked for: it tells whether there are more. */
static int fines_read(sqlite3_stmt *row, struct work_query *question)
{
    struct store_answer *answer = &question->answer;
    size_t cap = 0;
    int result = sql__step(row);
    for (; result == 1 && answer->fines_count < question->query.limit; result = sql__step(row)) {
        struct store_fine_row fine;
        if (!row_fine(row, &fine)) {
            result = -1;
            break;
        }
        fines_add(question, &cap, &fine);
    }
    answer->has_more = result == 1;
    sql__end(row);
    return result < 0 ? STORE_UNAVAILABLE : STORE_OK;
}

int sqlite__answer_fines(struct sql_connection *sql, struct work_query *question)
{
    const struct store_query *query = &question->query;
    int64_t before = query->from == 0 ? 0 : (int64_t)((query->from - 1) & INT64_MAX);
    int exists = sqlite__player_exists(sql, query->player);
    if (exists != 1)
        return sqlite__status(exists);
    return fines_read(
        sql__start(sql, SQL_FINES_OF_PLAYER,
                   SQL_VALUES(sql_id(query->player), sql_integer((int64_t)query->limit + 1),
                              sql_integer(before))),
        question);
}
