/* SPDX-License-Identifier: MIT */
/*
 * The real shell around the core's double, running on a thread of its own, with its log in a
 * temporary folder; and clients with blocking sockets. What goes wrong fails the test; what takes
 * longer than PATIENCE_MS does, too. Called on the test's thread.
 */
#ifndef PENTAD_TESTS_UNIT_SERVER_SHELL_SHELL_BENCH_H
#define PENTAD_TESTS_UNIT_SERVER_SHELL_SHELL_BENCH_H

#include "server/shell/shell.h"
#include "tests/unit/server/shell/fake_core.h"

#include <stdbool.h>
#include <stddef.h>

#include <uv.h>

struct bench {
    struct shell_options options; /* may be changed before bench_start() */
    char folder[64];
    char log_path[96];
    char port_path[96];
    int log_fd; /* the log, for reading; the first one after log_reopen() */
    struct log *log;
    struct shell *shell;
    struct core *core;
    uv_thread_t thread;
    bool is_running;
    /* After bench_stop(). */
    struct shell_counts counts;
    struct fake_counts core_counts;
};

/* cmocka's setup and teardown; the state is the bench, with options that suit most tests. */
int bench_setup(void **state);
int bench_teardown(void **state);
#define ON_BENCH(test) cmocka_unit_test_setup_teardown(test, bench_setup, bench_teardown)

/* Makes the shell, which listens, and runs it on its thread. */
void bench_start(struct bench *bench);
/* The two halves of that. */
void bench_make(struct bench *bench);
void bench_run(struct bench *bench);
/* Asks the shell to stop, waits until it has, and checks what it owes the core. */
void bench_stop(struct bench *bench);
/* Waits for the shell to stop for another reason, and checks what it owes the core. */
void bench_wait(struct bench *bench);

/* Whether the log has `text` now. */
bool bench_log_has(const struct bench *bench, const char *text);
void bench_wait_for_log(const struct bench *bench, const char *text);

/* A connected socket. */
int client_connect(const struct bench *bench);
/* A socket that is connected to another of the shell's ports. */
int client_connect_to(int port);
/* The same, with a receive buffer that is as small as it can be. */
int client_connect_narrow(int port);
void client_send(int fd, const char *text);
/* Reads exactly `text`. */
void client_expect(int fd, const char *text);
/* Reads `len` bytes, whatever they are. */
void client_skip(int fd, size_t len);
/* Nothing more comes but the end. Closes the socket. */
void client_expect_end(int fd);

#endif
