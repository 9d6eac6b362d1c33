/* SPDX-License-Identifier: MIT */
/*
 * Conditional moves at a table. anna, who began, is at room 7 with boris, in game 9 of mini.
 */
#include "client/cli/play/planning.h"
#include "proto/error.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

#include <string.h>

static struct visitor visitor;
static struct planning planning;

static int set_up(void **state)
{
    (void)state;
    visitor_init(&visitor, PLAN_PLAY, OP_AUTH_LOGIN);
    visitor_sit(&visitor, "a1");
    planning = (struct planning){.visit = &visitor.visit};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static void reply(int64_t ply, const char *lines)
{
    planning_take_reply(&planning, &(struct game_plan_reply){.ply = ply, .lines = lines});
}

static const char *sent_lines(void)
{
    const struct request *sent = visitor_take(&visitor, OP_GAME_PLAN);
    assert_int_equal(sent->as.game_plan.game, 9);
    return sent->as.game_plan.lines;
}

static void a_line_is_added_to_what_the_server_has(void **state)
{
    (void)state;
    planning_do_if(&planning, "b2 c3");
    assert_null(sent_lines());
    reply(1, "b1 b3");
    assert_string_equal(sent_lines(), "b1 b3;b2 c3");
    reply(1, "b1 b3;b2 c3 a2 a3");
    visitor_check_said(&visitor, "Your conditional moves, which only you see:\n"
                                 "2 b1  3 b3\n"
                                 "2 b2  3 c3  4 a2  5 a3\n");
}

static void the_first_line_stands_alone(void **state)
{
    (void)state;
    planning_do_if(&planning, "b2 c3");
    assert_null(sent_lines());
    reply(1, "");
    assert_string_equal(sent_lines(), "b2 c3");
}

static void a_line_for_another_position_is_not_sent(void **state)
{
    (void)state;
    planning_do_if(&planning, "b2 c3");
    assert_null(sent_lines());
    reply(3, "");
    visitor_take_nothing(&visitor);
    planning_do_if(&planning, "b2");
    visitor_take_nothing(&visitor);
    visitor_check_said(&visitor, "The opponent's move and your answer, for example: if h8 i9\n");
}

static void they_wait_while_a_draw_is_offered(void **state)
{
    (void)state;
    struct table *table = &visitor.visit.table;
    table->draw_offer = SEAT_WORD_SECOND;
    planning_take_offer(&planning); /* at no clock of days there are none */
    visitor_take_nothing(&visitor);
    table->control = (struct time_control){.kind = CLOCK_CORRESPONDENCE, .period_ms = CLOCK_DAY_MS};
    planning_take_offer(&planning);
    assert_null(sent_lines());
    reply(1, "");
    visitor_check_silent(&visitor);
    planning_take_offer(&planning);
    assert_null(sent_lines());
    reply(1, "b1 b3");
    visitor_check_said(&visitor, "Your conditional moves wait until you answer the draw offer");
    planning_take_offer(&planning);
    assert_null(sent_lines());
    assert_false(planning_take_error(&planning));
    planning_do_plan(&planning, "");
    assert_null(sent_lines());
    planning_take_offer(&planning); /* what was typed is answered */
    visitor_take_nothing(&visitor);
    assert_true(planning_take_error(&planning));
    table->draw_offer = SEAT_WORD_FIRST; /* one's own stops nothing */
    planning_take_offer(&planning);
    visitor_take_nothing(&visitor);
}

static void they_are_listed_and_cleared(void **state)
{
    (void)state;
    planning_do_plan(&planning, "");
    assert_null(sent_lines());
    reply(1, "");
    visitor_check_said(&visitor, "You have set no conditional moves here.\n");
    planning_do_plan(&planning, "off");
    assert_string_equal(sent_lines(), "");
    reply(1, "");
    visitor_check_said(&visitor, "Your conditional moves are cleared.\n");
}

static bool change(uint64_t of, const char *lines)
{
    const union event_body body = {.plan_changed = {.of = of, .ply = 2, .lines = lines}};
    const struct notice event = {.event = EVENT_PLAN_CHANGED, .body = &body};
    return planning_take_event(&planning, &event);
}

static void the_end_of_them_is_said(void **state)
{
    (void)state;
    assert_true(change(9, "b2 c3"));
    assert_true(change(8, ""));
    planning_do_plan(&planning, "off");
    assert_true(change(9, ""));
    visitor_check_silent(&visitor);
    reply(1, "");
    visitor_check_said(&visitor, "Your conditional moves are cleared.\n");
    assert_true(change(9, ""));
    visitor_check_said(&visitor, "No conditional moves are left.\n");
}

static void take_game(const char *actions, const char *planned, unsigned from)
{
    visitor_sit(&visitor, actions);
    planning_take_game(&planning, &(struct game_record){.planned = planned}, from);
}

static void what_was_played_meanwhile_is_said(void **state)
{
    (void)state;
    take_game("a1 b1 a2 b2", NULL, 0);
    visitor_check_silent(&visitor);
    take_game("a1 b1 c1 b3 c2", "2 4", 0);
    visitor_check_said(&visitor, "Played for you while you were away: 3 c1, 5 c2.\n");
    take_game("a1 b1 c1 b3 c2", "2 4", 3);
    visitor_check_said(&visitor, "Played for you while you were away: 5 c2.\n");
    take_game("a1 b1 c1 b3", "2", 0); /* it is anna's turn: the rest went with boris's last */
    visitor_check_said(&visitor, "Played for you while you were away: 3 c1.\n"
                                 "No conditional moves are left.\n");
    take_game("a1 b1 c1 b3 c2", "2", 0); /* an own move followed */
    take_game("a1 b1 c1 b3", "1 3", 0);  /* boris's */
    visitor_check_silent(&visitor);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_line_is_added_to_what_the_server_has),
        TEST(the_first_line_stands_alone),
        TEST(a_line_for_another_position_is_not_sent),
        TEST(they_wait_while_a_draw_is_offered),
        TEST(they_are_listed_and_cleared),
        TEST(the_end_of_them_is_said),
        TEST(what_was_played_meanwhile_is_said),
    };
    return cmocka_run_group_tests_name("planning", tests, NULL, NULL);
}
