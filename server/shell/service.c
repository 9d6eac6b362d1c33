/* SPDX-License-Identifier: MIT */
/*
 * The service manager, by libsystemd: environment variables say where it is and what it gave.
 */
#include "server/shell/service.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#include <systemd/sd-daemon.h>

size_t service_take_sockets(struct service_socket sockets_out[SERVICE_SOCKETS_MAX])
{
    char **names = NULL;
    int count = sd_listen_fds_with_names(1, &names);
    size_t taken = 0;
    for (int i = 0; i < count; i++) {
        int fd = SD_LISTEN_FDS_START + i;
        if (taken < SERVICE_SOCKETS_MAX &&
            sd_is_socket_inet(fd, AF_UNSPEC, SOCK_STREAM, 1, 0) > 0) {
            struct service_socket *socket = &sockets_out[taken++];
            socket->fd = fd;
            snprintf(socket->name, sizeof(socket->name), "%s", names[i]);
        }
        free(names[i]);
    }
    free(names);
    return taken;
}

void service_tell_ready(int port)
{
    char text[64];
    snprintf(text, sizeof(text), "READY=1\nSTATUS=Listening on port %d", port);
    sd_notify(0, text);
}

void service_tell_stopping(void)
{
    sd_notify(0, "STOPPING=1\nSTATUS=Saving, and saying goodbye");
}

uint64_t service_alive_ms(void)
{
    uint64_t wait_us;
    return sd_watchdog_enabled(0, &wait_us) > 0 ? wait_us / 1000 / 2 : 0;
}

void service_tell_alive(void)
{
    sd_notify(0, "WATCHDOG=1");
}
