/* SPDX-License-Identifier: MIT */
/*
 * The bench on which the shell is tested; see the header.
 */
#include "tests/unit/server/shell/shell_bench.h"

#include "server/shell/crypto.h"
#include "server/shell/process.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/wait.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* ------------------------------------------------------------------ the bench */

int bench_setup(void **state)
{
    struct bench *bench = calloc(1, sizeof(*bench));
    process_ignore_signals();
    assert_true(crypto_start());
    snprintf(bench->folder, sizeof(bench->folder), "/tmp/pentad-shell-XXXXXX");
    assert_non_null(mkdtemp(bench->folder));
    snprintf(bench->log_path, sizeof(bench->log_path), "%s/log", bench->folder);
    snprintf(bench->port_path, sizeof(bench->port_path), "%s/port", bench->folder);
    bench->options = (struct shell_options){
        .listen[LISTENER_PLAYERS] = {.address = "127.0.0.1", .backlog = 64},
        .port_file = bench->port_path,
        .connections = 100,
        .connections_per_address = 100,
        .refusal = "too many\n",
        .refusal_of_address = "too many from there\n",
        .refusal_of_plain = "with TLS\n",
        .refusal_of_tls = "without TLS\n",
        .close_ms = 10000,
        .shutdown_ms = 10000,
        .work = {{.threads = 1, .queue = 8}, {.threads = 1, .queue = 8}},
        .password_cost = {.passes = 1, .memory_bytes = 8 * 1024},
    };
    *state = bench;
    return 0;
}

static void run(void *arg)
{
    struct bench *bench = arg;
    shell_run(bench->shell, bench->core);
}

void bench_make(struct bench *bench)
{
    struct core_ports ports;
    bench->log = log_new(bench->log_path, LOG_LEVEL_DEBUG);
    assert_non_null(bench->log);
    bench->log_fd = open(bench->log_path, O_RDONLY);
    assert_true(bench->log_fd >= 0);
    bench->shell = shell_new(&bench->options, bench->log);
    assert_non_null(bench->shell);
    ports = shell_ports(bench->shell);
    bench->core = core_new(NULL, &ports, NULL, shell_now(bench->shell));
    assert_int_equal(shell_listen(bench->shell), 0);
}

void bench_run(struct bench *bench)
{
    assert_int_equal(uv_thread_create(&bench->thread, run, bench), 0);
    bench->is_running = true;
}

void bench_start(struct bench *bench)
{
    bench_make(bench);
    bench_run(bench);
}

void bench_wait(struct bench *bench)
{
    uv_thread_join(&bench->thread);
    bench->is_running = false;
    bench->counts = shell_counts(bench->shell);
    bench->core_counts = fake_core_counts(bench->core);
    assert_int_equal(bench->core_counts.broken_promises, 0);
    assert_int_equal(bench->core_counts.opened, bench->core_counts.closed);
    assert_int_equal(bench->core_counts.turns, bench->counts.turns);
    assert_int_equal(bench->core_counts.shut_down, 1);
    assert_int_equal(bench->counts.connections, 0);
    assert_int_equal(bench->core_counts.frames, 0);
}

void bench_stop(struct bench *bench)
{
    shell_stop(bench->shell);
    bench_wait(bench);
}

int bench_teardown(void **state)
{
    struct bench *bench = *state;
    if (bench->is_running) {
        shell_stop(bench->shell);
        uv_thread_join(&bench->thread);
    }
    if (bench->core != NULL)
        core_free(bench->core);
    shell_free(bench->shell);
    log_free(bench->log);
    if (bench->log_fd > 0)
        close(bench->log_fd);
    unlink(bench->log_path);
    assert_int_equal(rmdir(bench->folder), 0);
    free(bench);
    return 0;
}

/* ------------------------------------------------------------------ its log */

bool bench_log_has(const struct bench *bench, const char *text)
{
    static char log[1 << 16];
    ssize_t len = pread(bench->log_fd, log, sizeof(log) - 1, 0);
    assert_true(len >= 0);
    log[len] = '\0';
    return strstr(log, text) != NULL;
}

void bench_wait_for_log(const struct bench *bench, const char *text)
{
    time_t end = time(NULL) + PATIENCE_MS / 1000;
    while (!bench_log_has(bench, text)) {
        if (time(NULL) > end)
            fail_msg("the log has no \"%s\"", text);
        sched_yield();
    }
}

/* ------------------------------------------------------------------ clients */

/* `receive_bytes`: of its buffer; 0: what the system gives. */
static int connect_with(int port, int receive_bytes)
{
    const struct timeval patience = {.tv_sec = PATIENCE_MS / 1000};
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    if (receive_bytes > 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof(receive_bytes));
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
    return fd;
}

int client_connect(const struct bench *bench)
{
    return client_connect_to(shell_port(bench->shell));
}

int client_connect_narrow(int port)
{
    return connect_with(port, 1);
}

int client_connect_to(int port)
{
    return connect_with(port, 0);
}

void client_send(int fd, const char *text)
{
    size_t len = strlen(text);
    while (len > 0) {
        ssize_t n = send(fd, text, len, MSG_NOSIGNAL);
        assert_true(n > 0);
        text += n;
        len -= (size_t)n;
    }
}

static void receive(int fd, char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = recv(fd, bytes, len, 0);
        if (n <= 0)
            fail_msg("%zu bytes are missing: %s", len, n == 0 ? "end" : strerror(errno));
        bytes += n;
        len -= (size_t)n;
    }
}

void client_expect(int fd, const char *text)
{
    char *bytes = calloc(1, strlen(text) + 1);
    receive(fd, bytes, strlen(text));
    assert_string_equal(bytes, text);
    free(bytes);
}

void client_skip(int fd, size_t len)
{
    char chunk[4096];
    while (len > 0) {
        size_t n = len < sizeof(chunk) ? len : sizeof(chunk);
        receive(fd, chunk, n);
        len -= n;
    }
}

void client_expect_end(int fd)
{
    char byte;
    assert_int_equal(recv(fd, &byte, 1, 0), 0);
    close(fd);
}
