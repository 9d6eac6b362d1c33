/* SPDX-License-Identifier: MIT */
/*
 * penta rules: the rules, the picture and the advice, in windows that have room for all of it or
 * not. No server is asked.
 */
#include "penta_run.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

#define MINI_ADVICE "- X: begin in the middle."

static bool is_shown(const char *text)
{
    return strstr(run.penta.text, text) != NULL;
}

static void advice_stands_below_the_picture(void **state)
{
    (void)state;
    penta_run_start("rules mini");
    penta_run_check_end(0, "Tic-tac-toe (mini)\n- The board has 3 columns and 3 rows.\n");
    assert_true(is_shown("   a   b   c\nAdvice\n" MINI_ADVICE));
}

/* Of 24 rows the rules of mini leave enough for its advice, those of classic do not. */
static void a_low_window_shows_the_rules_and_how_to_ask_for_advice(void **state)
{
    (void)state;
    penta_run_start_screen("rules mini --no-color");
    penta_run_check_end(0, MINI_ADVICE);
    assert_false(is_shown("--advice"));
    penta_run_start_screen("rules classic --no-color");
    penta_run_check_end(0, "Advice: penta rules classic --advice\r\n");
    assert_true(is_shown("Exactly 5 in a row win"));
    assert_false(is_shown("two lines of your opponent cross"));
}

static void advice_alone_has_neither_rules_nor_picture(void **state)
{
    (void)state;
    penta_run_start("rules classic --advice");
    penta_run_check_end(0, "Five in a row (classic)\nAdvice\n- Squares where two lines of your "
                           "opponent cross decide the game");
    assert_false(is_shown("in a row win"));
    assert_false(is_shown("14"));
}

static void without_a_game_they_are_listed(void **state)
{
    (void)state;
    penta_run_start("rules");
    penta_run_check_end(0, "How one is played: penta rules GAME\n");
    assert_true(is_shown("  strategic_hyper "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(advice_stands_below_the_picture),
        PENTA_TEST(a_low_window_shows_the_rules_and_how_to_ask_for_advice),
        PENTA_TEST(advice_alone_has_neither_rules_nor_picture),
        PENTA_TEST(without_a_game_they_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
