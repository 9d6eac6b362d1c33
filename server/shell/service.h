/* SPDX-License-Identifier: MIT */
/*
 * Talking to a service manager (systemd). It gives the process sockets on which it listens for the
 * server, so that nobody is refused during a restart; the process tells it that it is ready or
 * stopping, and gives signs of life. Without a manager there are no sockets, and nothing is told.
 * Main thread.
 */
#ifndef PENTAD_SERVER_SHELL_SERVICE_H
#define PENTAD_SERVER_SHELL_SERVICE_H

#include <stddef.h>
#include <stdint.h>

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
