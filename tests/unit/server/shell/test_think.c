/* SPDX-License-Identifier: MIT */
/*
 * Thoughts of computers on the threads of the server: legal, within their time, stopped when nobody
 * wants them, by every row of the table.
 */
#include "brain/computer.h"
#include "server/shell/think.h"
#include "server/shell/work_runs.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/lift.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define THINKERS 2
#define WITHIN_MS 30
#define LONG_MS 600000 /* longer than a test may take */
#define NOBODY 1000    /* a level that no computer has */

struct desk {
    uv_loop_t loop;
    struct workers *workers;
    struct work_means means;
    size_t done;
    struct work_result last;
    size_t looks;
    struct work_result look;
};

static void on_done(void *ctx, uint64_t job, const struct work_result *result)
{
    struct desk *desk = ctx;
    (void)job;
    desk->done++;
    desk->last = *result;
    uv_stop(&desk->loop);
}

static void on_look(void *ctx, uint64_t job, const struct work_result *so_far)
{
    struct desk *desk = ctx;
    (void)job;
    assert_true(so_far->ok);
    desk->looks++;
    desk->look = *so_far;
    uv_stop(&desk->loop);
}

static int setup(void **state)
{
    struct desk *desk = calloc(1, sizeof(*desk));
    assert_int_equal(uv_loop_init(&desk->loop), 0);
    desk->means.think = think_new();
    const struct workers_options options = {
        .sizes = {[WORK_CLASS_LOOKS] = {1, 0}, [WORK_CLASS_THOUGHTS] = {THINKERS, 8}},
        .runs = work_runs,
        .looks = work_looks,
        .means = &desk->means,
        .done = on_done,
        .progress = on_look,
        .ctx = desk};
    desk->workers = workers_new(&desk->loop, &options);
    assert_non_null(desk->workers);
    lift_threads(getpid(), THINKERS);
    *state = desk;
    return 0;
}

static int teardown(void **state)
{
    struct desk *desk = *state;
    workers_free(desk->workers);
    uv_run(&desk->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&desk->loop), 0);
    think_free(desk->means.think);
    free(desk);
    return 0;
}

static void submit(struct desk *desk, const struct work_think *question)
{
    const struct work work = {.kind = WORK_THINK, .as.think = *question};
    assert_true(workers_submit(desk->workers, 1, &work));
}

static void wait_for(struct desk *desk, size_t done)
{
    while (desk->done < done)
        uv_run(&desk->loop, UV_RUN_DEFAULT);
}

static void check_legal(const struct variant *variant, const char *text)
{
    struct game game;
    struct action action;
    game_init(&game, variant);
    assert_int_equal(action_parse(variant, text, strlen(text), &action), 0);
    assert_int_equal(game_check(&game, action), 0);
}

static void every_row_answers_in_every_game_that_it_plays(void **state)
{
    struct desk *desk = *state;
    for (int id = 0; id < COMPUTER_COUNT; id++) {
        const struct computer *computer = computer_get((enum computer_id)id);
        for (int at = 0; at < VARIANT_COUNT; at++) {
            const struct variant *variant = variant_get((enum variant_id)at);
            const struct work_think question = {.variant = variant->key,
                                                .actions = "",
                                                .computer = computer->key,
                                                .level = computer->levels,
                                                .seed = 1,
                                                .within_ms = WITHIN_MS};
            if (!computer_plays(computer, variant))
                continue;
            submit(desk, &question);
            wait_for(desk, desk->done + 1);
            assert_true(desk->last.ok);
            check_legal(variant, desk->last.as.think.action);
        }
    }
}

/* A question to the strongest level, which takes some milliseconds on one machine and seconds on
 * another: nothing here asks how long. */
static const struct work_think deep = {.variant = "classic",
                                       .actions = "j10 l12 h8 m9",
                                       .computer = "pentad",
                                       .level = 10,
                                       .within_ms = LONG_MS};

static void time_that_is_up_ends_a_thought(void **state)
{
    struct desk *desk = *state;
    struct work_think question = deep;
    question.within_ms = 0; /* was up before it began */
    submit(desk, &question);
    wait_for(desk, 1);
    assert_true(desk->last.ok && desk->last.as.think.was_cut);
}

/* Before the thought comes, and by few positions. */
static void a_first_look_is_an_answer(void **state)
{
    struct desk *desk = *state;
    submit(desk, &deep);
    while (desk->looks == 0)
        uv_run(&desk->loop, UV_RUN_DEFAULT);
    check_legal(variant_get(VARIANT_CLASSIC), desk->look.as.think.action);
    assert_in_range(desk->look.as.think.nodes, 1, 256);
    if (!workers_drop(desk->workers, 1))
        wait_for(desk, 1);
}

/* Whether it was stopped or was over already depends on the machine; test_workers.c has jobs that
 * run until they are stopped. */
static void a_thought_that_nobody_wants_comes_to_its_end(void **state)
{
    struct desk *desk = *state;
    submit(desk, &deep);
    if (workers_drop(desk->workers, 1))
        return;
    wait_for(desk, 1);
    assert_true(desk->last.is_stopped || desk->last.ok);
}

static void two_may_make_the_same_tables_at_once(void **state)
{
    struct desk *desk = *state;
    struct work_think question = deep;
    question.within_ms = WITHIN_MS;
    submit(desk, &question);
    submit(desk, &question);
    wait_for(desk, 2);
    assert_true(desk->last.ok);
}

static void a_question_that_nobody_can_answer_fails(void **state)
{
    struct desk *desk = *state;
    struct work_think questions[] = {deep, deep, deep, deep};
    questions[0].computer = "nobody";
    questions[1].variant = "chess";
    questions[2].actions = "j10 j10";
    questions[3].level = NOBODY;
    for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
        submit(desk, &questions[i]);
        wait_for(desk, i + 1);
        assert_false(desk->last.ok);
        assert_false(desk->last.lacks_memory);
    }
}

/* Of the empty board it has learnt that c3 is best; then that nothing is known. */
static void table_plays_by_the_experience_that_it_is_given(void **state)
{
    struct desk *desk = *state;
    struct work_think question = {.variant = "mini",
                                  .actions = "",
                                  .computer = "table",
                                  .level = 1,
                                  .experience = "......... 9 9 9 9 9 9 9 9 1000\n",
                                  .within_ms = LONG_MS};
    for (question.seed = 0; question.seed < 10; question.seed++) {
        submit(desk, &question);
        wait_for(desk, desk->done + 1);
        assert_string_equal(desk->last.as.think.action, "c3");
    }
    question.learns = 1;
    question.experience = "......... 1000 1000 1000 1000 1000 1000 1000 1000 999\n";
    unsigned best = 0;
    for (question.seed = 0; question.seed < 60; question.seed++) {
        submit(desk, &question);
        wait_for(desk, desk->done + 1);
        best += strcmp(desk->last.as.think.action, "c3") == 0;
    }
    assert_in_range(best, 1, 59);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_row_answers_in_every_game_that_it_plays),
        TEST(time_that_is_up_ends_a_thought),
        TEST(a_first_look_is_an_answer),
        TEST(a_thought_that_nobody_wants_comes_to_its_end),
        TEST(two_may_make_the_same_tables_at_once),
        TEST(table_plays_by_the_experience_that_it_is_given),
        TEST(a_question_that_nobody_can_answer_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
