/* SPDX-License-Identifier: MIT */
/*
 * The process as a whole: signals that must not kill it, the limit of open files, the file that
 * tells others its port. Called once at start, on the main thread.
 */
#ifndef PENTAD_SERVER_SHELL_PROCESS_H
#define PENTAD_SERVER_SHELL_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A peer that is gone and a file that may not grow become errors of the call, not the end. How a
 * child ended can be asked, whatever was ignored before this program was started. */
void process_ignore_signals(void);

/* Raises the limit of open files as far as it goes. Returns how many of `wanted` connections fit
 * below it beside `files_reserved` other files, 0 if none. */
size_t process_fit_connections(size_t wanted, size_t files_reserved);

/* Writes the port to the file at once and whole: who sees the file can read it. Returns 0 or a
 * negative errno. */
int process_write_port_file(const char *path, int port);

/* ------------------------------------------------------------------ the service manager */
/*
 * Talking to a service manager (systemd). It gives the process sockets on which it listens for the
 * server, so that nobody is refused during a restart; the process tells it that it is ready or
 * stopping, and gives signs of life. Without a manager there are no sockets, and nothing is told.
 * Main thread.
 */

/* Of a manager that gives more sockets the rest is not taken. */
#define SERVICE_SOCKETS_MAX 32

/* An inherited TCP socket that listens. */
struct service_socket {
    int fd;
    char name[32]; /* its FileDescriptorName= in systemd, or the beginning of it */
};
/* Fills in the sockets, which are the caller's then, and returns how many there are. Once. */
size_t service_take_sockets(struct service_socket sockets_out[SERVICE_SOCKETS_MAX]);

/* The server listens on `port`. */
void service_tell_ready(int port);
void service_tell_stopping(void);

/* Milliseconds between two signs of life, half of what the manager waits; 0: it wants none. */
uint64_t service_alive_ms(void);
void service_tell_alive(void);

#endif
