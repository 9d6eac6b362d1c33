/* SPDX-License-Identifier: MIT */
/* Turns of the loop that come too late: what is read first, and which time counts. */
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/shell/shell_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <uv.h>

/* Stalls the loop by a line of `client` for so long at the least. */
static void stall(struct bench *bench, int client, const char *lines, int64_t ms)
{
    const struct timespec pause = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    client_send(client, lines);
    fake_wait_for_stall(bench->core);
    nanosleep(&pause, NULL);
}

/* The line came while the loop was busy, and after the time was up. */
static void input_that_has_come_is_read_before_anything_falls(void **state)
{
    struct bench *bench = *state;
    bench_start(bench);
    int client = client_connect(bench);
    int other = client_connect(bench);
    client_send(other, "echo 1\n");
    client_expect(other, "1\n");
    stall(bench, client, "late\nstall\n", 2 * FAKE_LATE_MS);
    client_send(other, "tell heard\n");
    fake_end_stall(bench->core);
    client_expect(client, "heardlate\n");
    close(client);
    close(other);
    bench_stop(bench);
}

/* Reads a line. */
static void read_line(int client, char *text, size_t size)
{
    size_t len = 0;
    for (text[0] = '\0'; strchr(text, '\n') == NULL; text[++len] = '\0')
        assert_true(len < size - 1 && recv(client, text + len, 1, 0) == 1);
}

static unsigned long read_turn(int client)
{
    char text[32];
    read_line(client, text, sizeof(text));
    return strtoul(text, NULL, 10);
}

/* Output that waits for the disk is in memory like all else that a turn says. */
static void a_turn_ends_when_much_waits_for_the_disk(void **state)
{
    struct bench *bench = *state;
    bench_start(bench);
    int clients[3];
    for (int i = 0; i < 3; i++) {
        clients[i] = client_connect(bench);
        client_send(clients[i], "echo 1\n");
        client_expect(clients[i], "1\n");
    }
    stall(bench, clients[0], "stall\n", 1);
    client_send(clients[1], "turn\nkeep 5000000\n");
    client_send(clients[2], "turn\n");
    fake_end_stall(bench->core);
    assert_true(read_turn(clients[2]) > read_turn(clients[1]));
    for (int i = 0; i < 3; i++)
        close(clients[i]);
    bench_stop(bench);
}

static void read_clock(int client, long long *mono_ms_out, long long *stood_ms_out)
{
    char text[64];
    client_send(client, "clock\n");
    read_line(client, text, sizeof(text));
    assert_int_equal(sscanf(text, "%lld %lld", mono_ms_out, stood_ms_out), 2);
}

#define STALL_MS 1200

static void time_in_which_the_loop_stands_is_left_out(void **state)
{
    struct bench *bench = *state;
    long long before_ms, after_ms, stood_before_ms, stood_ms;
    int64_t started_ms = (int64_t)(uv_hrtime() / 1000000);
    bench_start(bench);
    int client = client_connect(bench);
    int64_t began_ms = (int64_t)(uv_hrtime() / 1000000);
    read_clock(client, &before_ms, &stood_before_ms);
    int64_t here_ms = (int64_t)(uv_hrtime() / 1000000);
    assert_true(stood_before_ms <= here_ms - started_ms + 1); /* not since the machine began */
    stall(bench, client, "stall\n", STALL_MS);
    fake_end_stall(bench->core);
    read_clock(client, &after_ms, &stood_ms);
    int64_t passed_ms = (int64_t)(uv_hrtime() / 1000000) - began_ms + 1;
    stood_ms -= stood_before_ms;
    assert_true(stood_ms >= STALL_MS - 1 && stood_ms <= passed_ms);
    assert_true(after_ms >= before_ms);
    bench_wait_for_log(bench, "warn stood_still ms=");
    close(client);
    bench_stop(bench);
    assert_true(bench->counts.stood_ms >= (uint64_t)stood_ms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BENCH(input_that_has_come_is_read_before_anything_falls),
        ON_BENCH(a_turn_ends_when_much_waits_for_the_disk),
        ON_BENCH(time_in_which_the_loop_stands_is_left_out),
    };
    return cmocka_run_group_tests_name("turn", tests, NULL, NULL);
}
