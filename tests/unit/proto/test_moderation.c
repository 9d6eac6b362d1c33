/* SPDX-License-Identifier: MIT */
/* Tests of proto/moderation.c: the acts of those who keep order, from words to requests. */
#include "proto/moderation.h"
#include "tests/support/test.h"

#include <string.h>

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static struct request request;

static enum moderation_wrong ask(const char *word, const char *const *words)
{
    memset(&request, 0, sizeof(request));
    return moderation_ask(moderation_act_find(word), words, &request);
}

TEST(every_act_is_found_and_is_of_its_family)
{
    for (int i = 0; i < MODERATION_ACT_COUNT; i++) {
        const struct moderation_act *act = moderation_act((enum moderation_act_id)i);
        assert_int_equal(moderation_act_find(act->word), i);
        assert_ptr_equal(strstr(op_info(act->op)->wire, "mod."), op_info(act->op)->wire);
        assert_true(act->min <= act->max);
    }
    assert_int_equal(moderation_act_find("dance"), MODERATION_ACT_COUNT);
    assert_int_equal(moderation_act_find(""), MODERATION_ACT_COUNT);
}

TEST(lengths_are_minutes_hours_days_or_for_good)
{
    static const struct {
        const char *text;
        int64_t minutes;
    } rows[] = {{"1m", 1},          {"90m", 90},           {"12h", 720},  {"7d", 10080},
                {"3650d", 5256000}, {"5256000m", 5256000}, {"good", NONE}};
    static const char *const wrongs[] = {"",   "7",   "d",     "0d",       "-1d",
                                         "7w", "7dd", "3651d", "5256001m", "99999999999999999999d"};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(ask("ban", WORDS("Boris", rows[i].text, "why")), MODERATION_RIGHT);
        assert_int_equal(request.op, OP_MOD_BAN);
        assert_int_equal(request.as.mod_ban.minutes, rows[i].minutes);
        assert_int_equal(ask("mute", WORDS("Boris", rows[i].text, "why")), MODERATION_RIGHT);
        assert_int_equal(request.as.mod_mute.minutes, rows[i].minutes);
        assert_string_equal(request.as.mod_mute.reason, "why");
    }
    for (size_t i = 0; i < sizeof(wrongs) / sizeof(wrongs[0]); i++)
        assert_int_equal(ask("mute", WORDS("Boris", wrongs[i], "why")), MODERATION_WRONG_LENGTH);
}

TEST(what_is_left_out_is_left_out_of_the_request)
{
    assert_int_equal(ask("rename", WORDS("Boris")), MODERATION_RIGHT);
    assert_string_equal(request.as.mod_rename.name, "Boris");
    assert_null(request.as.mod_rename.to);
    assert_null(request.as.mod_rename.reason);
    assert_int_equal(ask("rename", WORDS("Boris", "Dora", "why")), MODERATION_RIGHT);
    assert_string_equal(request.as.mod_rename.to, "Dora");
    assert_string_equal(request.as.mod_rename.reason, "why");
    const char *const none[] = {NULL};
    assert_int_equal(ask("log", none), MODERATION_RIGHT);
    assert_null(request.as.mod_log.name);
    assert_int_equal(request.as.mod_log.before, NONE);
    assert_int_equal(ask("log", WORDS("17")), MODERATION_RIGHT);
    assert_null(request.as.mod_log.name);
    assert_int_equal(request.as.mod_log.before, 17);
    assert_int_equal(ask("log", WORDS("Boris", "18")), MODERATION_RIGHT);
    assert_string_equal(request.as.mod_log.name, "Boris");
    assert_int_equal(request.as.mod_log.before, 18);
    assert_int_equal(ask("appeals", WORDS("7")), MODERATION_RIGHT);
    assert_int_equal(request.as.mod_appeals.from, 7);
    assert_int_equal(ask("answer", WORDS("7", "dismissed", "no")), MODERATION_RIGHT);
    assert_int_equal(request.as.mod_answer.appeal, 7);
    assert_int_equal(request.as.mod_answer.verdict, VERDICT_WORD_DISMISSED);
    assert_string_equal(request.as.mod_answer.note, "no");
    assert_int_equal(ask("reports", none), MODERATION_RIGHT);
    assert_null(request.as.mod_reports.name);
    assert_int_equal(request.as.mod_reports.skip, 0);
    assert_int_equal(ask("reports", WORDS("50")), MODERATION_RIGHT);
    assert_null(request.as.mod_reports.name);
    assert_int_equal(request.as.mod_reports.skip, 50);
    assert_int_equal(ask("reports", WORDS("Boris", "5000")), MODERATION_RIGHT);
    assert_string_equal(request.as.mod_reports.name, "Boris");
    assert_int_equal(request.as.mod_reports.skip, 5000);
    assert_int_equal(ask("cases", none), MODERATION_RIGHT);
    assert_int_equal(request.as.mod_cases.skip, 0);
    assert_int_equal(ask("cases", WORDS("20")), MODERATION_RIGHT);
    assert_int_equal(request.as.mod_cases.skip, 20);
}

TEST(wrong_arguments_are_named)
{
    assert_int_equal(ask("close", WORDS("here", "why")), MODERATION_WRONG_ROOM);
    assert_int_equal(ask("annul", WORDS("here", "why")), MODERATION_WRONG_GAME);
    assert_int_equal(ask("points", WORDS("Boris", "0")), MODERATION_WRONG_LINE);
    assert_int_equal(ask("annul", WORDS("Boris", "yesterday", "why")), MODERATION_WRONG_SINCE);
    assert_int_equal(ask("log", WORDS("Boris", "Anna")), MODERATION_WRONG_BEFORE);
    assert_int_equal(ask("log", WORDS("17", "Boris")), MODERATION_WRONG_BEFORE);
    assert_int_equal(ask("log", WORDS("1")), MODERATION_WRONG_BEFORE);
    assert_int_equal(ask("role", WORDS("Boris", "king")), MODERATION_WRONG_ROLE);
    assert_int_equal(ask("reports", WORDS("0")), MODERATION_WRONG_SKIP);
    assert_int_equal(ask("reports", WORDS("Boris", "5001")), MODERATION_WRONG_SKIP);
    assert_int_equal(ask("reports", WORDS("5", "Boris")), MODERATION_WRONG_SKIP);
    assert_int_equal(ask("cases", WORDS("Boris")), MODERATION_WRONG_SKIP);
    assert_int_equal(ask("appeals", WORDS("0")), MODERATION_WRONG_FROM_APPEAL);
    assert_int_equal(ask("answer", WORDS("1x", "upheld")), MODERATION_WRONG_APPEAL);
    assert_int_equal(ask("answer", WORDS("1", "maybe")), MODERATION_WRONG_VERDICT);
    assert_int_equal(ask("report", WORDS("0")), MODERATION_WRONG_NUMBER);
    assert_int_equal(ask("report", WORDS("17")), MODERATION_RIGHT);
    assert_int_equal(request.as.mod_report.report, 17);
    assert_int_equal(ask("resolve", WORDS("1x", "upheld")), MODERATION_WRONG_NUMBER);
    assert_int_equal(ask("resolve", WORDS("1", "maybe")), MODERATION_WRONG_VERDICT);
    assert_int_equal(ask("resolve", WORDS("17", "dismissed")), MODERATION_RIGHT);
    assert_int_equal(request.as.mod_resolve.report, 17);
    assert_int_equal(request.as.mod_resolve.verdict, VERDICT_WORD_DISMISSED);
    assert_false(request.as.mod_resolve.all);
    assert_int_equal(ask("resolve", WORDS("all", "17", "upheld", "why")), MODERATION_RIGHT);
    assert_true(request.as.mod_resolve.all);
    assert_int_equal(request.as.mod_resolve.report, 17);
    assert_string_equal(request.as.mod_resolve.note, "why");
    assert_int_equal(ask("resolve", WORDS("all", "upheld")), MODERATION_WRONG_NUMBER);
    assert_int_equal(ask("resolve", WORDS("all", "17")), MODERATION_WRONG_VERDICT);
    assert_int_equal(ask("resolve", WORDS("17", "upheld", "why", "not")), MODERATION_WRONG_VERDICT);
    for (int i = MODERATION_RIGHT + 1; i < MODERATION_WRONG_COUNT; i++)
        assert_non_null(moderation_wrong_text((enum moderation_wrong)i));
}
