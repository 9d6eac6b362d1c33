/* SPDX-License-Identifier: MIT */
/*
 * penta mod report: a report with the chat that it carries, as harmless text; and penta play, whose
 * chat a moderator hides.
 */
#include "penta_run.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <string.h>

static const struct reported_line_record LINES[] = {
    {.n = 4, .name = "anna", .text = "hello", .at = 1767225600000},
    {.n = 5,
     .name = "boris",
     .text = "you \x1b[31mfool",
     .at = 1767225600000,
     .reported = true,
     .hidden = true},
    {.n = 6, .name = "clara", .text = "a1 wins", .at = 1767225600000, .from_watcher = true}};

static struct mod_report_reply report_of(size_t lines_count)
{
    return (struct mod_report_reply){.n = 17,
                                     .at = 1767225600000,
                                     .by = "anna",
                                     .name = "boris",
                                     .complaint = COMPLAINT_WORD_INSULT,
                                     .text = "look",
                                     .verdict = NONE,
                                     .room = lines_count > 0 ? 7 : 0,
                                     .lines = LINES,
                                     .lines_count = lines_count};
}

static void a_report_is_shown_with_its_lines(void **state)
{
    (void)state;
    struct request request = penta_run_as_maria("mod report 17", OP_MOD_REPORT);
    struct mod_report_reply reply = report_of(3);
    assert_int_equal(request.as.mod_report.report, 17);
    reply.verdict = VERDICT_WORD_UPHELD;
    fake_server_reply(&run.server, OP_MOD_REPORT, request.id, &reply);
    penta_run_check_end(0, "anna reports boris: insult\n      look\n      decision: upheld\n");
    assert_non_null(strstr(run.penta.text, "lines by boris are marked:\n"));
    assert_non_null(strstr(run.penta.text, "  anna: hello\n"));
    assert_non_null(strstr(run.penta.text, "  boris: you ?[31mfool  (hidden)\n"));
    assert_non_null(strstr(run.penta.text, "  > 202"));
    assert_non_null(strstr(run.penta.text, "  clara: a1 wins  (spectator)\n"));
}

static void a_report_without_lines_says_so(void **state)
{
    (void)state;
    struct request request = penta_run_as_maria("mod report 17", OP_MOD_REPORT);
    const struct mod_report_reply reply = report_of(0);
    fake_server_reply(&run.server, OP_MOD_REPORT, request.id, &reply);
    penta_run_check_end(0, "      look\n      No chat lines are attached.\n");
}

static void programs_get_a_report_as_it_is(void **state)
{
    (void)state;
    struct request request = penta_run_as_maria("mod report 17 --json", OP_MOD_REPORT);
    const struct mod_report_reply reply = report_of(1);
    fake_server_reply(&run.server, OP_MOD_REPORT, request.id, &reply);
    penta_run_check_end(0, "\"n\":17,");
    assert_non_null(strstr(run.penta.text, "\"lines\":[{\"n\":4,\"name\":\"anna\","));
}

static void a_hidden_line_is_told_as_such(void **state)
{
    (void)state;
    struct chat_line_record lines[] = {
        {.n = 1, .name = "boris", .text = "you fool", .at = 1},
        {.n = 2, .name = "boris", .hidden = true, .at = 2},
    };
    struct person_record boris = {.name = "boris", .rating = NONE, .claim_in_ms = NONE};
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    room.players = &boris;
    room.players_count = 1;
    struct request request = penta_run_as_maria("watch 000000000007", OP_ROOM_WATCH);
    fake_server_reply(&run.server, OP_ROOM_WATCH, request.id,
                      &(struct room_watch_reply){.room = &room, .chat = lines, .chat_count = 2});
    fake_server_event(&run.server, EVENT_ROOM_HIDDEN,
                      &(struct room_hidden_event){.room = 7, .n = 1});
    fake_server_event(&run.server, EVENT_ROOM_CLOSED, &(struct room_closed_event){.room = 7});
    penta_run_check_end(0, "boris: you fool\nboris: (hidden by a moderator)\n");
    assert_non_null(strstr(strstr(run.penta.text, "moderator)") + 1, "moderator)\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(a_report_is_shown_with_its_lines),
        PENTA_TEST(a_report_without_lines_says_so),
        PENTA_TEST(programs_get_a_report_as_it_is),
        PENTA_TEST(a_hidden_line_is_told_as_such),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
