/* SPDX-License-Identifier: MIT */
/*
 * Moderation: acts of moderators, and reports.
 */
#include "db/sql/annul.h"
#include "db/sql/answer.h"
#include "db/sql/appeal.h"
#include "db/sql/fields.h"
#include "db/sql/memo.h"
#include "db/sql/operation.h"
#include "db/sql/player.h"

_Static_assert(MOD_MUTE == 0 && MOD_UNMUTE == 1 && MOD_BAN == 2 && MOD_UNBAN == 3 &&
                   MOD_RENAME == 4 && MOD_CLOSE_ROOM == 5 && MOD_RESET_PASSWORD == 6 &&
                   MOD_ROLE == 7 && MOD_RESOLVE == 8 && MOD_CLEAR_PROFILE == 9 &&
                   MOD_ACCOUNTS == 10 && MOD_ANNUL == 11 && MOD_WARN == 12 && MOD_NOTE == 13,
               "these numbers are stored");

_Static_assert(MOD_RELATED == 14 && MOD_BAN_ORIGIN == 15 && MOD_UNBAN_ORIGIN == 16, "and these");

/* ------------------------------------------------------------------ writing */

/* Tells the one who reported what became of it; nobody if that account is gone. */
static int tell_reporter(struct sql_writer *writer, const struct store_act *act)
{
    int64_t by = 0;
    int64_t about = 0;
    struct sql_value report = sql_integer(act->report);
    if (sql__get_integer(writer->sql, SQL_REPORT_ABOUT, SQL_VALUES(report), &about) != 1)
        return OP_REFUSED;
    int found = sql__get_integer(writer->sql, SQL_REPORT_BY, SQL_VALUES(report), &by);
    const struct store_memo memo = {.player = (uint64_t)by,
                                    .id = act->memo,
                                    .at_ms = act->at_ms,
                                    .kind = MEMO_REPORT_JUDGED,
                                    .about = (uint64_t)about,
                                    .number = act->verdict,
                                    .text = ""};
    if (found < 0)
        return OP_REFUSED;
    return found == 1 ? memo__add(writer, &memo) : OP_DONE;
}

static int judge_report(struct sql_writer *writer, const struct store_act *act)
{
    int changed = sql__run(writer->sql, SQL_REPORT_JUDGE,
                           SQL_VALUES(sql_integer(act->verdict), sql_integer(act->report)));
    if (changed < 0)
        return OP_REFUSED;
    return changed == 1 ? tell_reporter(writer, act) : OP_CONFLICT;
}

static int tell_warned(struct sql_writer *writer, const struct store_act *act)
{
    const struct store_memo memo = {.player = act->player,
                                    .id = act->memo,
                                    .at_ms = act->at_ms,
                                    .kind = MEMO_WARNING,
                                    .text = act->reason};
    return memo__add(writer, &memo);
}

int write__act(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_act *act = &op->as.act;
    int outcome = OP_DONE;
    if (act->act == MOD_RENAME)
        outcome = player__rename(writer, act->player, act->renamed, act->hashes);
    else if (act->act == MOD_RESOLVE)
        outcome = judge_report(writer, act);
    else if (act->act == MOD_ACCOUNTS)
        outcome = player__register_all(writer, act->accounts, act->accounts_count);
    else if (act->act == MOD_ANNUL)
        outcome = annul__games(writer, act);
    else if (act->act == MOD_ANSWER)
        outcome = appeal__judge(writer, act);
    else if (act->act == MOD_WARN)
        outcome = tell_warned(writer, act);
    if (outcome != OP_DONE)
        return outcome;
    return writer__one_row(fields__put(writer->sql, SQL_ACT_INSERT, STORED_act, act, FIELDS_ONLY));
}

int write__report_add(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_report *report = &op->as.report_add;
    int64_t found = 0;
    int same = sql__get_integer(
        writer->sql, SQL_REPORT_SAME,
        SQL_VALUES(sql_id(report->by), sql_id(report->player), sql_integer((int64_t)report->game)),
        &found);
    if (same != 0)
        return same < 0 ? OP_REFUSED : OP_ALREADY;
    if (sql__get_integer(writer->sql, SQL_REPORTS_OPEN_OF, SQL_VALUES(sql_id(report->by)),
                         &found) != 1)
        return OP_REFUSED;
    if (found >= report->most)
        return OP_CONFLICT;
    return writer__one_row(
        fields__put(writer->sql, SQL_REPORT_INSERT, STORED_report, report, FIELDS_ONLY));
}

/* ------------------------------------------------------------------ reading */

int answer__reports(struct sql_connection *sql, struct work_query *question)
{
    const struct store_report_page *asked = &question->query.as.reports;
    return answer__list(
        question,
        sql__start(sql, SQL_REPORTS_OPEN,
                   SQL_VALUES(sql_integer((int64_t)(asked->from & INT64_MAX)),
                              sql_integer((int64_t)asked->judge), sql_integer(asked->below),
                              answer__limit(asked->limit))),
        asked->limit);
}

static struct sql_row acts_start(struct sql_connection *sql, const struct store_act_page *asked)
{
    struct sql_value from =
        sql_integer(asked->from == 0 ? INT64_MAX : (int64_t)(asked->from & INT64_MAX));
    struct sql_value reader = sql_integer((int64_t)asked->reader);
    struct sql_value below = sql_integer(asked->below);
    struct sql_value limit = answer__limit(asked->limit);
    if (asked->player == 0)
        return sql__start(sql, SQL_ACTS, SQL_VALUES(from, reader, below, limit));
    return sql__start(sql, SQL_ACTS_ON,
                      SQL_VALUES(sql_id(asked->player), from, reader, below, limit));
}

int answer__player_file(struct sql_connection *sql, struct work_query *question)
{
    struct store_player_file *file = &question->answer.as.player_file;
    struct sql_value player = sql_id(question->query.as.player_file.id);
    int64_t is_seen = 0;
    if (sql__get_integer(sql, SQL_WARNINGS_OF, SQL_VALUES(player), &file->warnings) != 1 ||
        sql__get_integer(sql, SQL_WARNING_SEEN, SQL_VALUES(player), &is_seen) < 0)
        return STORE_UNAVAILABLE;
    file->is_warning_seen = is_seen != 0;
    return answer__list(
        question, sql__start(sql, SQL_NOTES_ON, SQL_VALUES(player, answer__limit(STORE_NOTES_MAX))),
        STORE_NOTES_MAX);
}

int answer__acts(struct sql_connection *sql, struct work_query *question)
{
    const struct store_act_page *asked = &question->query.as.acts;
    return answer__list(question, acts_start(sql, asked), asked->limit);
}

int answer__sanctions(struct sql_connection *sql, struct work_query *question)
{
    const struct store_sanction_page *asked = &question->query.as.sanctions;
    struct sql_value at_ms = sql_integer(asked->at_ms);
    return answer__list(question,
                        sql__start(sql, SQL_SANCTIONS,
                                   SQL_VALUES(at_ms, at_ms, sql_integer((int64_t)asked->after),
                                              answer__limit(asked->limit))),
                        asked->limit);
}
