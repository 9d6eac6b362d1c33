/* SPDX-License-Identifier: MIT */
/*
 * The listeners of listeners.def: where they are opened, what is told of them, who is let in and
 * how long they stay. The shell is real, the core its double.
 */
#include "server/shell/http.h"
#include "server/shell/loop.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/shell/shell_bench.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* ------------------------------------------------------------------ places */

/* In the folder of the bench. */
static void place_local(struct bench *bench, char path_out[108], const char *name)
{
    snprintf(path_out, 108, "%s/%s", bench->folder, name);
    bench->options.listen[LISTENER_LOCAL] = (struct listen_at){.address = path_out, .backlog = 8};
}

static void place_metrics(struct bench *bench)
{
    bench->options.listen[LISTENER_METRICS] =
        (struct listen_at){.address = "127.0.0.1", .backlog = HTTP_CONNECTIONS_MAX};
}

/* Of the first that is open. */
static int port_of(const struct shell *shell, enum listener_id id)
{
    for (size_t i = 0; i < shell->listener_count; i++)
        if (shell->listeners[i].row == &listener_rows[id] && shell->listeners[i].fd >= 0)
            return shell->listeners[i].port;
    fail_msg("nothing listens");
    return 0;
}

static int connect_locally(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
    return fd;
}

static bool log_has_port(const struct bench *bench, const char *word, int port)
{
    char line[96];
    snprintf(line, sizeof(line), "info %s address=127.0.0.1 port=%d\n", word, port);
    return bench_log_has(bench, line);
}

/* ------------------------------------------------------------------ opening */

static void the_port_is_told_while_it_listens(void **state)
{
    struct bench *bench = *state;
    int port = 0;
    FILE *file;
    bench_start(bench);
    file = fopen(bench->port_path, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%d", &port), 1);
    fclose(file);
    assert_int_equal(port, shell_port(bench->shell));
    assert_true(log_has_port(bench, "listening", port));
    bench_stop(bench);
}

static void each_listener_is_told_and_has_its_face(void **state)
{
    struct bench *bench = *state;
    char path[108], line[160];
    struct stat file;
    place_local(bench, path, "local");
    place_metrics(bench);
    bench_start(bench);
    int port = port_of(bench->shell, LISTENER_METRICS);
    snprintf(line, sizeof(line), "info listening_locally path=\"%s\"\n", path);
    assert_true(bench_log_has(bench, line));
    assert_true(log_has_port(bench, "metrics", port));
    assert_true(log_has_port(bench, "listening", shell_port(bench->shell)));
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(file.st_mode & 0777, 0600);
    int scraper = client_connect_to(port);
    client_send(scraper, "GET /health HTTP/1.0\r\n\r\n");
    client_expect(scraper, "HTTP/1.1 200 OK");
    int local = connect_locally(path);
    client_send(local, "echo 1\n");
    client_expect(local, "1\n");
    close(scraper);
    close(local);
    bench_stop(bench);
    assert_string_equal(bench->core_counts.address, "local");
    assert_int_equal(bench->core_counts.opened, 1);
    assert_int_equal(access(path, F_OK), -1);
}

/* A place that cannot be had: what is logged, and whether the server runs without it. */
static void a_listener_that_cannot_be_opened_is_logged(void **state)
{
    static const struct {
        enum listener_id id;
        struct listen_at at;
        int error;
        const char *line;
    } rows[] = {
        {LISTENER_PLAYERS,
         {.address = "203.0.113.1", .port = 7, .backlog = 1},
         -EADDRNOTAVAIL,
         "error listen_failed address=203.0.113.1 port=7 error=\"address not available\"\n"},
        {LISTENER_PLAYERS,
         {.address = "nowhere", .backlog = 1},
         -EINVAL,
         "error listen_failed address=nowhere port=0 error=\"invalid argument\"\n"},
        {LISTENER_METRICS,
         {.address = "203.0.113.1", .port = 7, .backlog = 1},
         -EADDRNOTAVAIL,
         "error listen_failed address=203.0.113.1 port=7 error=\"address not available\"\n"},
        {LISTENER_LOCAL,
         {.address = "/nowhere/at/all", .backlog = 1},
         -ENOENT,
         "error local_socket_failed path=\"/nowhere/at/all\" error=\"No such file or "
         "directory\"\n"},
        {LISTENER_LOCAL,
         {.address = "/nowhere/at/all", .backlog = 1, .may_fail = true},
         0,
         "warn local_socket_failed path=\"/nowhere/at/all\" error=\"No such file or directory\"\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        void *each;
        bench_setup(&each);
        struct bench *bench = each;
        bench->log = log_new(bench->log_path, LOG_LEVEL_DEBUG);
        bench->log_fd = open(bench->log_path, O_RDONLY);
        bench->options.listen[rows[i].id] = rows[i].at;
        bench->shell = shell_new(&bench->options, bench->log);
        assert_int_equal(shell_listen(bench->shell), rows[i].error);
        assert_true(bench_log_has(bench, rows[i].line));
        bench_teardown(&each);
    }
}

static void a_port_in_use_is_an_error(void **state)
{
    struct bench *bench = *state;
    struct shell_options options = bench->options;
    struct shell *second;
    bench_start(bench);
    options.listen[LISTENER_PLAYERS].port = shell_port(bench->shell);
    options.port_file = NULL;
    second = shell_new(&options, bench->log);
    assert_int_equal(shell_listen(second), UV_EADDRINUSE);
    shell_free(second);
    assert_true(bench_log_has(bench, "error listen_failed address=127.0.0.1 port="));
    bench_stop(bench);
}

static void a_port_file_that_cannot_be_written_is_an_error(void **state)
{
    struct bench *bench = *state;
    bench->options.port_file = "/nowhere/at/all";
    bench->log = log_new(bench->log_path, LOG_LEVEL_DEBUG);
    bench->log_fd = open(bench->log_path, O_RDONLY);
    bench->shell = shell_new(&bench->options, bench->log);
    assert_int_equal(shell_listen(bench->shell), -ENOENT);
    assert_true(bench_log_has(bench, "error port_file_failed path=\"/nowhere/at/all\""));
    assert_false(bench_log_has(bench, "info listening"));
}

/* ------------------------------------------------------------------ accepting */

static void an_ipv4_client_of_an_ipv6_socket_has_its_own_address(void **state)
{
    struct bench *bench = *state;
    struct sockaddr_in6 any = {.sin6_family = AF_INET6};
    int probe = socket(AF_INET6, SOCK_STREAM, 0);
    bool has_ipv6 = probe >= 0 && bind(probe, (struct sockaddr *)&any, sizeof(any)) == 0;
    int client;
    close(probe);
    if (!has_ipv6)
        skip();
    bench->options.listen[LISTENER_PLAYERS].address = "::";
    bench_start(bench);
    client = client_connect(bench);
    client_send(client, "echo 1\n");
    client_expect(client, "1\n");
    close(client);
    bench_stop(bench);
    assert_string_equal(bench->core_counts.address, "127.0.0.1");
}

/* The operator gets in where nobody else does, and takes nobody's place. */
static void the_operator_is_not_counted(void **state)
{
    struct bench *bench = *state;
    char path[108];
    place_local(bench, path, "local");
    bench->options.connections_per_address = 1;
    bench->options.connections = 1;
    bench_start(bench);
    int first = client_connect(bench);
    client_send(first, "echo 1\n");
    client_expect(first, "1\n");
    int local = connect_locally(path);
    client_send(local, "echo 2\n");
    client_expect(local, "2\n");
    close(first);
    close(local);
    bench_stop(bench);
    assert_int_equal(bench->counts.accepted, 2);
    assert_int_equal(bench->counts.refused, 0);
}

static void without_files_connections_wait(void **state)
{
    struct bench *bench = *state;
    struct rlimit all, none;
    int first, second;
    bench_start(bench);
    first = client_connect(bench);
    client_send(first, "echo 1\n");
    client_expect(first, "1\n");
    second = socket(AF_INET, SOCK_STREAM, 0);
    close(second);
    /* A socket of the client's own, and not one file more. */
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &all), 0);
    none = all;
    none.rlim_cur = (rlim_t)second + 1;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    second = client_connect(bench);
    client_send(second, "echo 2\n");
    bench_wait_for_log(bench, "warn accept_failed");
    client_send(first, "echo 3\n");
    client_expect(first, "3\n");
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &all), 0);
    client_expect(second, "2\n");
    close(first);
    close(second);
    bench_stop(bench);
}

/* ------------------------------------------------------------------ closing */

/* Whoever wants to know how the server is may ask while it saves. */
static void metrics_stay_until_the_end(void **state)
{
    struct bench *bench = *state;
    char path[108];
    place_local(bench, path, "local");
    place_metrics(bench);
    bench_start(bench);
    int port = port_of(bench->shell, LISTENER_METRICS);
    int client = client_connect(bench);
    client_send(client, "hold\necho 1\n");
    client_expect(client, "1\n");
    shell_stop(bench->shell);
    client_expect(client, "going down\n");
    assert_int_equal(access(path, F_OK), -1);
    int scraper = client_connect_to(port);
    client_send(scraper, "GET /health HTTP/1.0\r\n\r\n");
    client_expect(scraper, "HTTP/1.1 503 Service Unavailable");
    close(scraper);
    shell_store_wake(bench->shell);
    client_expect(client, "stored\n");
    client_expect_end(client);
    bench_wait(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BENCH(the_port_is_told_while_it_listens),
        ON_BENCH(each_listener_is_told_and_has_its_face),
        cmocka_unit_test(a_listener_that_cannot_be_opened_is_logged),
        ON_BENCH(a_port_in_use_is_an_error),
        ON_BENCH(a_port_file_that_cannot_be_written_is_an_error),
        ON_BENCH(an_ipv4_client_of_an_ipv6_socket_has_its_own_address),
        ON_BENCH(the_operator_is_not_counted),
        ON_BENCH(without_files_connections_wait),
        ON_BENCH(metrics_stay_until_the_end),
    };
    return cmocka_run_group_tests_name("listener", tests, NULL, NULL);
}
