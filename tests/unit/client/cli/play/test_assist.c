/* SPDX-License-Identifier: MIT */
/*
 * Help that penta gives its player by itself: only what was switched on, only at the own seat,
 * once, and never without saying so.
 */
#include "client/cli/play/assist.h"
#include "proto/settings.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

#include <string.h>

/* boris (O) threatens to win on the lowest row: c1 is the only answer. */
#define THREATENED "a3 a1 b3 b1"
/* boris threatens too, but the player's own row of three is not one stone away from winning. */
#define FORCED "b2 a1 c3 b1"

static struct visitor visitor;
static struct assist assist;

static int set_up(void **state)
{
    (void)state;
    visitor_init(&visitor, PLAN_PLAY, OP_AUTH_GUEST);
    assist_init(&assist, &visitor.visit);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static struct settings_record all_on(void)
{
    struct settings_record settings;
    settings_init(&settings);
    settings.sound = settings.show_threats = settings.close_threats = SWITCH_WORD_ON;
    return settings;
}

static void ring(enum event event, const union event_body *body)
{
    const struct notice notice = {.kind = NOTICE_EVENT, .event = event, .body = body};
    assist_ring(&assist, &notice);
}

static void nothing_is_played_unasked(void **state)
{
    (void)state;
    visitor_sit(&visitor, FORCED);
    assist_close_threat(&assist);
    visitor_take_nothing(&visitor);
    visitor_check_silent(&visitor);
}

static void the_only_answer_is_played_once_and_said(void **state)
{
    (void)state;
    visitor_sit(&visitor, FORCED);
    assert_true(assist_do_close(&assist, "on"));
    visitor_check_said(&visitor, "penta plays it for you.");
    assist_close_threat(&assist);
    assert_string_equal(visitor_take(&visitor, OP_GAME_MOVE)->as.game_move.action, "c1");
    visitor_check_said(&visitor, "penta plays c1 for you: it is the only answer (close is on).");
    assist_close_threat(&assist);
    visitor_take_nothing(&visitor);
    assist_take_back(&assist); /* it was to be made anew by hand */
    assist_close_threat(&assist);
    visitor_take_nothing(&visitor);
}

static void nobody_is_helped_in_a_rated_game(void **state)
{
    (void)state;
    const struct settings_record settings = all_on();
    assist_take_settings(&assist, &settings);
    visitor_sit(&visitor, FORCED);
    visitor.visit.table.is_rated = true;
    assist_tell_rest(&assist);
    visitor_check_said(&visitor, "Rated game: threats are not shown or answered");
    assert_false(assist_shows_threats(&assist));
    assist_close_threat(&assist);
    assert_false(assist_do_close(&assist, "on"));
    visitor_check_said(&visitor, "Rated game: threats are not shown or answered");
    assist_do_threats(&assist, "on");
    visitor_check_said(&visitor, "Rated game: threats are not shown or answered");
    visitor_take_nothing(&visitor);
    visitor.visit.table.result = RESULT_WORD_SECOND; /* it is over, and can be looked at */
    assert_true(assist_shows_threats(&assist));
    assist_tell_rest(&assist);
    visitor_check_silent(&visitor);
}

static void a_player_who_can_win_closes_nothing(void **state)
{
    (void)state;
    visitor_sit(&visitor, THREATENED);
    assist_do_close(&assist, "on");
    assist_close_threat(&assist);
    visitor_take_nothing(&visitor);
}

static void nothing_is_played_for_a_watcher(void **state)
{
    (void)state;
    const struct settings_record settings = all_on();
    visitor.visit.plan = PLAN_WATCH;
    visitor_sit(&visitor, FORCED);
    assist_take_settings(&assist, &settings);
    assist_close_threat(&assist);
    visitor_take_nothing(&visitor);
    assert_false(assist_do_close(&assist, "on"));
    visitor_check_said(&visitor, "Spectators cannot use this.");
}

static void a_switch_is_on_or_off(void **state)
{
    (void)state;
    assist_do_threats(&assist, "on");
    visitor_check_said(&visitor, "Threats are shown");
    assert_true(assist_shows_threats(&assist));
    assist_do_threats(&assist, "of");
    visitor_check_said(&visitor, "Type threats on, or threats off.");
    assert_true(assist_shows_threats(&assist));
    assist_do_threats(&assist, "off");
    visitor_check_said(&visitor, "Threats are off.");
    assert_false(assist_shows_threats(&assist));
    assert_false(assist_do_close(&assist, ""));
    visitor_check_said(&visitor, "Type close on, or close off.");
}

static void the_command_line_goes_before_the_settings(void **state)
{
    (void)state;
    struct settings_record settings = all_on();
    settings.show_threats = SWITCH_WORD_OFF;
    visitor.invocation.options[OPTION_THREATS] = "";
    assist_init(&assist, &visitor.visit);
    assist_take_settings(&assist, &settings);
    assert_true(assist_shows_threats(&assist));
}

static void the_bell_rings_for_news_that_is_waited_for(void **state)
{
    (void)state;
    const struct settings_record settings = all_on();
    union event_body body = {.game_moved = {.by = SEAT_WORD_SECOND}};
    visitor_sit(&visitor, "");
    ring(EVENT_GAME_MOVED, &body);
    assert_int_equal(visitor.rings, 0); /* nobody wants to hear it */
    assist_take_settings(&assist, &settings);
    ring(EVENT_GAME_MOVED, &body);
    assert_int_equal(visitor.rings, 1);
    body.game_moved.by = SEAT_WORD_FIRST; /* one's own */
    ring(EVENT_GAME_MOVED, &body);
    ring(EVENT_ROOM_SAID, &body);
    assert_int_equal(visitor.rings, 1);
    ring(EVENT_ROOM_INVITED, &body);
    ring(EVENT_GAME_ENDED, &body);
    assert_int_equal(visitor.rings, 3);
}

static void a_claim_is_told_once_as_long_as_it_can_be_made(void **state)
{
    (void)state;
    assist_tell_claim(&assist, 500);
    visitor_check_silent(&visitor);
    assist_tell_claim(&assist, 0);
    visitor_check_said(&visitor, "You can claim the win now: type claim.");
    assist_tell_claim(&assist, 0);
    visitor_check_silent(&visitor);
    assist_tell_claim(&assist, NONE); /* the opponent is back */
    assist_tell_claim(&assist, 0);
    visitor_check_said(&visitor, "You can claim");
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nothing_is_played_unasked),
        TEST(the_only_answer_is_played_once_and_said),
        TEST(nobody_is_helped_in_a_rated_game),
        TEST(a_player_who_can_win_closes_nothing),
        TEST(nothing_is_played_for_a_watcher),
        TEST(a_switch_is_on_or_off),
        TEST(the_command_line_goes_before_the_settings),
        TEST(the_bell_rings_for_news_that_is_waited_for),
        TEST(a_claim_is_told_once_as_long_as_it_can_be_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
