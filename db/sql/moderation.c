/* SPDX-License-Identifier: MIT */
/*
 * Moderation: acts of moderators, and what players answer to them. An appeal is against an act, so
 * the act's number is its key, and nobody answers the same act twice.
 */
#include "db/sql/annul.h"
#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/memo.h"
#include "db/sql/operation.h"
#include "db/sql/player.h"
#include "db/sql/report.h"

_Static_assert(MOD_MUTE == 0 && MOD_UNMUTE == 1 && MOD_BAN == 2 && MOD_UNBAN == 3 &&
                   MOD_RENAME == 4 && MOD_CLOSE_ROOM == 5 && MOD_RESET_PASSWORD == 6 &&
                   MOD_ROLE == 7 && MOD_RESOLVE == 8 && MOD_CLEAR_PROFILE == 9 &&
                   MOD_ACCOUNTS == 10 && MOD_ANNUL == 11 && MOD_WARN == 12 && MOD_NOTE == 13,
               "these numbers are stored");

_Static_assert(MOD_RELATED == 14 && MOD_BAN_ORIGIN == 15 && MOD_UNBAN_ORIGIN == 16 &&
                   MOD_ANSWER == 17 && APPEAL_NONE == 0 && APPEAL_OPEN == 1 &&
                   APPEAL_DISMISSED == 2 && APPEAL_UPHELD == 3,
               "and these, or statements have them");

/* ------------------------------------------------------------------ appeals */

int write__appeal_add(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_appeal *appeal = &op->as.appeal_add;
    struct sql_value at_ms = sql_integer(appeal->at_ms);
    int64_t act = 0;
    int64_t other = 0;
    int found = sql__get_integer(
        writer->sql, SQL_ACT_APPEALED,
        SQL_VALUES(sql_id(appeal->player), sql_integer((int64_t)appeal->against), at_ms, at_ms),
        &act);
    if (found != 1)
        return found < 0 ? OP_REFUSED : OP_CONFLICT;
    int is_known =
        sql__get_integer(writer->sql, SQL_APPEAL_GET, SQL_VALUES(sql_integer(act)), &other);
    if (is_known != 0)
        return is_known < 0 ? OP_REFUSED : OP_ALREADY;
    return writer__save(writer, SQL_APPEAL_INSERT, FIELDS(appeal, appeal),
                        SQL_VALUES(sql_integer(act)));
}

/* Judges the appeal that the act answers, just before the act is recorded, and tells the player. */
static int appeal_judge(struct sql_writer *writer, const struct store_act *act)
{
    int64_t against = 0;
    int found =
        sql__get_integer(writer->sql, SQL_APPEAL_OPEN,
                         SQL_VALUES(sql_integer(act->appeal), sql_id(act->player)), &against);
    const struct store_memo memo = {.player = act->player,
                                    .id = act->memo,
                                    .at_ms = act->at_ms,
                                    .kind = act->verdict == STORE_UPHELD ? MEMO_APPEAL_UPHELD
                                                                         : MEMO_APPEAL_REFUSED,
                                    .number = against,
                                    .text = act->reason};
    if (found != 1)
        return found < 0 ? OP_REFUSED : OP_CONFLICT;
    if (writer__send(writer, SQL_APPEAL_JUDGE,
                     SQL_VALUES(sql_integer(act->verdict), sql_integer(act->appeal))) != OP_DONE)
        return OP_REFUSED;
    return memo__add(writer, &memo);
}

int answer__appeals(struct sql_connection *sql, struct work_query *question)
{
    const struct store_appeal_page *asked = &question->query.as.appeals;
    struct sql_value at_ms = sql_integer(asked->at_ms);
    return answer__list(
        question,
        sql__start(sql, SQL_APPEALS_OPEN,
                   SQL_VALUES(at_ms, at_ms, sql_integer((int64_t)(asked->from & INT64_MAX)),
                              sql_integer((int64_t)asked->judge), sql_integer(asked->below),
                              answer__limit(asked->limit))),
        asked->limit);
}

/* ------------------------------------------------------------------ acts */

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
        outcome = report__check_judged(writer, act);
    else if (act->act == MOD_ACCOUNTS)
        outcome = player__register_all(writer, act->accounts, act->accounts_count);
    else if (act->act == MOD_ANNUL)
        outcome = annul__games(writer, act);
    else if (act->act == MOD_ANSWER)
        outcome = appeal_judge(writer, act);
    else if (act->act == MOD_WARN)
        outcome = tell_warned(writer, act);
    if (outcome != OP_DONE)
        return outcome;
    outcome = writer__save(writer, SQL_ACT_INSERT, FIELDS(act, act), FIELDS_ONLY);
    return outcome == OP_DONE && act->act == MOD_RESOLVE ? report__judge(writer, act) : outcome;
}

/* ------------------------------------------------------------------ reading */

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
