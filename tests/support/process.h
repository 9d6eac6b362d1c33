/* SPDX-License-Identifier: MIT */
/*
 * A program that a test starts: its input is a pipe, its outputs are collected by a thread of the
 * harness so that it never blocks on them. It dies with the test. One thread calls these functions;
 * what takes longer than PATIENCE_MS fails the test.
 */
#ifndef PENTAD_TESTS_SUPPORT_PROCESS_H
#define PENTAD_TESTS_SUPPORT_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum process_stream { PROCESS_OUT, PROCESS_ERR, PROCESS_STREAMS };

struct process;

/* Starts argv[0], a path. `variables` ("NAME=value", NULL at the end; may be NULL) are set on top
 * of the test's own environment. */
struct process *process_start(const char *const argv[], const char *const variables[]);
/* Kills it if it still runs. NULL is fine. */
void process_free(struct process *process);

pid_t process_pid(const struct process *process);
/* Writes to its input. Whether it reads it is not the caller's concern. */
void process_write(struct process *process, const char *text);
void process_close_input(struct process *process);
void process_signal(struct process *process, int signal_number);
/* Waits until its outputs are at their end; false if they are not within so many milliseconds. */
bool process_ends_within(struct process *process, int64_t ms);
/* Waits for its end; returns the exit code, or 128 + the number of the signal that ended it. */
int process_wait(struct process *process);

/* Waits for a whole line that has `text` in it and begins at `*at` or behind, and moves `*at`
 * behind that line. Copies the line without its LF into `line_out` (may be NULL). Returns false if
 * the program ended without it, or did not say it in time. */
bool process_find_line(struct process *process, enum process_stream stream, const char *text,
                       size_t *at, char *line_out, size_t size);
/* Waits for any text, whether its line is whole or not (a prompt), and moves `*at` behind it. */
bool process_find(struct process *process, enum process_stream stream, const char *text,
                  size_t *at);
/* A copy of what it said so far; the caller frees it. */
char *process_output(struct process *process, enum process_stream stream);

#endif
