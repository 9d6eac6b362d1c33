/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine: each month is a handful of statements over all ratings of a variant, so that it
 * takes seconds for a million of them.
 */
#include "db/sql/fine.h"

#include "db/fine.h"
#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/operation.h"
#include "db/sql/rating.h"

/* As large as a block is after it was split (db/sql/rating.c): there is room to grow. */
#define BLOCK_PLAYERS 512

int fine__rated_month(struct sql_connection *sql, int *month_out)
{
    *month_out = 0;
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const struct variant *variant = variant_get((enum variant_id)i);
        int64_t month = 0;
        if (!variant->is_fined)
            continue;
        if (sql__get_integer(sql, SQL_RATED_MONTH, SQL_VALUES(sql_text(variant->key)), &month) < 0)
            return -1;
        if (month > 0 && (*month_out == 0 || month < *month_out))
            *month_out = (int)month;
    }
    return 0;
}

/* ------------------------------------------------------------------ a month */

/* Returns how many players are told of a fine, or -1. */
static int memos_add(struct sql_writer *writer, const char *variant, const struct store_fine *fine,
                     const char *month)
{
    return sql__run(
        writer->sql, SQL_FINE_MEMOS,
        SQL_VALUES(sql_id(fine->memo), sql_integer(fine->at_ms), sql_integer(MEMO_FINED),
                   sql_integer(FINE_POINTS), sql_integer(STORE_POINTS_FLOOR), sql_text(month),
                   sql_text(variant), sql_integer(fine->month),
                   sql_integer((int64_t)fine_bit(fine->month)), sql_integer(fine->fell_ms)));
}

/* The ledger and memos first, while the points are still those before. Returns how many were fined,
 * or -1. */
static int points_take(struct sql_writer *writer, const char *variant,
                       const struct store_fine *fine)
{
    char month[FINE_MONTH_SIZE];
    struct sql_value bit = sql_integer((int64_t)fine_bit(fine->month));
    fine_month_text(fine->month, month);
    int noted = sql__run(writer->sql, SQL_FINE_LEDGER,
                         SQL_VALUES(sql_text(month), sql_integer(FINE_POINTS),
                                    sql_integer(STORE_POINTS_FLOOR), sql_integer(fine->at_ms),
                                    sql_text(variant), sql_integer(fine->month), bit,
                                    sql_integer(fine->fell_ms)));
    if (noted < 0 || memos_add(writer, variant, fine, month) != noted)
        return -1;
    int taken = sql__run(writer->sql, SQL_FINE_POINTS,
                         SQL_VALUES(sql_integer(FINE_POINTS), sql_integer(STORE_POINTS_FLOOR),
                                    sql_text(variant), sql_integer(fine->month), bit,
                                    sql_integer(fine->fell_ms)));
    return taken == noted ? taken : -1;
}

/* Moving the counts one by one would take longer than counting everybody again. */
static int counts_renew(struct sql_writer *writer, const char *variant)
{
    if (writer__send(writer, SQL_COUNT_CLEAR, SQL_VALUES(sql_text(variant))) != OP_DONE ||
        writer__send(writer, SQL_COUNT_FILL,
                     SQL_VALUES(sql_integer(BLOCK_PLAYERS), sql_text(variant))) != OP_DONE)
        return -1;
    return cache__counts_read(&writer->cache, writer->sql);
}

/* Of ratings that their players got before `since_month`. */
static int months_clear(struct sql_writer *writer, const char *variant, uint64_t bits_kept,
                        int64_t since_month)
{
    return sql__run(
        writer->sql, SQL_FINE_MONTHS_GONE,
        SQL_VALUES(sql_integer((int64_t)bits_kept), sql_text(variant), sql_integer(since_month)));
}

static int variant_fine(struct sql_writer *writer, const char *variant,
                        const struct store_fine *fine, int settled)
{
    int fined = points_take(writer, variant, fine);
    int month = fine->month;
    if (fined < 0 ||
        months_clear(writer, variant, fine_bits_kept(settled, month, month), INT64_MAX) < 0)
        return -1;
    if (settled == 0 &&
        months_clear(writer, variant, fine_bits_kept(settled, month, month - 1), month) < 0)
        return -1;
    return fined == 0 ? 0 : counts_renew(writer, variant);
}

int write__fine(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_fine *fine = &op->as.fine;
    int settled = 0;
    if (rating__settled_month(writer->sql, &settled) != 0)
        return OP_REFUSED;
    if (fine->month <= settled)
        return OP_CONFLICT;
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const struct variant *variant = variant_get((enum variant_id)i);
        if (variant->is_fined && variant_fine(writer, variant->key, fine, settled) != 0)
            return OP_REFUSED;
    }
    if (writer__send(writer, SQL_FINE_MOVES_GONE, SQL_VALUES(sql_integer(fine->month))) != OP_DONE)
        return OP_REFUSED;
    if (writer__send(writer, SQL_FINE_MEMOS_SWEEP, SQL_VALUES(sql_integer(STORE_MEMOS_MAX))) !=
        OP_DONE)
        return OP_REFUSED;
    return writer__send(writer, SQL_FINED_MONTH_SET, SQL_VALUES(sql_integer(fine->month)));
}

/* ------------------------------------------------------------------ moves that avert one */

int write__rating_active(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_activity *activity = &op->as.rating_active;
    int settled = 0;
    if (rating__settled_month(writer->sql, &settled) != 0)
        return OP_REFUSED;
    int month = fine_playing_month(settled, activity->month);
    if (!fine_counts_moves(settled, month))
        return OP_DONE;
    struct sql_value player = sql_id(activity->player);
    struct sql_value variant = sql_variant(activity->variant);
    int changed = sql__run(writer->sql, SQL_RATING_ACTIVE,
                           SQL_VALUES(sql_integer((int64_t)fine_bit(month)), player, variant));
    if (changed == 1)
        changed = sql__run(writer->sql, SQL_FINE_MOVE_ADD,
                           SQL_VALUES(player, variant, sql_integer(month), sql_id(activity->game)));
    return changed < 0 ? OP_REFUSED : OP_DONE;
}

int fine__moves_forget(struct sql_writer *writer, uint64_t player, enum variant_id variant,
                       uint64_t game, uint64_t *months_out)
{
    *months_out = 0;
    if (writer__send(writer, SQL_FINE_MOVES_OF_GAME,
                     SQL_VALUES(sql_id(player), sql_variant(variant), sql_id(game))) != OP_DONE)
        return -1;
    struct sql_row row = sql__start(writer->sql, SQL_FINE_MOVE_MONTHS,
                                    SQL_VALUES(sql_id(player), sql_variant(variant)));
    int result;
    while ((result = sql__step(&row)) == 1)
        *months_out |= fine_bit((int)sql__column(&row, 0));
    sql__end(&row);
    return result;
}

int fine__break_off(struct sql_writer *writer, uint64_t player, enum variant_id variant,
                    uint64_t game)
{
    struct rating_now now;
    uint64_t months = 0;
    if (rating__get(writer, player, variant, &now) != OP_DONE)
        return OP_REFUSED;
    if (now.rating.games == 0)
        return OP_DONE;
    if (fine__moves_forget(writer, player, variant, game, &months) != 0)
        return OP_REFUSED;
    now.rating.active_months &= months;
    if (writer__send(writer, SQL_RATING_MONTHS,
                     SQL_VALUES(sql_integer((int64_t)now.rating.active_months), sql_id(player),
                                sql_variant(variant))) != OP_DONE)
        return OP_REFUSED;
    writer__note_moved(
        writer,
        &(struct store_moved){.player = player, .before = now.rating.points, .after = now.rating});
    return OP_DONE;
}

/* ------------------------------------------------------------------ what somebody was fined */

int answer__fines(struct sql_connection *sql, struct work_query *question)
{
    const struct store_of_player *asked = &question->query.as.fines;
    int64_t before = asked->from == 0 ? 0 : (int64_t)((asked->from - 1) & INT64_MAX);
    return answer__list(question,
                        sql__start(sql, SQL_FINES_OF_PLAYER,
                                   SQL_VALUES(sql_id(asked->player), answer__limit(asked->limit),
                                              sql_integer(before))),
                        asked->limit);
}
