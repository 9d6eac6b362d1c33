/* SPDX-License-Identifier: MIT */
/*
 * Waking the loop, and work of the lowest class that goes there and back: by counts of what could
 * make the loop wait for a thread that gets no processor. libuv calls what is defined here.
 */
#define _GNU_SOURCE /* syscall */
#include "server/shell/workers.h"
#include "tests/support/cmocka_all.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#define JOBS 40
#define TOLD_BY_JOB 50

static atomic_uint yields, sends, locks;

int sched_yield(void)
{
    atomic_fetch_add(&yields, 1);
    return (int)syscall(SYS_sched_yield);
}

int uv_async_send(uv_async_t *async)
{
    (void)async;
    atomic_fetch_add(&sends, 1);
    return 0;
}

void uv_mutex_lock(uv_mutex_t *mutex)
{
    atomic_fetch_add(&locks, 1);
    (void)pthread_mutex_lock(mutex);
}

struct desk {
    uv_loop_t loop;
    struct workers *workers;
    unsigned told, done;
};

static void on_progress(void *ctx, uint64_t job, const struct work_result *so_far)
{
    struct desk *desk = ctx;
    assert_in_range(job, 1, JOBS);
    assert_in_range(so_far->permille, 1, TOLD_BY_JOB);
    desk->told++;
}

static void on_done(void *ctx, uint64_t job, const struct work_result *result)
{
    struct desk *desk = ctx;
    assert_in_range(job, 1, JOBS);
    assert_true(result->ok);
    if (++desk->done == JOBS)
        uv_stop(&desk->loop);
}

static void tell_often(const struct work *work, struct work_result *result, struct working *working)
{
    (void)work;
    for (uint16_t i = 1; i <= TOLD_BY_JOB; i++) {
        result->permille = i;
        working_tell(working, result);
    }
    result->ok = true;
}

static void nobody_waits_for_a_thread_of_the_lowest_class(void **state)
{
    static work_run_fn *const runs[WORK_KIND_COUNT] = {[WORK_THINK] = tell_often};
    struct desk desk = {0};
    const struct workers_options options = {.sizes = {[WORK_CLASS_THOUGHTS] = {3, JOBS}},
                                            .runs = runs,
                                            .done = on_done,
                                            .progress = on_progress,
                                            .ctx = &desk};
    const struct work work = {.kind = WORK_THINK};
    (void)state;
    assert_int_equal(uv_loop_init(&desk.loop), 0);
    desk.workers = workers_new(&desk.loop, &options);
    assert_non_null(desk.workers);
    for (uint64_t job = 1; job <= JOBS; job++)
        assert_true(workers_submit(desk.workers, job, &work));
    uv_run(&desk.loop, UV_RUN_DEFAULT);
    assert_int_equal(desk.done, JOBS);
    assert_true(desk.told > 0);
    assert_int_equal(atomic_load(&yields), 0);
    assert_int_equal(atomic_load(&sends), 0);
    assert_int_equal(atomic_load(&locks), 0);
    workers_free(desk.workers);
    uv_run(&desk.loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&desk.loop), 0);
}

/* ------------------------------------------------------------------ a wake alone */

#define WAKES 1000

static void on_wake(void *ctx)
{
    struct desk *desk = ctx;
    desk->told++;
    uv_stop(&desk->loop);
}

static void wake_often(void *arg)
{
    const struct wake *wake = arg;
    for (int i = 0; i < WAKES; i++)
        wake_send(wake);
}

static void every_wake_is_followed_by_a_look(void **state)
{
    struct desk desk = {0};
    struct wake wake;
    uv_thread_t thread;
    (void)state;
    assert_int_equal(uv_loop_init(&desk.loop), 0);
    assert_int_equal(wake_init(&wake, &desk.loop, on_wake, &desk), 0);
    assert_int_equal(uv_thread_create(&thread, wake_often, &wake), 0);
    uv_run(&desk.loop, UV_RUN_DEFAULT);
    uv_thread_join(&thread);
    uv_run(&desk.loop, UV_RUN_NOWAIT); /* those that came since */
    assert_in_range(desk.told, 1, WAKES);
    unsigned told = desk.told;
    wake_send(&wake);
    uv_run(&desk.loop, UV_RUN_DEFAULT);
    assert_int_equal(desk.told, told + 1);
    wake_close(&wake, NULL);
    uv_run(&desk.loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&desk.loop), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_waits_for_a_thread_of_the_lowest_class),
        cmocka_unit_test(every_wake_is_followed_by_a_look),
    };
    return cmocka_run_group_tests_name("wake", tests, NULL, NULL);
}
