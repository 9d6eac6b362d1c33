/* SPDX-License-Identifier: MIT */
/*
 * Thoughts on the worker threads: the first look of each is told while their class is busy, shares
 * take turns, and they run only when nothing else wants to.
 */
#include "server/shell/workers.h"
#include "tests/support/cmocka_all.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct desk {
    uv_loop_t loop;
    struct workers *workers;
    size_t count;
    uint64_t jobs[8];
    struct work_result last;
    size_t told;
    uint64_t told_job;
    uint16_t permille;
};

static void on_done(void *ctx, uint64_t job, const struct work_result *result)
{
    struct desk *desk = ctx;
    desk->jobs[desk->count++] = job;
    desk->last = *result;
    uv_stop(&desk->loop);
}

static void on_progress(void *ctx, uint64_t job, const struct work_result *so_far)
{
    struct desk *desk = ctx;
    desk->told++;
    desk->told_job = job;
    desk->permille = so_far->permille;
    uv_stop(&desk->loop);
}

static void look(const struct work *work, struct work_result *result, struct working *working)
{
    result->permille = (uint16_t)work->as.think.seed;
    working_tell(working, result);
}

static work_run_fn *const looks[WORK_KIND_COUNT] = {[WORK_THINK] = look};

static atomic_bool may_think;
static atomic_uint begun;

static void run_when_told(const struct work *work, struct work_result *result,
                          struct working *working)
{
    (void)work;
    atomic_fetch_add(&begun, 1);
    while (!atomic_load(&may_think) && !working_is_stopped(working))
        sched_yield();
    result->ok = true;
#ifdef SCHED_IDLE
    result->permille = sched_getscheduler(0) == SCHED_IDLE ? 1 : 0;
#endif
}

static work_run_fn *const thoughts[WORK_KIND_COUNT] = {[WORK_THINK] = run_when_told};

static int setup(void **state)
{
    struct desk *desk = calloc(1, sizeof(*desk));
    assert_int_equal(uv_loop_init(&desk->loop), 0);
    *state = desk;
    return 0;
}

static int teardown(void **state)
{
    struct desk *desk = *state;
    workers_free(desk->workers);
    uv_run(&desk->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&desk->loop), 0);
    free(desk);
    return 0;
}

static void start(struct desk *desk)
{
    const struct workers_options options = {
        .sizes = {[WORK_CLASS_LOOKS] = {1, 0}, [WORK_CLASS_THOUGHTS] = {1, 8}},
        .runs = thoughts,
        .looks = looks,
        .done = on_done,
        .progress = on_progress,
        .ctx = desk};
    desk->workers = workers_new(&desk->loop, &options);
    assert_non_null(desk->workers);
}

static void wait_for(struct desk *desk, size_t count)
{
    while (desk->count < count)
        uv_run(&desk->loop, UV_RUN_DEFAULT);
}

static void submit_thought(struct desk *desk, uint64_t job, uint64_t share)
{
    const struct work work = {.kind = WORK_THINK, .share = share, .as.think.seed = job};
    assert_true(workers_submit(desk->workers, job, &work));
}

static void wait_for_look(struct desk *desk, uint64_t job)
{
    while (desk->told_job != job)
        uv_run(&desk->loop, UV_RUN_DEFAULT);
}

/* Nothing is thought about yet, and each look is told. */
static void a_look_is_told_while_all_threads_of_the_class_are_busy(void **state)
{
    struct desk *desk = *state;
    atomic_store(&may_think, false);
    start(desk);
    for (uint64_t job = 1; job <= 3; job++) {
        submit_thought(desk, job, 0);
        wait_for_look(desk, job);
        assert_int_equal(desk->permille, job);
    }
    assert_int_equal(desk->count, 0);
    assert_int_equal(desk->told, 3);
    assert_true(workers_drop(desk->workers, 2)); /* the third may be in the hands of who looked */
    atomic_store(&may_think, true);
    wait_for(desk, 2);
    assert_true(desk->last.ok);
    assert_int_equal(desk->told, 3);
#ifdef SCHED_IDLE
    assert_int_equal(desk->last.permille, 1);
#endif
}

static void shares_take_turns(void **state)
{
    static const uint64_t shares[] = {7, 7, 7, 8, 0, 8};
    static const uint64_t order[] = {1, 2, 4, 5, 3, 6};
    struct desk *desk = *state;
    atomic_store(&may_think, false);
    atomic_store(&begun, 0);
    start(desk);
    for (uint64_t job = 1; job <= 6; job++) {
        submit_thought(desk, job, shares[job - 1]);
        wait_for_look(desk, job);
        while (atomic_load(&begun) == 0) /* the first one waits no more; the loop hands it out */
            uv_run(&desk->loop, UV_RUN_NOWAIT);
    }
    atomic_store(&may_think, true);
    wait_for(desk, 6);
    assert_memory_equal(desk->jobs, order, sizeof(order));
}

#define ON_LOOP(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_LOOP(a_look_is_told_while_all_threads_of_the_class_are_busy),
        ON_LOOP(shares_take_turns),
    };
    return cmocka_run_group_tests_name("looks", tests, NULL, NULL);
}
