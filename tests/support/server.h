/* SPDX-License-Identifier: MIT */
/*
 * The real pentad, as its operator has it: started on a free port of loopback in a folder of its
 * own, stopped with SIGTERM or kill -9, started again on the same database. What goes wrong fails
 * the test and shows the server's log.
 */
#ifndef PENTAD_TESTS_SUPPORT_SERVER_H
#define PENTAD_TESTS_SUPPORT_SERVER_H

#include "tests/support/folder.h"
#include "tests/support/process.h"

#include <stdbool.h>
#include <stdint.h>

struct server;

/* Makes the folder, and a database of today's schema in it; `options` (flags and values, NULL at
 * the end; may be NULL) are borrowed. They come after the harness's own and so win over them. */
struct server *server_new(const char *const options[]);
/* Kills it if it runs, and removes the folder. NULL is fine. */
void server_free(struct server *server);

/* Of its environment ("NAME=value", NULL at the end), from the next start on; borrowed. */
void server_set_variables(struct server *server, const char *const variables[]);
/* Another program that starts it, from the next start on: words (NULL at the end; borrowed) that
 * stand before its own. */
void server_set_launcher(struct server *server, const char *const words[]);
/* Starts it and returns when it listens. */
void server_start(struct server *server);
/* From now on it starts on the port that it listens on now, so that clients find it again. */
void server_keep_port(struct server *server);
/* SIGTERM. It ends when its connections are closed by the other side, too, or after a while. */
void server_terminate(struct server *server);
/* SIGTERM, unless it was sent; fails the test unless it exits with 0. */
void server_stop(struct server *server);
/* kill -9, at once. */
void server_kill(struct server *server);
/* Waits until it ends by itself; returns its exit code. */
int server_wait(struct server *server);
/* Starts it and kills it so many microseconds later, wherever its start has come to by then. */
void server_start_and_kill(struct server *server, int64_t after_us);
/* Starts the program with the same options and waits for its end, whatever it is: returns the exit
 * code, and what it wrote to standard error in `log_out` (the caller frees it). */
int server_run(struct server *server, char **log_out);

/* Starts a command of the program (`words`, NULL at the end: "check") with the options of the
 * server, which may be running. The caller frees it. */
struct process *server_tool(const struct server *server, const char *const words[]);

bool server_is_running(const struct server *server);
uint16_t server_port(const struct server *server);
pid_t server_pid(const struct server *server);
const struct folder *server_folder(const struct server *server);
/* Waits for a line in the log of the current run that has `text`. */
void server_find_log(struct server *server, const char *text);
/* Whether there is such a line already. */
bool server_has_logged(const struct server *server, const char *text);
/* A copy of the log of the current run; the caller frees it. */
char *server_log(const struct server *server);
/* No file that it writes may grow beyond `size_bytes`, as on a full disk; negative: no limit. */
void server_limit_files(const struct server *server, int64_t size_bytes);
/* Prints the logs of the last runs to standard error. */
void server_show_log(const struct server *server);

#endif
