/* SPDX-License-Identifier: MIT */
/*
 * What a service manager (systemd) gives the process and hears from it: sockets that it listens on
 * for the server, so that nobody is refused while that is restarted; that it is ready, or stopping;
 * and signs of life. Without a manager there are no sockets, and nothing is said. Main thread.
 */
#ifndef PENTAD_SERVER_SHELL_SERVICE_H
#define PENTAD_SERVER_SHELL_SERVICE_H

#include <stdint.h>

/* The inherited sockets that listen: the one named "metrics" (FileDescriptorName= in systemd), and
 * the first of all others. -1: there is none. The caller owns them, and asks once. */
struct service_sockets {
    int players;
    int metrics;
};
struct service_sockets service_take_sockets(void);

/* The server listens on `port`. */
void service_tell_ready(int port);
void service_tell_stopping(void);

/* Milliseconds between two signs of life, half of what the manager waits; 0: it wants none. */
uint64_t service_alive_ms(void);
void service_tell_alive(void);

#endif
