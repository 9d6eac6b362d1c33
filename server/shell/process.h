/* SPDX-License-Identifier: MIT */
/*
 * The process as a whole: signals that must not kill it, the limit of open files, the file that
 * tells others its port. The functions are called once at start, on the main thread.
 */
#ifndef PENTAD_SERVER_SHELL_PROCESS_H
#define PENTAD_SERVER_SHELL_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes a peer that is gone and a file that may not grow errors of the call instead of the end of
 * the process. Lets the exit of children be waited for, even if SIGCHLD was ignored at the
 * start. */
void process_ignore_signals(void);

/* Raises the limit of open files as far as possible. Returns how many of `wanted` connections fit
 * below it beside `files_reserved` other files, 0 if none. */
size_t process_fit_connections(size_t wanted, size_t files_reserved);

/* Writes the port to the file at once and whole: as soon as the file is there, it can be read.
 * Returns 0 or a negative errno. */
int process_write_port_file(const char *path, int port);

/* ------------------------------------------------------------------ the service manager */
/*
 * Talking to a service manager (systemd). It gives the process sockets on which it listens for the
 * server, so that nobody is refused during a restart; the process tells it that it is ready or
 * stopping, and gives signs of life. Without a manager there are no sockets, and nothing is told.
 * Main thread.
 */

/* The most sockets that are taken from a manager. */
#define SERVICE_SOCKETS_MAX 32

/* An inherited socket that listens: of TCP, or a Unix socket. */
struct service_socket {
    int fd;
    char name[32]; /* its FileDescriptorName= in systemd, or the beginning of it */
};
/* Fills in the sockets, which then belong to the caller, and returns their number. Called once. */
size_t service_take_sockets(struct service_socket sockets_out[SERVICE_SOCKETS_MAX]);

/* Tells that the server listens on `port`. */
void service_tell_ready(int port);
void service_tell_stopping(void);

/* The ms between two signs of life, half of the time that the manager waits; 0: it wants none. */
uint64_t service_alive_ms(void);
void service_tell_alive(void);

#endif
