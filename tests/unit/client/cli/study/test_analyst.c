/* SPDX-License-Identifier: MIT */
/*
 * Analyses on another thread: each question is answered or dropped, progress may be looked at
 * meanwhile, and a stop gives what is known if it is wanted.
 */
#include "brain/analysis/verdict.h"
#include "brain/error.h"
#include "client/cli/study/analyst.h"
#include "tests/support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#define MOVES "h10 a1 i10 a3 j10 a5"
#define LONG_MOVES "j10 k11 k10 i10 l10 m10 l11 j9 m12 n13 i8"

static uv_loop_t loop;
static struct analyst *analyst;
static int told;
static int error;

static void on_done(void *ctx, int failed)
{
    assert_ptr_equal(ctx, &loop);
    told++;
    error = failed;
}

static int set_up(void **state)
{
    (void)state;
    told = 0;
    error = 0;
    analyst = malloc(sizeof(*analyst));
    assert_non_null(analyst);
    uv_loop_init(&loop);
    analyst_init(analyst, &loop, on_done, &loop);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    uv_run(&loop, UV_RUN_DEFAULT);
    free(analyst);
    return uv_loop_close(&loop);
}

static void ask(enum variant_id id, const char *actions, uint64_t nodes)
{
    struct game game;
    assert_int_equal(game_parse(&game, variant_get(id), actions, strlen(actions), NULL), 0);
    analyst_ask(analyst, &game, SEAT_NONE, nodes, 0);
}

static void a_game_is_analysed_and_so_is_the_next(void **state)
{
    (void)state;
    unsigned percent;
    int64_t left_ms;
    ask(VARIANT_CLASSIC, MOVES, 300);
    analyst_look(analyst, &percent, &left_ms);
    assert_in_range(percent, 0, 100);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(told, 1);
    assert_int_equal(error, 0);
    assert_int_equal(verdict_loss(&analyst->analysis).ply, 5);
    analyst_look(analyst, &percent, &left_ms);
    assert_int_equal(percent, 100);
    ask(VARIANT_MINI, "a1 a2 b1 b2 c3 c2", 300);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(told, 2);
    assert_int_equal(error, 0);
    assert_int_equal(verdict_loss(&analyst->analysis).ply, 4);
    ask(VARIANT_MINI, "", 300);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(told, 3);
    assert_int_equal(error, ERR_NOTHING_TO_DO);
}

static void only_the_last_question_is_answered(void **state)
{
    (void)state;
    ask(VARIANT_CLASSIC, LONG_MOVES, 10000000);
    ask(VARIANT_FREESTYLE15, "h8 a1", 10000000);
    ask(VARIANT_CLASSIC, MOVES, 300);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(told, 1);
    assert_int_equal(verdict_loss(&analyst->analysis).ply, 5);
}

static void stopping_tells_what_is_known_if_asked_to(void **state)
{
    (void)state;
    ask(VARIANT_CLASSIC, LONG_MOVES, 10000000);
    analyst_stop(analyst, true);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(told, 1);
    assert_int_equal(error, 0);
    assert_true(analyst->analysis.was_stopped);
    ask(VARIANT_CLASSIC, LONG_MOVES, 10000000);
    analyst_stop(analyst, false);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(told, 1);
}

int main(void)
{
#define ANALYST_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        ANALYST_TEST(a_game_is_analysed_and_so_is_the_next),
        ANALYST_TEST(only_the_last_question_is_answered),
        ANALYST_TEST(stopping_tells_what_is_known_if_asked_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
