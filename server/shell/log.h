/* SPDX-License-Identifier: MIT */
/*
 * The log: one line for each event, "TIME level event key=value ...", to standard error or a file.
 * No value can forge a line: unprintable bytes are escaped. Lines are written at once and whole.
 * Any thread may write; the other functions are called on the loop's thread.
 */
#ifndef PENTAD_SERVER_SHELL_LOG_H
#define PENTAD_SERVER_SHELL_LOG_H

#include "server/core/core.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the longest line, with its LF; longer ones are cut and end in "...". */
#define LOG_LINE_MAX 2048

struct log;

/* `path` is copied; NULL or empty is standard error. Less important events than `level` are left
 * out. NULL if the file cannot be opened; errno tells why. */
struct log *log_new(const char *path, enum log_level level);
void log_free(struct log *log);

/* `detail` is "key=value key=value"; may be NULL. Errors are written to standard error as well, so
 * that the person who starts the server sees why it fails. */
void log_write(struct log *log, enum log_level level, const char *event, const char *detail);
/* Writes a line with a detail made as printf() does. */
void log_event(struct log *log, enum log_level level, const char *event, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Opens the file again, after a rotation of logs renamed it. If that fails the old one
 * stays in use. */
void log_reopen(struct log *log);

/* The line of an event; returns its length. Writes no NUL. `wall_ms` is since 1970 UTC. */
size_t log_format(char line_out[LOG_LINE_MAX], int64_t wall_ms, enum log_level level,
                  const char *event, const char *detail);

#endif
