/* SPDX-License-Identifier: MIT */
/*
 * Conformance: open reports as cases. They are folded by player and weighed by their reporters, and
 * several of them are judged by one act.
 */
#include "tests/conformance/store_conformance.h"

#define ACT_MS (sample_resolve(1).as.act.at_ms)

static void comes_from(struct harness *harness, uint64_t player, uint64_t origin)
{
    conformance_must(harness, sample_origin(player, origin, 0, 0));
}

/* Whether a report adds nothing to its case. */
static bool is_weightless(struct harness *harness, uint64_t by, uint64_t player, uint64_t game)
{
    conformance_must(harness, sample_report(by, player, game));
    return harness->is_weightless[0];
}

/* The next reports of the player are judged so: `from` is the number of the first one. */
static void judge_next(struct harness *harness, uint64_t by, uint64_t player, int64_t from,
                       int count, int verdict)
{
    for (int i = 0; i < count; i++) {
        struct store_op op = sample_resolve(from + i);
        op.as.act.verdict = verdict;
        op.as.act.memo = 1000 + (uint64_t)(from + i);
        conformance_must(harness, sample_report(by, player, 0));
        conformance_must(harness, op);
    }
}

CONFORMANCE_TEST(reports_are_folded_by_player)
{
    struct store_op insult = sample_report(4, 2, 0);
    insult.as.report_add.complaint = 3;
    conformance_accounts(harness, 5);
    conformance_must(harness, sample_start(20, false, 1, 2));
    conformance_must(harness, sample_report(1, 3, 0));
    conformance_must(harness, sample_report(1, 2, 20));
    conformance_must(harness, sample_report(1, 2, 0));
    conformance_must(harness, insult);
    conformance_must(harness, sample_report(1, 5, 0));
    const struct store_cases *answer = ask_cases(harness, sample_cases(4, 0, 9));
    assert_int_equal(answer->rows_count, 3);
    assert_false(answer->has_more);
    const struct store_case_row wanted = {.player = 2,
                                          .player_name = "p2",
                                          .reports = 3,
                                          .reporters = 2,
                                          .complaints = 2 | 8,
                                          .first_ms = sample_report(1, 2, 0).as.report_add.at_ms,
                                          .last_ms = sample_report(4, 2, 0).as.report_add.at_ms,
                                          .last = 4,
                                          .is_own = true};
    assert_record_equal(case_row, &answer->rows[0], &wanted);
    assert_int_equal(answer->rows[1].player, 3);
    assert_false(answer->rows[1].is_own);
    assert_int_equal(answer->rows[2].player, 5);
    answer = ask_cases(harness, sample_cases(0, 1, 1));
    assert_int_equal(answer->rows_count, 1);
    assert_int_equal(answer->rows[0].player, 3);
    assert_true(answer->has_more);
    assert_int_equal(ask_reports(harness, sample_reports_on(2))->rows_count, 3);
}

CONFORMANCE_TEST(cases_are_for_judges_above_the_one_reported)
{
    const struct store_account moderator = {.role = ROLE_MODERATOR};
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_account(2, &moderator));
    conformance_must(harness, sample_report(1, 2, 0));
    conformance_must(harness, sample_report(1, 3, 0));
    const struct store_query moderators =
        SAMPLE_QUERY(cases, .judge = 1, .below = ROLE_MODERATOR, .at_ms = SAMPLE_MS, .limit = 9);
    assert_int_equal(ask_cases(harness, moderators)->rows_count, 1);
    assert_int_equal(ask_cases(harness, moderators)->rows[0].player, 3);
    assert_int_equal(ask_cases(harness, sample_cases(3, 0, 9))->rows_count, 1);
    struct store_query verdict = sample_to_judge(1, true, 1, 9);
    assert_int_equal(ask_to_judge(harness, verdict)->rows_count, 1);
    verdict.as.to_judge.below = ROLE_MODERATOR;
    assert_int_equal(ask_to_judge(harness, verdict)->rows_count, 0);
    assert_int_equal(ask_to_judge(harness, sample_to_judge(1, true, 2, 9))->rows_count, 0);
}

CONFORMANCE_TEST(neighbours_count_once)
{
    conformance_accounts(harness, 6);
    comes_from(harness, 1, 70);
    comes_from(harness, 2, 70);
    comes_from(harness, 2, 71);
    comes_from(harness, 3, 71);
    assert_false(is_weightless(harness, 1, 6, 0));
    assert_true(is_weightless(harness, 2, 6, 0));  /* shares 70 with the first one */
    assert_true(is_weightless(harness, 3, 6, 0));  /* shares 71 with the second one */
    assert_false(is_weightless(harness, 4, 6, 0)); /* came from nowhere that is known, */
    assert_false(is_weightless(harness, 5, 6, 0)); /* as did this one */
    assert_false(is_weightless(harness, 2, 5, 0)); /* of another player */
    const struct store_cases *cases = ask_cases(harness, sample_cases(0, 0, 9));
    assert_int_equal(cases->rows[0].player, 6);
    assert_int_equal(cases->rows[0].reports, 5);
    assert_int_equal(cases->rows[0].reporters, 3);
    const struct store_reports *reports = ask_reports(harness, sample_reports_on(6));
    static const int64_t ORDER[] = {1, 4, 5, 2, 3};
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(reports->rows[i].n, ORDER[i]);
        assert_int_equal(reports->rows[i].is_uncounted, i >= 3);
    }
    conformance_must(harness, sample_resolve(1));
    cases = ask_cases(harness, sample_cases(0, 0, 9));
    assert_int_equal(cases->rows[0].reporters, 3); /* the second one is the first now */
}

CONFORMANCE_TEST(a_reporter_counts_once)
{
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_start(20, false, 1, 2));
    assert_false(is_weightless(harness, 1, 2, 20));
    assert_true(is_weightless(harness, 1, 2, 0));
    assert_int_equal(ask_cases(harness, sample_cases(0, 0, 9))->rows[0].reporters, 1);
    assert_false(ask_reports(harness, sample_reports_on(2))->rows[1].is_uncounted);
}

CONFORMANCE_TEST(five_dismissed_reports_take_the_weight)
{
    conformance_accounts(harness, 4);
    comes_from(harness, 1, 70);
    comes_from(harness, 2, 70);
    judge_next(harness, 1, 4, 1, 4, 1);
    assert_false(is_weightless(harness, 1, 3, 0));
    conformance_must(harness, sample_resolve(5));
    assert_true(is_weightless(harness, 1, 3, 0)); /* that was the fifth one */
    assert_int_equal(ask_cases(harness, sample_cases(0, 0, 9))->rows[0].reporters, 0);
    assert_true(ask_reports(harness, sample_reports_on(3))->rows[0].is_uncounted);
    assert_false(is_weightless(harness, 2, 3, 0)); /* a liar's neighbour counts */
    assert_int_equal(ask_cases(harness, sample_cases(0, 0, 9))->rows[0].reporters, 1);
    assert_int_equal(ask_reports(harness, sample_reports_on(3))->rows[0].by, 2);
    judge_next(harness, 1, 4, 8, 1, 0);
    assert_false(is_weightless(harness, 1, 4, 0)); /* one was right */
    assert_int_equal(ask_reports(harness, sample_reports_on(3))->rows[0].by, 1);
}

CONFORMANCE_TEST(verdicts_are_forgotten_after_90_days)
{
    struct store_query query = sample_cases(0, 0, 9);
    conformance_accounts(harness, 3);
    judge_next(harness, 1, 2, 1, 5, 1);
    struct store_op report = sample_report(1, 3, 0);
    report.as.report_add.at_ms = ACT_MS + STORE_LIAR_MS;
    conformance_must(harness, report);
    assert_false(harness->is_weightless[0]);
    query.as.cases.at_ms = ACT_MS + STORE_LIAR_MS - 1;
    assert_int_equal(ask_cases(harness, query)->rows[0].reporters, 0);
    query.as.cases.at_ms = ACT_MS + STORE_LIAR_MS;
    assert_int_equal(ask_cases(harness, query)->rows[0].reporters, 1);
}

CONFORMANCE_TEST(an_act_judges_what_it_names)
{
    static const uint64_t three[] = {1, 2, 4};
    static const uint64_t two_players[] = {3, 5};
    conformance_accounts(harness, 4);
    conformance_must(harness, sample_start(20, false, 1, 2));
    conformance_must(harness, sample_report(1, 2, 20));
    conformance_must(harness, sample_report(1, 2, 0));
    conformance_must(harness, sample_report(1, 3, 0));
    conformance_must(harness, sample_report(4, 2, 0));
    conformance_must(harness, sample_report(3, 2, 0));
    const struct store_to_judge *found = ask_to_judge(harness, sample_to_judge(4, true, 3, 9));
    assert_int_equal(found->rows_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(found->rows[i].n, three[i]);
        assert_int_equal(found->rows[i].player, 2);
        assert_false(found->rows[i].is_own); /* that one came later */
    }
    assert_true(ask_to_judge(harness, sample_to_judge(4, true, 1, 1))->rows[0].is_own);
    assert_true(ask_to_judge(harness, sample_to_judge(4, true, 1, 1))->has_more);
    assert_true(ask_to_judge(harness, sample_to_judge(2, true, 4, 9))->rows_count == 2);
    assert_false(ask_to_judge(harness, sample_to_judge(4, false, 1, 9))->rows[0].is_own);
    assert_int_equal(ask_to_judge(harness, sample_to_judge(4, false, 1, 9))->rows_count, 1);
    assert_int_equal(ask_to_judge(harness, sample_to_judge(9, true, 1, 9))->rows_count, 0);
    conformance_comes_to(harness, sample_resolve_all(two_players, 2), STORE_CONFLICT);
    harness->memos_told = 0;
    conformance_must(harness, sample_resolve_all(three, 3));
    assert_int_equal(harness->memos_told, 2); /* one to each reporter */
    const struct store_acts *acts = ask_acts(harness, sample_acts(0, 0, 9));
    assert_int_equal(acts->rows_count, 1);
    assert_int_equal(acts->rows[0].report, 4);
    assert_int_equal(acts->rows[0].judged, 3);
    assert_int_equal(ask_reports(harness, sample_reports(0, 9))->rows_count, 2);
    conformance_comes_to(harness, sample_resolve_all(three, 3), STORE_CONFLICT);
    assert_int_equal(ask_acts(harness, sample_acts(0, 0, 9))->rows_count, 1);
}
