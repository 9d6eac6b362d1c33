/* SPDX-License-Identifier: MIT */
/*
 * Answers to a monitoring system, over a port of its own: the metrics, whether the server is well,
 * and the errors that HTTP has for everything else. The core is the double of the other tests of
 * the shell.
 */
#include "server/shell/http.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/free_port.h"
#include "tests/unit/server/shell/shell_bench.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define ANSWER_SIZE 16384

static struct bench *start(void **state)
{
    struct bench *bench = *state;
    bench->options.listen[LISTENER_METRICS] = (struct listen_at){
        .address = "127.0.0.1", .port = free_port(), .backlog = HTTP_CONNECTIONS_MAX};
    bench->options.metrics_name = "pentad";
    bench_start(bench);
    return bench;
}

static int ask(const struct bench *bench, const char *request)
{
    int fd = client_connect_to(bench->options.listen[LISTENER_METRICS].port);
    client_send(fd, request);
    return fd;
}

/* All that comes until the end. */
static void read_answer(int fd, char answer_out[ANSWER_SIZE])
{
    size_t len = 0;
    ssize_t count;
    while ((count = read(fd, answer_out + len, ANSWER_SIZE - 1 - len)) > 0)
        len += (size_t)count;
    answer_out[len] = '\0';
    close(fd);
}

static void get(const struct bench *bench, const char *request, char answer_out[ANSWER_SIZE])
{
    read_answer(ask(bench, request), answer_out);
}

static void assert_has(const char *answer, const char *text)
{
    if (strstr(answer, text) == NULL)
        fail_msg("\"%s\" is not in:\n%s", text, answer);
}

static void metrics_are_told_in_the_format_of_prometheus(void **state)
{
    struct bench *bench = start(state);
    int client = client_connect(bench);
    char answer[ANSWER_SIZE];
    client_send(client, "echo 1\n");
    client_expect(client, "1\n");
    get(bench, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", answer);
    assert_has(answer, "HTTP/1.1 200 OK\r\n");
    assert_has(answer, "Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n");
    assert_has(answer, "# TYPE pentad_connections gauge\npentad_connections 1\n");
    assert_has(answer, "pentad_accepted_total 1\n");
    assert_has(answer, "pentad_received_bytes_total 7\n");
    assert_has(answer, "# TYPE pentad_requests_total counter\n"
                       "pentad_requests_total{op=\"game.move\"} 12\n"
                       "pentad_requests_total{op=\"ping\"} 3\n");
    assert_has(answer, "pentad_errors_total{code=\"occupied\"} 1\n");
    assert_has(answer, "process_cpu_seconds_total ");
    assert_null(strstr(answer, "process_resident_memory_bytes 0\n"));
    close(client);
    bench_stop(bench);
}

static void a_histogram_counts_all_below_each_bound(void **state)
{
    struct bench *bench = start(state);
    char answer[ANSWER_SIZE];
    get(bench, "GET /metrics HTTP/1.0\r\n\r\n", answer);
    assert_has(answer, "pentad_commit_seconds_bucket{le=\"0.001\"} 5\n"
                       "pentad_commit_seconds_bucket{le=\"0.002\"} 5\n"
                       "pentad_commit_seconds_bucket{le=\"0.005\"} 6\n");
    assert_has(answer, "pentad_commit_seconds_bucket{le=\"30\"} 6\n"
                       "pentad_commit_seconds_bucket{le=\"+Inf\"} 7\n"
                       "pentad_commit_seconds_sum 31.007\n"
                       "pentad_commit_seconds_count 7\n");
    bench_stop(bench);
}

static void health_is_whether_anything_can_be_stored(void **state)
{
    struct bench *bench = start(state);
    int client = client_connect(bench);
    char answer[ANSWER_SIZE];
    get(bench, "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", answer);
    assert_has(answer, "HTTP/1.1 200 OK\r\n");
    assert_has(answer, "\r\n\r\nok\n");
    client_send(client, "hold\necho 1\n");
    client_expect(client, "1\n");
    get(bench, "GET /health?verbose=1 HTTP/1.1\r\nHost: localhost\r\n\r\n", answer);
    assert_has(answer, "HTTP/1.1 503 Service Unavailable\r\n");
    shell_store_wake(bench->shell);
    client_expect(client, "stored\n");
    close(client);
    bench_stop(bench);
}

static void everything_else_is_an_error_of_http(void **state)
{
    static const struct {
        const char *request;
        const char *status;
    } rows[] = {
        {"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 404 Not Found\r\n"},
        {"GET /metricsmetrics HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 404 Not Found\r\n"},
        {"GET /aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
         " HTTP/1.1\r\nHost: localhost\r\n\r\n",
         "HTTP/1.1 404 Not Found\r\n"},
        {"POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
         "HTTP/1.1 405 Method Not Allowed\r\n"},
        {"{\"op\":\"hello\"}\n", "HTTP/1.1 400 Bad Request\r\n"},
        {"GET /health HTTP/1.1\r\nHost: evil.example:7656\r\n\r\n", "HTTP/1.1 403 Forbidden\r\n"},
        {"GET /health HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n\r\n",
         "HTTP/1.1 403 Forbidden\r\n"},
        {"GET /health HTTP/1.1\r\nHost: [evil]\r\n\r\n", "HTTP/1.1 403 Forbidden\r\n"},
        {"GET / HTTP/1.1\r\nHost: 127.0.0.1:7656\r\n\r\n", "HTTP/1.1 404 Not Found\r\n"},
        {"GET / HTTP/1.1\r\nhost: [::1]:7656\r\n\r\n", "HTTP/1.1 404 Not Found\r\n"},
        {"GET / HTTP/1.1\r\nHost: LocalHost\r\n\r\n", "HTTP/1.1 404 Not Found\r\n"},
        {"GET / HTTP/1.1\r\nHost: pentad:7656\r\n\r\n", "HTTP/1.1 404 Not Found\r\n"},
    };
    struct bench *bench = start(state);
    char answer[ANSWER_SIZE];
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        get(bench, rows[i].request, answer);
        assert_has(answer, rows[i].status);
    }
    bench_stop(bench);
}

static void head_has_no_body(void **state)
{
    struct bench *bench = start(state);
    char answer[ANSWER_SIZE];
    get(bench, "HEAD /health HTTP/1.1\r\nHost: localhost\r\n\r\n", answer);
    assert_has(answer, "Content-Length: 3\r\n");
    assert_string_equal(strstr(answer, "\r\n\r\n"), "\r\n\r\n");
    bench_stop(bench);
}

static void a_request_may_come_in_pieces(void **state)
{
    struct bench *bench = start(state);
    static const char *const pieces[] = {"GE", "T /hea", "lth HT", "TP/1.1\r",
                                         "\nHost: localhost\r\n\r\n"};
    int fd = client_connect_to(bench->options.listen[LISTENER_METRICS].port);
    char answer[ANSWER_SIZE];
    for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
        int echo = client_connect(bench);
        client_send(fd, pieces[i]);
        client_send(echo, "echo 1\n"); /* a turn of the loop between two pieces */
        client_expect(echo, "1\n");
        close(echo);
    }
    read_answer(fd, answer);
    assert_has(answer, "HTTP/1.1 200 OK\r\n");
    bench_stop(bench);
}

static void one_connection_too_many_takes_the_oldest_ones_place(void **state)
{
    struct bench *bench = start(state);
    int idle[HTTP_CONNECTIONS_MAX];
    char answer[ANSWER_SIZE];
    int client;
    for (int i = 0; i < HTTP_CONNECTIONS_MAX; i++)
        idle[i] = ask(bench, "GET /met");
    get(bench, "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", answer);
    assert_has(answer, "HTTP/1.1 ");
    assert_true(read(idle[0], answer, 1) <= 0); /* closed, or reset: it had not been read yet */
    client = client_connect(bench);
    client_send(client, "echo 1\n");
    client_expect(client, "1\n");
    close(client);
    for (int i = 0; i < HTTP_CONNECTIONS_MAX; i++)
        close(idle[i]);
    bench_stop(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BENCH(metrics_are_told_in_the_format_of_prometheus),
        ON_BENCH(a_histogram_counts_all_below_each_bound),
        ON_BENCH(health_is_whether_anything_can_be_stored),
        ON_BENCH(everything_else_is_an_error_of_http),
        ON_BENCH(head_has_no_body),
        ON_BENCH(a_request_may_come_in_pieces),
        ON_BENCH(one_connection_too_many_takes_the_oldest_ones_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
