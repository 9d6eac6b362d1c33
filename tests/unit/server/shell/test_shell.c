/* SPDX-License-Identifier: MIT */
/*
 * The shell over loopback: bytes both ways, limits, closing, timers, threads. The core
 * is a double that checks its side of the bargain in every test (bench_stop()).
 */
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/shell/shell_bench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ------------------------------------------------------------------ bytes */

static void lines_are_answered(void **state)
{
    int client;
    bench_start(*state);
    client = client_connect(*state);
    client_send(client, "echo one\n");
    client_expect(client, "one\n");
    client_send(client, "ec");
    client_send(client, "ho two\necho three\n");
    client_expect(client, "two\nthree\n");
    close(client);
    bench_stop(*state);
    assert_string_equal(((struct bench *)*state)->core_counts.address, "127.0.0.1");
}

static void many_bytes_arrive(void **state)
{
    static char line[1001];
    int client;
    bench_start(*state);
    client = client_connect(*state);
    memset(line, 'j', 999);
    memcpy(line, "junk ", 5);
    line[999] = '\n';
    for (int i = 0; i < 3000; i++)
        client_send(client, line);
    client_send(client, "count\n");
    client_expect(client, "3000000\n");
    close(client);
    bench_stop(*state);
}

static void a_long_answer_arrives_whole(void **state)
{
    int client;
    bench_start(*state);
    client = client_connect(*state);
    client_send(client, "flood 4000000\necho end\n");
    client_skip(client, 4000000);
    client_expect(client, "end\n");
    close(client);
    bench_stop(*state);
}

static void what_a_turn_says_is_one_write(void **state)
{
    struct bench *bench = *state;
    int client;
    bench_start(bench);
    client = client_connect(bench);
    client_send(client, "echo a\necho b\necho c\n");
    client_expect(client, "a\nb\nc\n");
    shell_stop(bench->shell);
    client_expect(client, "going down\n");
    client_expect_end(client);
    bench_wait(bench);
    assert_int_equal(bench->counts.writes, 2);
    assert_int_equal(bench->counts.bytes_in, 21);
    assert_int_equal(bench->counts.bytes_out, 6 + 11);
}

static void many_clients_are_served_at_once(void **state)
{
    int clients[50];
    bench_start(*state);
    for (int i = 0; i < 50; i++)
        clients[i] = client_connect(*state);
    for (int i = 0; i < 50; i++)
        client_send(clients[i], "echo hello\n");
    for (int i = 0; i < 50; i++) {
        client_expect(clients[i], "hello\n");
        close(clients[i]);
    }
    bench_stop(*state);
    assert_int_equal(((struct bench *)*state)->counts.accepted, 50);
}

/* ------------------------------------------------------------------ limits */

static void a_peer_that_reads_everything_is_not_reported(void **state)
{
    struct bench *bench = *state;
    bench_start(bench);
    int client = client_connect(bench);
    for (int i = 0; i < 20; i++) {
        client_send(client, "flood 1000\n");
        client_skip(client, 1000);
    }
    close(client);
    bench_stop(bench);
    assert_int_equal(bench->core_counts.reports, 0);
}

/* The last report is that nothing waits any more. */
static void unsent_output_is_reported_until_it_is_taken(void **state)
{
    struct bench *bench = *state;
    bench_start(bench);
    int client = client_connect_narrow(shell_port(bench->shell));
    client_send(client, "flood 3000000\n");
    client_skip(client, 3000000);
    client_send(client, "echo end\n");
    client_expect(client, "end\n");
    close(client);
    bench_stop(bench);
    assert_in_range(bench->core_counts.most_unsent, 1000000, 3003000);
    assert_true(bench->core_counts.taken >= bench->core_counts.most_unsent - 3000);
    assert_in_range(bench->core_counts.reports, 2, 1000);
    assert_int_equal(bench->core_counts.cut, 0);
}

static void what_all_are_told_is_one_piece_of_memory(void **state)
{
    struct bench *bench = *state;
    int clients[50];
    bench_start(bench);
    for (int i = 0; i < 50; i++) {
        clients[i] = client_connect(bench);
        client_send(clients[i], "echo here\n");
        client_expect(clients[i], "here\n");
    }
    client_send(clients[0], "tell everybody\n");
    for (int i = 0; i < 50; i++) {
        client_expect(clients[i], "everybody");
        close(clients[i]);
    }
    bench_stop(bench);
    assert_in_range(bench->core_counts.most_frames, 1, 10);
}

static void a_slow_reader_is_closed_and_others_are_not(void **state)
{
    static const char line[] = "flood 50000\n";
    struct bench *bench = *state;
    int slow, other;
    bench_start(bench);
    slow = client_connect(bench);
    other = client_connect(bench);
    /* Until the connection breaks: buffers of the system take some megabytes first. */
    while (send(slow, line, strlen(line), MSG_NOSIGNAL) > 0)
        ;
    assert_true(errno == ECONNRESET || errno == EPIPE);
    client_send(other, "echo still here\n");
    client_expect(other, "still here\n");
    close(slow);
    close(other);
    bench_stop(bench);
    assert_int_equal(bench->core_counts.cut, 1);
    assert_true(bench->core_counts.most_unsent > FAKE_UNSENT_MAX);
}

/* Though it begins to read: what waits for it is dropped. */
static void a_peer_that_is_cut_off_gets_no_more(void **state)
{
    static char bytes[4096];
    struct bench *bench = *state;
    size_t got = 0;
    bench_start(bench);
    int client = client_connect_narrow(shell_port(bench->shell));
    client_send(client, "flood 9000000\n");
    for (ssize_t n = 1; n > 0; got += n > 0 ? (size_t)n : 0)
        n = recv(client, bytes, sizeof(bytes), 0);
    close(client);
    bench_stop(bench);
    assert_int_equal(bench->core_counts.cut, 1);
    assert_in_range(got, 0, 1000000);
}

static void one_connection_too_many_is_told(void **state)
{
    struct bench *bench = *state;
    int first, second, third;
    bench->options.connections = 2;
    bench_start(bench);
    first = client_connect(bench);
    second = client_connect(bench);
    client_send(first, "echo 1\n");
    client_expect(first, "1\n");
    client_send(second, "echo 2\n");
    client_expect(second, "2\n");
    third = client_connect(bench);
    client_send(third, "echo what it says does not keep it from hearing why\n");
    client_expect(third, "too many\n");
    client_expect_end(third);
    client_send(first, "echo 3\n");
    client_expect(first, "3\n");
    close(first);
    close(second);
    bench_stop(bench);
    assert_int_equal(bench->counts.accepted, 2);
    assert_int_equal(bench->counts.refused, 1);
    assert_int_equal(bench->core_counts.opened, 2);
    assert_true(bench_log_has(bench, "warn too_many_connections connections=2"));
}

/* Everybody on this machine comes from one address. */
static void one_connection_too_many_from_an_address_is_told(void **state)
{
    struct bench *bench = *state;
    int first, second;
    bench->options.connections_per_address = 1;
    bench_start(bench);
    first = client_connect(bench);
    client_send(first, "echo 1\n");
    client_expect(first, "1\n");
    second = client_connect(bench);
    client_expect(second, "too many from there\n");
    client_expect_end(second);
    client_send(first, "bye\n");
    client_expect(first, "bye\n");
    client_expect_end(first);
    bench_stop(bench);
    assert_int_equal(bench->counts.accepted, 1);
    assert_int_equal(bench->counts.refused, 1);
    assert_true(bench_log_has(bench, "connections=1 address=127.0.0.1"));
}

static void a_place_that_is_free_again_is_given_away(void **state)
{
    struct bench *bench = *state;
    int client;
    bench->options.connections = 1;
    bench->options.connections_per_address = 1;
    bench_start(bench);
    client = client_connect(bench);
    client_send(client, "bye\n");
    client_expect(client, "bye\n");
    client_expect_end(client);
    /* The server learns of that close a little later than this client of its own. */
    for (bool is_served = false; !is_served;) {
        char answer[16] = "";
        client = client_connect(bench);
        client_send(client, "echo me\n");
        assert_true(recv(client, answer, sizeof(answer) - 1, 0) > 0);
        is_served = strcmp(answer, "me\n") == 0;
        close(client);
    }
    bench_stop(bench);
    assert_int_equal(bench->counts.accepted, 2);
}

/* ------------------------------------------------------------------ closing */

static void closing_delivers_everything_that_was_said(void **state)
{
    struct bench *bench = *state;
    int client;
    bench_start(bench);
    client = client_connect(bench);
    client_send(client, "flood 3000000\nbye\nflood 1000000\necho nobody listens any more\n");
    client_skip(client, 3000000);
    client_expect(client, "bye\n");
    client_send(client, "echo nor now\n");
    client_expect_end(client);
    bench_stop(bench);
}

static void a_peer_that_does_not_read_the_goodbye_is_cut_off(void **state)
{
    struct bench *bench = *state;
    int client;
    bench->options.close_ms = 30;
    bench_start(bench);
    client = client_connect(bench);
    client_send(client, "flood 4000000\nbye\n");
    client_skip(client, 1);
    bench_stop(bench);
    assert_false(bench_log_has(bench, "stopping_early"));
    close(client);
}

static void a_peer_that_ends_its_side_still_gets_the_answer(void **state)
{
    int client;
    bench_start(*state);
    client = client_connect(*state);
    client_send(client, "echo last\n");
    shutdown(client, SHUT_WR);
    client_expect(client, "last\n");
    client_expect_end(client);
    bench_stop(*state);
}

static void a_reset_connection_is_only_closed(void **state)
{
    const struct linger at_once = {.l_onoff = 1};
    int client;
    bench_start(*state);
    client = client_connect(*state);
    client_send(client, "echo 1\n");
    client_expect(client, "1\n");
    setsockopt(client, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
    close(client);
    client = client_connect(*state);
    client_send(client, "echo 2\n");
    client_expect(client, "2\n");
    close(client);
    bench_stop(*state);
}

/* ------------------------------------------------------------------ time and threads */

static void the_core_is_woken_when_it_wants(void **state)
{
    int client;
    bench_start(*state);
    client = client_connect(*state);
    client_send(client, "late\n");
    client_expect(client, "late\n");
    close(client);
    bench_stop(*state);
}

static void work_is_done_and_told(void **state)
{
    int client;
    bench_start(*state);
    client = client_connect(*state);
    client_send(client, "hash secret\n");
    client_expect(client, "hashed\n");
    close(client);
    bench_stop(*state);
}

static void too_much_work_is_refused(void **state)
{
    struct bench *bench = *state;
    int client;
    bench->options.work[WORK_CLASS_PASSWORDS].queue = 0;
    bench_start(bench);
    client = client_connect(bench);
    client_send(client, "hash one\nhash two\n");
    client_expect(client, "busy\nhashed\n");
    close(client);
    bench_stop(bench);
}

static void the_store_wakes_the_core_from_any_thread(void **state)
{
    struct bench *bench = *state;
    int client;
    bench_start(bench);
    client = client_connect(bench);
    client_send(client, "echo 1\n");
    client_expect(client, "1\n");
    shell_store_wake(bench->shell);
    client_expect(client, "stored\n");
    close(client);
    bench_stop(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BENCH(lines_are_answered),
        ON_BENCH(many_bytes_arrive),
        ON_BENCH(a_long_answer_arrives_whole),
        ON_BENCH(what_a_turn_says_is_one_write),
        ON_BENCH(many_clients_are_served_at_once),
        ON_BENCH(a_peer_that_reads_everything_is_not_reported),
        ON_BENCH(unsent_output_is_reported_until_it_is_taken),
        ON_BENCH(what_all_are_told_is_one_piece_of_memory),
        ON_BENCH(a_slow_reader_is_closed_and_others_are_not),
        ON_BENCH(a_peer_that_is_cut_off_gets_no_more),
        ON_BENCH(one_connection_too_many_is_told),
        ON_BENCH(one_connection_too_many_from_an_address_is_told),
        ON_BENCH(a_place_that_is_free_again_is_given_away),
        ON_BENCH(closing_delivers_everything_that_was_said),
        ON_BENCH(a_peer_that_does_not_read_the_goodbye_is_cut_off),
        ON_BENCH(a_peer_that_ends_its_side_still_gets_the_answer),
        ON_BENCH(a_reset_connection_is_only_closed),
        ON_BENCH(the_core_is_woken_when_it_wants),
        ON_BENCH(work_is_done_and_told),
        ON_BENCH(too_much_work_is_refused),
        ON_BENCH(the_store_wakes_the_core_from_any_thread),
    };
    return cmocka_run_group_tests_name("shell", tests, NULL, NULL);
}
