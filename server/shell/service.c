/* SPDX-License-Identifier: MIT */
/*
 * The service manager, by libsystemd: environment variables say where it is and what it gave.
 */
#include "server/shell/service.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <systemd/sd-daemon.h>

static void keep(struct service_sockets *sockets, int fd, const char *name)
{
    if (sd_is_socket_inet(fd, AF_UNSPEC, SOCK_STREAM, 1, 0) <= 0)
        return;
    if (strcmp(name, "metrics") == 0) {
        if (sockets->metrics < 0)
            sockets->metrics = fd;
    } else if (sockets->player_count < SERVICE_SOCKETS_MAX) {
        sockets->players[sockets->player_count++] = fd;
    }
}

struct service_sockets service_take_sockets(void)
{
    struct service_sockets sockets = {.metrics = -1};
    char **names = NULL;
    int count = sd_listen_fds_with_names(1, &names);
    for (int i = 0; i < count; i++) {
        keep(&sockets, SD_LISTEN_FDS_START + i, names[i]);
        free(names[i]);
    }
    free(names);
    return sockets;
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
