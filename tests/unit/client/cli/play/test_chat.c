/* SPDX-License-Identifier: MIT */
/*
 * The chat of a table: lines that were missed are said once, and what a moderator hid is taken back
 * where it was said.
 */
#include "client/cli/play/saying.h"
#include "client/core/table_record.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

#include <stdlib.h>
#include <time.h>

static struct visitor visitor;

static int set_up(void **state)
{
    (void)state;
    visitor_init(&visitor, PLAN_PLAY, OP_AUTH_LOGIN);
    visitor_sit(&visitor, "");
    setenv("TZ", "UTC", 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static const struct chat_line_record LINES[] = {
    {.n = 1, .name = "boris", .text = "you fool", .at = 1},
    {.n = 2, .name = "clara", .text = "a1 wins", .at = 2, .from_watcher = true},
    {.n = 3, .name = "boris", .hidden = true, .at = 3}};

static void lines_are_said_once(void **state)
{
    (void)state;
    chat_take(&visitor.visit, LINES, 2);
    visitor_check_said(&visitor, "boris: you fool\nclara (spectator): a1 wins\n");
    chat_take(&visitor.visit, LINES, 3);
    visitor_check_said(&visitor, "boris: (hidden by a moderator)\n");
}

static void a_hidden_line_is_taken_back_where_it_was_said(void **state)
{
    (void)state;
    const struct room_hidden_event hidden = {.room = 7, .n = 2};
    chat_take(&visitor.visit, LINES, 2);
    visitor_check_said(&visitor, "");
    chat_take_hidden(&visitor.visit, &hidden);
    visitor_check_said(
        &visitor, "clara (spectator): a1 wins -> clara (spectator): (hidden by a moderator)\n");
    assert_string_equal(table_find_line(&visitor.visit.table, 2)->text, "");
    chat_take_hidden(&visitor.visit, &hidden);
    chat_take_hidden(&visitor.visit, &(struct room_hidden_event){.room = 7, .n = 9});
    chat_take_hidden(&visitor.visit, &(struct room_hidden_event){.room = 8, .n = 1});
    assert_string_equal(visitor.said, "");
}

static void a_line_that_was_hidden_meanwhile_is_taken_back(void **state)
{
    (void)state;
    struct chat_line_record line = LINES[0];
    chat_take(&visitor.visit, LINES, 2);
    visitor_check_said(&visitor, "");
    line.text = NULL;
    line.hidden = true;
    chat_take(&visitor.visit, &line, 1);
    visitor_check_said(&visitor, "boris: you fool -> boris: (hidden by a moderator)\n");
}

/* Lines of a game of days have their date; of today's lines nobody asks. */
static void old_lines_of_a_game_of_days_have_their_day(void **state)
{
    (void)state;
    const int64_t now_ms = (int64_t)time(NULL) * CLOCK_SECOND_MS;
    const struct chat_line_record fresh = {.n = 4, .name = "boris", .text = "hi", .at = now_ms};
    visitor.visit.table.control.kind = CLOCK_CORRESPONDENCE;
    chat_take(&visitor.visit, LINES, 1);
    visitor_check_said(&visitor, "1970-01-01 00:00 boris: you fool\n");
    chat_take(&visitor.visit, &fresh, 1);
    assert_string_equal(visitor.said, "boris: hi\n");
    visitor_check_said(&visitor, "");
    chat_take_hidden(&visitor.visit, &(struct room_hidden_event){.room = 7, .n = 1});
    visitor_check_said(&visitor, "1970-01-01 00:00 boris: you fool -> 1970-01-01 00:00 boris: (h");
}

#define CHAT_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CHAT_TEST(lines_are_said_once),
        CHAT_TEST(a_hidden_line_is_taken_back_where_it_was_said),
        CHAT_TEST(old_lines_of_a_game_of_days_have_their_day),
        CHAT_TEST(a_line_that_was_hidden_meanwhile_is_taken_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
