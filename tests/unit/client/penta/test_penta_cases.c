/* SPDX-License-Identifier: MIT */
/*
 * penta mod: cases, reports one by one, and verdicts on them.
 */
#include "penta_run.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <string.h>

static const struct report_record REPORT = {.n = 17,
                                            .at = 1767225600000,
                                            .by = "anna",
                                            .name = "boris",
                                            .complaint = COMPLAINT_WORD_STALLING,
                                            .game = 9,
                                            .text = "he \x1b[31mwaits",
                                            .uncounted = true};

static void cases_are_told_by_weight(void **state)
{
    (void)state;
    static const struct case_complaint_record complaints[] = {
        {.complaint = COMPLAINT_WORD_STALLING}, {.complaint = COMPLAINT_WORD_INSULT}};
    static const struct report_case_record cases[] = {{.name = "boris",
                                                       .reports = 5,
                                                       .reporters = 3,
                                                       .complaints = complaints,
                                                       .complaints_count = 2,
                                                       .first = 1767225500000,
                                                       .latest = 1767225600000,
                                                       .last = 21},
                                                      {.name = "carla",
                                                       .reports = 1,
                                                       .complaints = complaints,
                                                       .complaints_count = 1,
                                                       .first = 5,
                                                       .latest = 5,
                                                       .last = 7,
                                                       .own = true}};
    struct request request = penta_run_as_maria("mod cases 5", OP_MOD_CASES);
    assert_int_equal(request.as.mod_cases.skip, 5);
    fake_server_reply(&run.server, OP_MOD_CASES, request.id,
                      &(struct mod_cases_reply){.cases = cases, .cases_count = 2, .more = true});
    penta_run_check_end(0, "boris: 5 reports, 3 trusted reporters; stalling, insult\n7  ");
    assert_non_null(strstr(run.penta.text, "carla: 1 report, 0 trusted reporters; stalling  (one "
                                           "of them is yours: another moderator must decide)\n"));
    assert_non_null(strstr(run.penta.text, "More: penta mod cases 7\n"));
    request = penta_run_as_maria("mod cases --json", OP_MOD_CASES);
    fake_server_reply(&run.server, OP_MOD_CASES, request.id,
                      &(struct mod_cases_reply){.cases = cases, .cases_count = 2});
    penta_run_check_end(0, "{\"name\":\"boris\",\"reports\":5,\"reporters\":3,\"complaints\":"
                           "[{\"complaint\":\"stalling\"},{\"complaint\":\"insult\"}],");
}

static void a_verdict_says_how_many_it_is_on(void **state)
{
    (void)state;
    struct request request =
        penta_run_as_maria("mod resolve all 21 dismissed nonsense", OP_MOD_RESOLVE);
    assert_int_equal(request.as.mod_resolve.report, 21);
    assert_true(request.as.mod_resolve.all);
    assert_string_equal(request.as.mod_resolve.note, "nonsense");
    fake_server_reply(&run.server, OP_MOD_RESOLVE, request.id,
                      &(struct mod_resolve_reply){.judged = 100, .more = true});
    penta_run_check_end(0,
                        "100 reports closed.\nSome are still open: run the same command again.\n");
    request = penta_run_as_maria("mod resolve 21 upheld", OP_MOD_RESOLVE);
    assert_false(request.as.mod_resolve.all);
    fake_server_reply(&run.server, OP_MOD_RESOLVE, request.id,
                      &(struct mod_resolve_reply){.judged = 1});
    penta_run_check_end(0, "The report is closed.\n");
}

static void reports_say_where_more_are(void **state)
{
    (void)state;
    struct request request = penta_run_as_maria("mod reports boris 5", OP_MOD_REPORTS);
    assert_string_equal(request.as.mod_reports.name, "boris");
    assert_int_equal(request.as.mod_reports.skip, 5);
    fake_server_reply(
        &run.server, OP_MOD_REPORTS, request.id,
        &(struct mod_reports_reply){.reports = &REPORT, .reports_count = 1, .more = true});
    penta_run_check_end(0, "anna reports boris: stalling, game 000000000009\n      he ?[31mwaits\n "
                           "     reporter not trusted\n");
    assert_non_null(strstr(run.penta.text, "More: penta mod reports boris 6\n"));
}

static void programs_get_a_report_a_line(void **state)
{
    (void)state;
    struct request request = penta_run_as_maria("mod reports --json", OP_MOD_REPORTS);
    fake_server_reply(&run.server, OP_MOD_REPORTS, request.id,
                      &(struct mod_reports_reply){.reports = &REPORT, .reports_count = 1});
    penta_run_check_end(0, "{\"n\":17,\"at\":1767225600000,\"by\":\"anna\",\"name\":\"boris\",");
}

/* The answer to `arguments` on a terminal of 80 columns. */
static void show_at_a_terminal(const char *arguments, enum op op, const void *reply)
{
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "maria", .token = TOKEN});
    penta_run_start_screen(arguments);
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = "maria"});
    fake_server_reply(&run.server, op, fake_server_take(&run.server, op).id, reply);
}

static void long_texts_are_broken_between_words_and_indented(void **state)
{
    (void)state;
    struct report_record report = REPORT;
    report.text = "He waits until the very last second of each move, and then he says that I "
                  "should resign because he has more time than I have.";
    show_at_a_terminal("mod reports --no-color", OP_MOD_REPORTS,
                       &(struct mod_reports_reply){.reports = &report, .reports_count = 1});
    penta_run_check_end(
        0, "\r\n      He waits until the very last second of each move, and then he says that I\r\n"
           "      should resign because he has more time than I have.\r\n");
    struct appeal_record appeal = {
        .n = 1, .name = "boris", .against = MOD_ACT_WORD_BAN, .until = NONE, .text = report.text};
    show_at_a_terminal("mod appeals --no-color", OP_MOD_APPEALS,
                       &(struct mod_appeals_reply){.appeals = &appeal, .appeals_count = 1});
    penta_run_check_end(0, "he says that I\r\n      should");
    static const struct reported_line_record line = {
        .n = 4,
        .at = 1767225600000,
        .name = "boris",
        .text = "I have all the time in the world, and you have none, so resign",
        .hidden = true};
    show_at_a_terminal("mod report 17 --no-color", OP_MOD_REPORT,
                       &(struct mod_report_reply){.n = 17,
                                                  .by = "anna",
                                                  .name = "boris",
                                                  .complaint = 0,
                                                  .verdict = NONE,
                                                  .lines = &line,
                                                  .lines_count = 1});
    penta_run_check_end(0, "boris: I have all the time in the world, and\r\n"
                           "      you have none, so resign  (hidden)\r\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(cases_are_told_by_weight),
        PENTA_TEST(a_verdict_says_how_many_it_is_on),
        PENTA_TEST(reports_say_where_more_are),
        PENTA_TEST(programs_get_a_report_a_line),
        PENTA_TEST(long_texts_are_broken_between_words_and_indented),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
