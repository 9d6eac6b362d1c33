/* SPDX-License-Identifier: MIT */
/* The server as a child process; see the header. */
#define _GNU_SOURCE /* prlimit() */
#include "tests/support/server.h"

#include "tests/support/cmocka_all.h"
#include "tests/support/lift.h"
#include "tests/support/stack.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define SERVER_ARGS_MAX 64
#define SERVER_RUNS_MAX 8
#define RUNS_SHOWN 4
#define SIGNAL_LOST_MS 12000 /* longer than a server takes to stop */

struct server {
    struct folder folder;
    char database[FOLDER_PATH_SIZE];
    char port_file[FOLDER_PATH_SIZE];
    const char *argv[SERVER_ARGS_MAX];
    struct process *runs[SERVER_RUNS_MAX]; /* the last ones, for their logs; one may be running */
    size_t run_count;
    bool is_running; /* and was not told to stop */
    uint16_t port;
    char port_text[8]; /* of the stack */
    struct stack_flags flags;
    const char *const *variables;
    const char *const *launcher;
};

/* Passwords cost next to nothing, every rating counts at once, and two play as often as they like:
 * that is the operator's choice, not the tests' subject. */
static void arguments_make(struct server *server, const char *const options[])
{
    const char *own[] = {PENTAD_SERVER_PATH,
                         "--listen",
                         "127.0.0.1",
                         "--port-file",
                         server->port_file,
                         "--database",
                         server->database,
                         "--password-memory-kib",
                         "64",
                         "--password-passes",
                         "1",
                         "--provisional-games",
                         "0",
                         "--rated-pair-games",
                         "0"};
    size_t count = sizeof(own) / sizeof(*own);
    memcpy(server->argv, own, sizeof(own));
    stack_flags(&server->folder, server->port_text, &server->flags);
    for (size_t i = 0; server->flags.words[i] != NULL; i++)
        server->argv[count++] = server->flags.words[i];
    for (size_t i = 0; options != NULL && options[i] != NULL; i++) {
        assert_in_range(count, 0, SERVER_ARGS_MAX - 2);
        server->argv[count++] = options[i];
    }
    server->argv[count] = NULL;
}

/* Gives the server a database that needs no migration. */
static void database_lay(const char *path)
{
    char bytes[4096];
    size_t got;
    FILE *from = fopen(PENTAD_EMPTY_DATABASE, "rb");
    FILE *to = fopen(path, "wb");
    assert_non_null(from);
    assert_non_null(to);
    while ((got = fread(bytes, 1, sizeof(bytes), from)) > 0)
        assert_int_equal(fwrite(bytes, 1, got, to), got);
    assert_int_equal(ferror(from), 0);
    assert_int_equal(fclose(to), 0);
    (void)fclose(from);
}

struct server *server_new(const char *const options[])
{
    struct server *server = calloc(1, sizeof(*server));
    assert_non_null(server);
    folder_make(&server->folder);
    folder_path(&server->folder, "pentad.db", server->database);
    folder_path(&server->folder, "port", server->port_file);
    snprintf(server->port_text, sizeof(server->port_text), "0");
    database_lay(server->database);
    if (stack_has_tls())
        stack_prepare(&server->folder);
    arguments_make(server, options);
    return server;
}

void server_free(struct server *server)
{
    if (server == NULL)
        return;
    for (size_t i = 0; i < server->run_count; i++)
        process_free(server->runs[i]);
    folder_remove(&server->folder);
    free(server);
}

static struct process *current(const struct server *server)
{
    assert_int_not_equal(server->run_count, 0);
    return server->runs[server->run_count - 1];
}

void server_show_log(const struct server *server)
{
    size_t from = server->run_count > RUNS_SHOWN ? server->run_count - RUNS_SHOWN : 0;
    for (size_t i = from; i < server->run_count; i++) {
        char *log = process_output(server->runs[i], PROCESS_ERR);
        fprintf(stderr, "---- the server's log, run %zu ----\n%s", i + 1, log);
        free(log);
    }
}

static size_t append(const char *argv[SERVER_ARGS_MAX], size_t count, const char *const words[])
{
    for (size_t i = 0; words != NULL && words[i] != NULL; i++) {
        assert_in_range(count, 0, SERVER_ARGS_MAX - 2);
        argv[count++] = words[i];
    }
    argv[count] = NULL;
    return count;
}

static void launched_words(const struct server *server, const char *argv[SERVER_ARGS_MAX])
{
    append(argv, append(argv, 0, server->launcher), server->argv);
}

static struct process *launch(struct server *server)
{
    if (server->run_count == SERVER_RUNS_MAX) {
        process_free(server->runs[0]);
        server->run_count--;
        memmove(server->runs, server->runs + 1, server->run_count * sizeof(*server->runs));
    }
    const char *argv[SERVER_ARGS_MAX];
    launched_words(server, argv);
    struct process *process = process_start(argv, server->variables);
    server->runs[server->run_count++] = process;
    return process;
}

void server_set_variables(struct server *server, const char *const variables[])
{
    server->variables = variables;
}

void server_set_launcher(struct server *server, const char *const words[])
{
    server->launcher = words;
}

void server_start(struct server *server)
{
    char line[512];
    size_t at = 0;
    struct process *process = launch(server);
    if (!process_find_line(process, PROCESS_ERR, stack_word(), &at, line, sizeof(line)))
        fail_msg("the server does not listen");
    const char *port = strstr(line, "port=");
    assert_non_null(port);
    server->port = (uint16_t)strtoul(port + strlen("port="), NULL, 10);
    assert_int_not_equal(server->port, 0);
    server->is_running = true;
}

void server_keep_port(struct server *server)
{
    snprintf(server->port_text, sizeof(server->port_text), "%u", (unsigned)server->port);
}

void server_terminate(struct server *server)
{
    if (server->is_running) {
        process_signal(current(server), SIGTERM);
        lift_threads_there(server_pid(server));
    }
    server->is_running = false;
}

void server_stop(struct server *server)
{
    server_terminate(server);
#ifdef __SANITIZE_THREAD__
    /* ThreadSanitizer now and then keeps a signal back until the next one comes. */
    if (!process_ends_within(current(server), SIGNAL_LOST_MS))
        process_signal(current(server), SIGHUP);
#endif
    int exit_code = process_wait(current(server));
    if (exit_code != 0)
        fail_msg("the server exited with %d after SIGTERM", exit_code);
}

void server_kill(struct server *server)
{
    server->is_running = false;
    process_signal(current(server), SIGKILL);
    assert_int_equal(process_wait(current(server)), 128 + SIGKILL);
}

int server_wait(struct server *server)
{
    server->is_running = false;
    return process_wait(current(server));
}

void server_start_and_kill(struct server *server, int64_t after_us)
{
    const struct timespec time = {.tv_sec = after_us / 1000000,
                                  .tv_nsec = (long)(after_us % 1000000) * 1000};
    (void)launch(server);
    (void)nanosleep(&time, NULL);
    server_kill(server);
}

int server_run(struct server *server, char **log_out)
{
    struct process *process = launch(server);
    int exit_code = process_wait(process);
    *log_out = process_output(process, PROCESS_ERR);
    return exit_code;
}

struct process *server_tool(const struct server *server, const char *const words[])
{
    const char *argv[SERVER_ARGS_MAX];
    append(argv, append(argv, 0, server->argv), words);
    return process_start(argv, NULL);
}

bool server_is_running(const struct server *server)
{
    return server->is_running;
}

uint16_t server_port(const struct server *server)
{
    return server->port;
}

pid_t server_pid(const struct server *server)
{
    return process_pid(current(server));
}

const struct folder *server_folder(const struct server *server)
{
    return &server->folder;
}

void server_find_log(struct server *server, const char *text)
{
    size_t at = 0;
    if (!process_find_line(current(server), PROCESS_ERR, text, &at, NULL, 0))
        fail_msg("the server's log has no line with \"%s\"", text);
}

bool server_has_logged(const struct server *server, const char *text)
{
    char *log = server_log(server);
    bool has = strstr(log, text) != NULL;
    free(log);
    return has;
}

char *server_log(const struct server *server)
{
    return process_output(current(server), PROCESS_ERR);
}

void server_limit_files(const struct server *server, int64_t size_bytes)
{
    struct rlimit limit = {.rlim_cur = size_bytes < 0 ? RLIM_INFINITY : (rlim_t)size_bytes,
                           .rlim_max = RLIM_INFINITY};
    assert_int_equal(prlimit(server_pid(server), RLIMIT_FSIZE, &limit, NULL), 0);
}
