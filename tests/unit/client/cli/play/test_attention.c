/* SPDX-License-Identifier: MIT */
/*
 * The focus of the terminal is told to the server of one's own rated games, and the player knows.
 */
#include "client/cli/play/show.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

static struct visitor visitor;
static struct attention attention;

static int set_up(void **state)
{
    (void)state;
    visitor_init(&visitor, PLAN_PLAY, OP_AUTH_LOGIN);
    visitor.visit.is_person = true;
    attention = (struct attention){.visit = &visitor.visit};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static void sit(bool is_rated)
{
    visitor_sit(&visitor, "");
    visitor.visit.table.is_rated = is_rated;
}

static void check_told(int focus)
{
    assert_int_equal(visitor_take(&visitor, OP_GAME_FOCUS)->as.game_focus.focus, focus);
}

static void each_change_is_told_once(void **state)
{
    (void)state;
    sit(true);
    attention_tell(&attention);
    visitor_take_nothing(&visitor);
    attention_take(&attention, true);
    check_told(FOCUS_WORD_LOST);
    attention_take(&attention, true);
    attention_tell(&attention);
    visitor_take_nothing(&visitor);
    attention_take(&attention, false);
    check_told(FOCUS_WORD_BACK);
}

static void the_player_is_told_once_that_it_is_kept(void **state)
{
    (void)state;
    sit(true);
    attention_take(&attention, true);
    visitor_check_said(&visitor, " moderators can see when you switch to another window");
    attention_take(&attention, false);
    visitor_check_silent(&visitor);
}

static void who_is_away_when_a_game_begins_is_told_so(void **state)
{
    (void)state;
    attention_take(&attention, true);
    visitor_take_nothing(&visitor);
    sit(true);
    attention_tell(&attention);
    check_told(FOCUS_WORD_LOST);
}

static void another_connection_is_told_anew(void **state)
{
    (void)state;
    sit(true);
    attention_take(&attention, true);
    check_told(FOCUS_WORD_LOST);
    attention_forget(&attention);
    attention_tell(&attention);
    check_told(FOCUS_WORD_LOST);
}

static void unrated_games_and_scripts_tell_nothing(void **state)
{
    (void)state;
    sit(false);
    attention_take(&attention, true);
    visitor_take_nothing(&visitor);
    visitor.visit.table.is_rated = true;
    visitor.visit.is_person = false;
    attention_tell(&attention);
    visitor_take_nothing(&visitor);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_change_is_told_once),
        TEST(the_player_is_told_once_that_it_is_kept),
        TEST(who_is_away_when_a_game_begins_is_told_so),
        TEST(another_connection_is_told_anew),
        TEST(unrated_games_and_scripts_tell_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
