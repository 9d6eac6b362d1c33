/* SPDX-License-Identifier: MIT */
/*
 * Reports: stored while they are open, folded into cases and weighed when they are read, judged by
 * an act.
 */
#include "db/sql/report.h"

#include "base/memory.h"
#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/memo.h"
#include "db/sql/operation.h"
#include "db/sql/table.h"

_Static_assert(STORE_LIAR_REPORTS == 5, "IS_LIAR has this number");

/* How many of a case's first reports a new one is compared with. */
#define FIRST_REPORTS 100

/* ------------------------------------------------------------------ lines of reports */

/* The lines of a report that was inserted last. */
static int lines_add(struct sql_writer *writer, const struct store_report *report)
{
    int outcome = OP_DONE;
    for (size_t i = 0; i < report->lines_count && outcome == OP_DONE; i++)
        outcome = writer__save(writer, SQL_REPORT_LINE_INSERT,
                               FIELDS(line_place, &report->lines[i]), FIELDS_ONLY);
    return outcome;
}

static void note(struct sql_writer *writer, const struct store_line_place *line)
{
    if (writer->hidden_count == writer->hidden_cap) {
        writer->hidden_cap = writer->hidden_cap == 0 ? 4 : 2 * writer->hidden_cap;
        writer->hidden = mem_grow(writer->hidden, writer->hidden_cap * sizeof(*writer->hidden));
    }
    writer->hidden[writer->hidden_count++] = *line;
}

/* Hides those lines that the report carries, and that the one reported said; notes in
 * writer->hidden which ones were not hidden before. */
static int lines_hide(struct sql_writer *writer, int64_t report)
{
    size_t first = writer->hidden_count;
    struct store_line_place line;
    struct sql_row row =
        sql__start(writer->sql, SQL_REPORT_LINES_OPEN, SQL_VALUES(sql_integer(report)));
    int result;
    while ((result = sql__step(&row)) == 1 && fields__read(&row, STORED_line_place, &line, NULL))
        note(writer, &line);
    sql__end(&row);
    int outcome = result == 0 ? OP_DONE : OP_REFUSED;
    for (size_t i = first; i < writer->hidden_count && outcome == OP_DONE; i++)
        outcome = writer__send(writer, SQL_CHAT_HIDE,
                               SQL_VALUES(sql_integer(report), sql_id(writer->hidden[i].room),
                                          sql_integer(writer->hidden[i].n)));
    return outcome;
}

/* ------------------------------------------------------------------ writing */

/* Finds out whether moderators have a reason to look that they did not have before. */
static int weigh(struct sql_writer *writer, const struct store_report *report)
{
    int64_t by = 0;
    struct sql_value since = sql_integer(report->at_ms - STORE_LIAR_MS);
    int found = sql__get_integer(
        writer->sql, SQL_REPORT_WEIGHS,
        SQL_VALUES(sql_id(report->by), since, sql_id(report->player), sql_integer(FIRST_REPORTS)),
        &by);
    writer->is_weightless = found == 0;
    return found < 0 ? OP_REFUSED : OP_DONE;
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
    if (weigh(writer, report) != OP_DONE)
        return OP_REFUSED;
    int outcome = writer__save(writer, SQL_REPORT_INSERT, FIELDS(report, report), FIELDS_ONLY);
    return outcome == OP_DONE ? lines_add(writer, report) : outcome;
}

/* ------------------------------------------------------------------ judging */

int report__check_judged(struct sql_writer *writer, const struct store_act *act)
{
    int64_t player = 0;
    for (size_t i = 0; i < act->judged_count; i++) {
        int64_t about = 0;
        int found = sql__get_integer(writer->sql, SQL_REPORT_OPEN_ABOUT,
                                     SQL_VALUES(sql_id(act->judged[i])), &about);
        if (found < 0)
            return OP_REFUSED;
        if (found == 0 || (i > 0 && about != player))
            return OP_CONFLICT;
        player = about;
    }
    return OP_DONE;
}

static bool is_told(const struct sql_writer *writer, uint64_t player)
{
    for (size_t i = 0; i < writer->memos_count; i++)
        if (writer->memos[i].player == player)
            return true;
    return false;
}

/* Tells the one who reported what became of it; nobody if that account is gone. */
static int tell_reporter(struct sql_writer *writer, const struct store_act *act, uint64_t n)
{
    int64_t by = 0;
    int64_t about = 0;
    struct sql_value report = sql_id(n);
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
    return found == 1 && !is_told(writer, memo.player) ? memo__add(writer, &memo) : OP_DONE;
}

int report__judge(struct sql_writer *writer, const struct store_act *act)
{
    int64_t number = 0;
    if (sql__get_integer(writer->sql, SQL_ACT_LAST, NULL, 0, &number) != 1)
        return OP_REFUSED;
    for (size_t i = 0; i < act->judged_count; i++) {
        int outcome = writer__send(writer, SQL_REPORT_JUDGE,
                                   SQL_VALUES(sql_integer(act->verdict), sql_integer(number),
                                              sql_integer(act->at_ms), sql_id(act->judged[i])));
        if (outcome != OP_DONE || tell_reporter(writer, act, act->judged[i]) != OP_DONE)
            return OP_REFUSED;
        if (act->verdict == STORE_UPHELD && lines_hide(writer, (int64_t)act->judged[i]) != OP_DONE)
            return OP_REFUSED;
    }
    return OP_DONE;
}

/* ------------------------------------------------------------------ reading */

static struct sql_row reports_start(struct sql_connection *sql,
                                    const struct store_report_page *asked)
{
    struct sql_value judge = sql_integer((int64_t)asked->judge);
    struct sql_value most = sql_integer(STORE_REPORTS_WEIGHED);
    struct sql_value since = sql_integer(asked->at_ms - STORE_LIAR_MS);
    struct sql_value skip = sql_integer(asked->skip);
    struct sql_value limit = answer__limit(asked->limit);
    if (asked->player == 0)
        return sql__start(sql, SQL_REPORTS_OPEN,
                          SQL_VALUES(judge, sql_integer(asked->below), most, since, limit, skip));
    return sql__start(sql, SQL_REPORTS_OPEN_ON,
                      SQL_VALUES(sql_id(asked->player), judge, sql_integer(asked->below), most,
                                 since, limit, skip));
}

int answer__reports(struct sql_connection *sql, struct work_query *question)
{
    const struct store_report_page *asked = &question->query.as.reports;
    return answer__list(question, reports_start(sql, asked), asked->limit);
}

int answer__cases(struct sql_connection *sql, struct work_query *question)
{
    const struct store_report_page *asked = &question->query.as.cases;
    struct sql_value judge = sql_integer((int64_t)asked->judge);
    struct sql_value since = sql_integer(asked->at_ms - STORE_LIAR_MS);
    return answer__list(
        question,
        sql__start(sql, SQL_CASES,
                   SQL_VALUES(judge, sql_integer(asked->below), sql_integer(STORE_REPORTS_WEIGHED),
                              since, answer__limit(asked->limit), sql_integer(asked->skip))),
        asked->limit);
}

int answer__to_judge(struct sql_connection *sql, struct work_query *question)
{
    const struct store_judging *asked = &question->query.as.to_judge;
    struct sql_value judge = sql_integer((int64_t)asked->judge);
    struct sql_value report = sql_integer(asked->report);
    struct sql_value from = asked->with_older ? sql_integer(1) : report;
    return answer__list(
        question,
        sql__start(sql, SQL_REPORTS_TO_JUDGE,
                   SQL_VALUES(judge, from, from, report, judge, sql_integer(asked->below),
                              answer__limit(asked->limit))),
        asked->limit);
}

int answer__report(struct sql_connection *sql, struct work_query *question)
{
    const struct store_report_question *asked = &question->query.as.report;
    int found =
        fields__get(sql__start(sql, SQL_REPORT_BY_NUMBER,
                               SQL_VALUES(sql_integer(asked->n), sql_integer((int64_t)asked->judge),
                                          sql_integer(asked->below))),
                    FIELDS_INTO(report_file, &question->answer.as.report, &question->arena));
    if (found != 1)
        return answer__status(found);
    return answer__list(
        question, sql__start(sql, SQL_REPORT_LINES, SQL_VALUES(sql_integer(asked->n))), FIELDS_ALL);
}

int answer__chat(struct sql_connection *sql, struct work_query *question)
{
    struct store_chat *chat = &question->answer.as.chat;
    struct fields_list lines = {0};
    if (table__chat(sql, question->query.as.chat.room, &question->arena, &lines) != 0)
        return STORE_UNAVAILABLE;
    chat->lines = lines.rows;
    chat->lines_count = lines.count;
    return STORE_OK;
}
