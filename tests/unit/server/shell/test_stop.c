/* SPDX-License-Identifier: MIT */
/*
 * Stopping the shell: everybody is told, everything is saved, within the time that it may take. And
 * the signals. The core is the double that the other tests of the shell have.
 */
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/shell/shell_bench.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void stopping_says_goodbye_to_everybody(void **state)
{
    int one, other;
    bench_start(*state);
    one = client_connect(*state);
    other = client_connect(*state);
    client_send(one, "echo 1\n");
    client_expect(one, "1\n");
    client_send(other, "echo 2\n");
    client_expect(other, "2\n");
    shell_stop(((struct bench *)*state)->shell);
    client_expect(one, "going down\n");
    client_expect_end(one);
    client_expect(other, "going down\n");
    client_expect_end(other);
    bench_wait(*state);
}

static void stopping_waits_for_the_store(void **state)
{
    struct bench *bench = *state;
    int client;
    bench_start(bench);
    client = client_connect(bench);
    client_send(client, "hold\n");
    client_send(client, "echo 1\n");
    client_expect(client, "1\n");
    shell_stop(bench->shell);
    client_expect(client, "going down\n");
    shell_store_wake(bench->shell);
    client_expect(client, "stored\n");
    client_expect_end(client);
    bench_wait(bench);
    assert_false(bench_log_has(bench, "stopping_early"));
}

static void stopping_takes_no_longer_than_it_may(void **state)
{
    struct bench *bench = *state;
    int client;
    bench->options.shutdown_ms = 30;
    bench_start(bench);
    client = client_connect(bench);
    client_send(client, "hold\n");
    client_send(client, "echo 1\n");
    client_expect(client, "1\n");
    bench_stop(bench);
    assert_true(bench_log_has(bench, "warn stopping_early because=shutdown_ms is_saved=no"));
    close(client);
}

static void signals_stop_it(void **state)
{
    struct bench *bench = *state;
    int client;
    bench_start(bench);
    client = client_connect(bench);
    client_send(client, "hold\n");
    client_send(client, "echo 1\n");
    client_expect(client, "1\n");
    kill(getpid(), SIGTERM);
    client_expect(client, "going down\n");
    assert_true(bench_log_has(bench, "info stopping because=SIGTERM connections=1"));
    /* The second one does not wait for the store. */
    kill(getpid(), SIGINT);
    client_expect_end(client);
    bench_wait(bench);
    assert_true(bench_log_has(bench, "warn stopping_early because=SIGINT is_saved=no"));
}

static void a_signal_before_it_runs_counts(void **state)
{
    struct bench *bench = *state;
    bench_make(bench);
    kill(getpid(), SIGTERM);
    bench_run(bench);
    bench_wait(bench);
    assert_true(bench_log_has(bench, "info stopping because=SIGTERM connections=0"));
}

static void sighup_opens_the_log_again(void **state)
{
    struct bench *bench = *state;
    char renamed[128];
    bench_start(bench);
    snprintf(renamed, sizeof(renamed), "%s.1", bench->log_path);
    assert_int_equal(rename(bench->log_path, renamed), 0);
    /* Its handler is there once a client was served. */
    int client = client_connect(bench);
    client_send(client, "echo 1\n");
    client_expect(client, "1\n");
    kill(getpid(), SIGHUP);
    while (access(bench->log_path, F_OK) != 0)
        sched_yield();
    close(client);
    bench_stop(bench);
    assert_false(bench_log_has(bench, "stopping"));
    assert_int_equal(unlink(renamed), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BENCH(stopping_says_goodbye_to_everybody),   ON_BENCH(stopping_waits_for_the_store),
        ON_BENCH(stopping_takes_no_longer_than_it_may), ON_BENCH(signals_stop_it),
        ON_BENCH(a_signal_before_it_runs_counts),       ON_BENCH(sighup_opens_the_log_again),
    };
    return cmocka_run_group_tests_name("stop", tests, NULL, NULL);
}
