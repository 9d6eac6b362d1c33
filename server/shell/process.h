/* SPDX-License-Identifier: MIT */
/*
 * The process as a whole: signals that must not kill it, the limit of open files, the file that
 * tells others its port. Called once at start, on the main thread.
 */
#ifndef PENTAD_SERVER_SHELL_PROCESS_H
#define PENTAD_SERVER_SHELL_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

/* A peer that is gone and a file that may not grow become errors of the call, not the end. How a
 * child ended can be asked, whatever was ignored before this program was started. */
void process_ignore_signals(void);

/* Raises the limit of open files as far as it goes. Returns how many of `wanted` connections fit
 * below it beside `files_reserved` other files, 0 if none. */
size_t process_fit_connections(size_t wanted, size_t files_reserved);

/* Writes the port to the file at once and whole: who sees the file can read it. Returns 0 or a
 * negative errno. */
int process_write_port_file(const char *path, int port);

#endif
