/* SPDX-License-Identifier: MIT */
/*
 * Order in SQLite: acts of those who keep it, and reports; what the writer does for them, and the
 * reader's answers. Each function runs inside the transaction, on
 * the thread, of its connection.
 */
#include "db/sql/private.h"

_Static_assert(MOD_MUTE == 0 && MOD_UNMUTE == 1 && MOD_BAN == 2 && MOD_UNBAN == 3 &&
                   MOD_RENAME == 4 && MOD_CLOSE_ROOM == 5 && MOD_RESET_PASSWORD == 6 &&
                   MOD_ROLE == 7 && MOD_RESOLVE == 8,
               "these numbers are stored");

/* ------------------------------------------------------------------ writing */

static int rename_player(struct sqlite_writer *writer, const struct store_mod_action *act)
{
    int64_t kind = 0;
    int64_t other = 0;
    if (sql__get_integer(&writer->sql, SQL_PLAYER_KIND, SQL_VALUES(sql_id(act->player)), &kind) !=
            1 ||
        kind != PLAYER_REGISTERED)
        return OP_REFUSED;
    int taken = sql__get_integer(&writer->sql, SQL_PLAYER_NAMES_TAKEN,
                                 SQL_VALUES(sql_text(act->renamed.name_key),
                                            sql_text(act->renamed.skeleton), sql_id(act->player)),
                                 &other);
    if (taken != 0)
        return taken < 0 ? OP_REFUSED : OP_CONFLICT;
    int changed = sql__run(&writer->sql, SQL_PLAYER_RENAME,
                           SQL_VALUES(sql_text(act->renamed.name), sql_text(act->renamed.name_key),
                                      sql_text(act->renamed.skeleton), sql_id(act->player)));
    return changed == 1 ? OP_DONE : OP_REFUSED;
}

static int judge_report(struct sqlite_writer *writer, const struct store_mod_action *act)
{
    int changed = sql__run(&writer->sql, SQL_REPORT_JUDGE,
                           SQL_VALUES(sql_integer(act->verdict), sql_integer(act->report)));
    if (changed < 0)
        return OP_REFUSED;
    return changed == 1 ? OP_DONE : OP_CONFLICT;
}

int sqlite__mod_action(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_mod_action *act = &op->as.mod;
    int outcome = OP_DONE;
    if (act->act == MOD_RENAME)
        outcome = rename_player(writer, act);
    else if (act->act == MOD_RESOLVE)
        outcome = judge_report(writer, act);
    if (outcome != OP_DONE)
        return outcome;
    int changed = sql__run(&writer->sql, SQL_MOD_INSERT,
                           SQL_VALUES(sql_integer(act->at_ms), sql_integer(act->act),
                                      sql_id(act->by), sql_id(act->player), sql_id(act->room),
                                      sql_id((uint64_t)act->report), sql_integer(act->until_ms),
                                      sql_text(act->reason), sql_text(act->detail)));
    return changed == 1 ? OP_DONE : OP_REFUSED;
}

int sqlite__report_add(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_report *report = &op->as.report;
    int64_t found = 0;
    int same = sql__get_integer(
        &writer->sql, SQL_REPORT_SAME,
        SQL_VALUES(sql_id(report->by), sql_id(report->player), sql_integer((int64_t)report->game)),
        &found);
    if (same != 0)
        return same < 0 ? OP_REFUSED : OP_ALREADY;
    if (sql__get_integer(&writer->sql, SQL_REPORTS_OPEN_OF, SQL_VALUES(sql_id(report->by)),
                         &found) != 1)
        return OP_REFUSED;
    if (found >= STORE_REPORTS_OPEN_MAX)
        return OP_CONFLICT;
    int changed = sql__run(&writer->sql, SQL_REPORT_INSERT,
                           SQL_VALUES(sql_integer(report->at_ms), sql_id(report->by),
                                      sql_id(report->player), sql_id(report->game),
                                      sql_integer(report->complaint), sql_text(report->text)));
    return changed == 1 ? OP_DONE : OP_REFUSED;
}

/* ------------------------------------------------------------------ reading */

int sqlite__answer_reports(struct sql_connection *sql, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    struct store_report *rows = arena_alloc(&question->arena, query->limit * sizeof(*rows));
    sqlite3_stmt *row = sql__start(sql, SQL_REPORTS_OPEN,
                                   SQL_VALUES(sql_integer((int64_t)(query->from & INT64_MAX)),
                                              sql_integer((int64_t)query->limit + 1)));
    int result = sql__step(row);
    for (; result == 1 && answer->reports_count < query->limit; result = sql__step(row))
        rows[answer->reports_count++] = (struct store_report){
            .n = sqlite3_column_int64(row, 0),
            .at_ms = sqlite3_column_int64(row, 1),
            .by = sql__column_id(row, 2),
            .player = sql__column_id(row, 3),
            .game = sql__column_id(row, 4),
            .complaint = sqlite3_column_int(row, 5),
            .text = sql__column_text(row, 6, &question->arena),
            .by_name = sql__column_text(row, 7, &question->arena),
            .player_name = sql__column_text(row, 8, &question->arena),
        };
    answer->has_more = result == 1;
    answer->reports = rows;
    sql__end(row);
    return result < 0 ? STORE_UNAVAILABLE : STORE_OK;
}

static sqlite3_stmt *acts_start(struct sql_connection *sql, const struct store_query *query)
{
    int64_t from = query->from == 0 ? INT64_MAX : (int64_t)(query->from & INT64_MAX);
    int64_t limit = (int64_t)query->limit + 1;
    if (query->player == 0)
        return sql__start(sql, SQL_MOD_LOG, SQL_VALUES(sql_integer(from), sql_integer(limit)));
    return sql__start(sql, SQL_MOD_LOG_OF,
                      SQL_VALUES(sql_id(query->player), sql_integer(from), sql_integer(limit)));
}

static struct store_mod_action act_of(sqlite3_stmt *row, struct arena *arena)
{
    return (struct store_mod_action){
        .n = sqlite3_column_int64(row, 0),
        .at_ms = sqlite3_column_int64(row, 1),
        .act = (enum mod_act)sqlite3_column_int(row, 2),
        .by = sql__column_id(row, 3),
        .player = sql__column_id(row, 4),
        .room = sql__column_id(row, 5),
        .report = sqlite3_column_int64(row, 6),
        .until_ms = sqlite3_column_int64(row, 7),
        .reason = sql__column_text(row, 8, arena),
        .detail = sql__column_text(row, 9, arena),
        .by_name = sql__column_text(row, 10, arena),
        .player_name = sql__column_text(row, 11, arena),
    };
}

int sqlite__answer_acts(struct sql_connection *sql, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    struct store_mod_action *rows = arena_alloc(&question->arena, query->limit * sizeof(*rows));
    sqlite3_stmt *row = acts_start(sql, query);
    int result = sql__step(row);
    for (; result == 1 && answer->acts_count < query->limit; result = sql__step(row))
        rows[answer->acts_count++] = act_of(row, &question->arena);
    answer->has_more = result == 1;
    answer->acts = rows;
    sql__end(row);
    return result < 0 ? STORE_UNAVAILABLE : STORE_OK;
}

int sqlite__answer_sanctions(struct sql_connection *sql, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    struct store_sanction *rows = arena_alloc(&question->arena, query->limit * sizeof(*rows));
    sqlite3_stmt *row = sql__start(sql, SQL_SANCTIONS,
                                   SQL_VALUES(sql_integer(query->at_ms), sql_integer(query->at_ms),
                                              sql_integer((int64_t)query->player),
                                              sql_integer((int64_t)query->limit + 1)));
    int result = sql__step(row);
    for (; result == 1 && answer->sanctions_count < query->limit; result = sql__step(row))
        rows[answer->sanctions_count++] = (struct store_sanction){
            .player = sql__column_id(row, 0),
            .name = sql__column_text(row, 1, &question->arena),
            .banned_until_ms = sqlite3_column_int64(row, 2),
            .ban_reason = sql__column_text(row, 3, &question->arena),
            .muted_until_ms = sqlite3_column_int64(row, 4),
            .mute_reason = sql__column_text(row, 5, &question->arena),
        };
    answer->has_more = result == 1;
    answer->sanctions = rows;
    sql__end(row);
    return result < 0 ? STORE_UNAVAILABLE : STORE_OK;
}
