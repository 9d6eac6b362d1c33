/* SPDX-License-Identifier: MIT */
/*
 * Checks of operations and questions: the tables' ranges, and a rule for those whose fields depend
 * on each other.
 */
#include "db/check.h"

#include "db/record.h"

#include <string.h>

/* ------------------------------------------------------------------ operations */

static bool start_is_right(const struct store_op *op)
{
    const struct store_game_start *start = &op->as.game_start;
    const uint64_t *players = start->players;
    bool is_given = start->given > 0;
    return players[0] != 0 && players[1] != 0 && players[0] != players[1] &&
           is_given == (start->given_actions != NULL) && !(is_given && start->rated);
}

static bool log_is_right(const struct store_op *op)
{
    const struct store_log_entry *entry = &op->as.game_log;
    switch (entry->kind) {
    case LOG_GIVE_TIME:
        return entry->given_ms > 0;
    case LOG_DAYS_OFF:
        return entry->given_ms != 0;
    case LOG_ACTION:
    case LOG_TAKEBACK: /* to somebody who has days off */
        return entry->given_ms >= 0;
    default:
        return entry->given_ms == 0;
    }
}

static bool settings_are_right(const char *settings)
{
    for (const char *c = settings; *c != '\0'; c++)
        if (*c <= ' ' || *c > '~')
            return false;
    return true;
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool country_is_right(const char *country)
{
    return country[0] == '\0' || (is_capital(country[0]) && is_capital(country[1]));
}

/* New bytes come with the id that tells them from others. */
static bool account_is_right(const struct store_op *op)
{
    const struct store_account_put *put = &op->as.account_put;
    return put->account != NULL && settings_are_right(put->account->settings) &&
           country_is_right(put->account->country) &&
           (put->photo == NULL || put->account->photo != 0);
}

/* FOLLOW_ADD bears the same. */
static bool pick_is_right(const struct store_op *op)
{
    return op->as.block_add.player != op->as.block_add.other;
}

static bool letter_is_right(const struct store_op *op)
{
    const struct store_letter *letter = &op->as.letter_send;
    return letter->sender != letter->receiver && letter->text[0] != '\0';
}

static bool annulment_is_right(const struct store_annulment *annulled)
{
    return annulled->games_count >= 1 && annulled->games_count <= STORE_ANNUL_MAX &&
           annulled->month_starts_count >= 2;
}

/* In order, and none twice. */
static bool judged_is_right(const struct store_act *act)
{
    for (size_t i = 0; i < act->judged_count; i++)
        if ((int64_t)act->judged[i] > act->report ||
            (i > 0 && act->judged[i] <= act->judged[i - 1]))
            return false;
    return act->judged_count <= STORE_JUDGED_MAX;
}

static bool act_is_right(const struct store_op *op)
{
    const struct store_act *act = &op->as.act;
    return (act->renamed != NULL) == (act->act == MOD_RENAME) &&
           (act->annulled != NULL) == (act->act == MOD_ANNUL) &&
           (act->annulled == NULL || annulment_is_right(act->annulled)) &&
           (act->report > 0) == (act->act == MOD_RESOLVE) &&
           (act->judged_count > 0) == (act->act == MOD_RESOLVE) && judged_is_right(act) &&
           (act->room != 0) == (act->act == MOD_CLOSE_ROOM) &&
           (act->appeal > 0) == (act->act == MOD_ANSWER) &&
           (act->memo != 0) ==
               (act->act == MOD_WARN || act->act == MOD_RESOLVE || act->act == MOD_ANSWER) &&
           (act->accounts_count > 0) == (act->act == MOD_ACCOUNTS) &&
           (act->player != 0 || act->act == MOD_CLOSE_ROOM || act->act == MOD_RESOLVE ||
            act->act == MOD_ACCOUNTS || act->act == MOD_ANNUL);
}

static bool report_is_right(const struct store_op *op)
{
    const struct store_report *report = &op->as.report_add;
    return report->by != report->player && report->lines_count <= STORE_REPORT_LINES;
}

static bool appeal_is_right(const struct store_op *op)
{
    const struct store_appeal *appeal = &op->as.appeal_add;
    return appeal->text[0] != '\0' && (appeal->against == MOD_MUTE || appeal->against == MOD_BAN ||
                                       appeal->against == MOD_WARN);
}

static bool origin_ban_is_right(const struct store_op *op)
{
    const struct store_origin_ban *ban = &op->as.origin_ban;
    return ban->until_ms > ban->at_ms && ban->at_ms <= INT64_MAX - STORE_ORIGIN_BAN_MS &&
           ban->until_ms <= ban->at_ms + STORE_ORIGIN_BAN_MS;
}

typedef bool op_rule_fn(const struct store_op *op);

static op_rule_fn *const RULES[STORE_OP_COUNT] = {
    [STORE_GAME_START] = start_is_right,
    [STORE_GAME_LOG] = log_is_right,
    [STORE_ACCOUNT_PUT] = account_is_right,
    [STORE_BLOCK_ADD] = pick_is_right,
    [STORE_FOLLOW_ADD] = pick_is_right,
    [STORE_LETTER_SEND] = letter_is_right,
    [STORE_ACT] = act_is_right,
    [STORE_REPORT_ADD] = report_is_right,
    [STORE_ORIGIN_BAN] = origin_ban_is_right,
    [STORE_APPEAL_ADD] = appeal_is_right,
};

bool check__op(const struct store_op *op)
{
    return (unsigned)op->kind < STORE_OP_COUNT &&
           record__is_valid(operation__row(op->kind)->record, &op->as) &&
           (RULES[op->kind] == NULL || RULES[op->kind](op));
}

/* ------------------------------------------------------------------ questions */

bool check__query(const struct store_query *query)
{
    if ((unsigned)query->kind >= STORE_QUERY_COUNT ||
        !record__is_valid(query__row(query->kind)->record, &query->as))
        return false;
    if (query->kind == STORE_GRAPH)
        return query->as.graph.day_starts_count >= 2;
    if (query->kind == STORE_THREAD_PART)
        return query->as.thread_part.name_key != NULL || query->as.thread_part.letter != 0;
    return true;
}
