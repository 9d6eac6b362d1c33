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

/* Addresses that players may have; a manager that gives more is not heard out. */
#define SERVICE_SOCKETS_MAX 16

/* The inherited sockets that listen: the first one named "metrics" (FileDescriptorName= in systemd;
 * -1: there is none), and all others, which are for players. The caller owns them, and asks once.
 */
struct service_sockets {
    int players[SERVICE_SOCKETS_MAX];
    size_t player_count;
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
