/* SPDX-License-Identifier: MIT */
/*
 * Thoughts on another thread: each question is answered or dropped, and nothing is told after a
 * stop.
 */
#include "client/cli/play/thinker.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

static uv_loop_t loop;
static struct thinker thinker;
static int told;
static int error;
static struct action action;

static void on_done(void *ctx, int failed, const struct thought *thought)
{
    assert_ptr_equal(ctx, &loop);
    told++;
    error = failed;
    action = thought->prospects[0].action;
}

static int set_up(void **state)
{
    (void)state;
    told = 0;
    error = 0;
    uv_loop_init(&loop);
    thinker_init(&thinker, &loop, on_done, &loop);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    uv_run(&loop, UV_RUN_DEFAULT);
    thinker_deinit(&thinker);
    return uv_loop_close(&loop);
}

static void ask(const char *key, enum variant_id id, const char *actions)
{
    struct game game;
    struct opponent who = {.computer = computer_find(key, strlen(key))};
    who.level = who.computer->levels;
    assert_int_equal(game_parse(&game, variant_get(id), actions, strlen(actions), NULL), 0);
    thinker_ask(&thinker, &who, &game, 1);
}

static void assert_answer(const char *text)
{
    char at[ACTION_TEXT_SIZE];
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(told, 1);
    assert_int_equal(error, 0);
    action_format(variant_get(VARIANT_MINI), action, at);
    assert_string_equal(at, text);
    told = 0;
}

static void a_question_is_answered_and_so_is_the_next(void **state)
{
    (void)state;
    ask("perfect", VARIANT_MINI, "a1 b2 a2 b1");
    assert_answer("a3");
    ask("rated1", VARIANT_MINI, "a1 b2 c1 b1");
    assert_answer("b3");
}

static void only_the_last_question_is_answered(void **state)
{
    (void)state;
    ask("pentad", VARIANT_CLASSIC, "j10 k11");
    ask("pentad", VARIANT_FREESTYLE15, "h8");
    ask("perfect", VARIANT_MINI, "a1 b2 a2 b1");
    assert_answer("a3");
}

static void nothing_is_told_after_a_stop(void **state)
{
    (void)state;
    ask("pentad", VARIANT_CLASSIC, "j10 k11 l12 m14");
    thinker_stop(&thinker);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(told, 0);
    ask("perfect", VARIANT_MINI, "a1 b2 a2 b1");
    assert_answer("a3");
}

int main(void)
{
#define THINKER_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        THINKER_TEST(a_question_is_answered_and_so_is_the_next),
        THINKER_TEST(only_the_last_question_is_answered),
        THINKER_TEST(nothing_is_told_after_a_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
