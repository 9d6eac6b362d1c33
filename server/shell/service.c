/* SPDX-License-Identifier: MIT */
/*
 * The service manager, by libsystemd: environment variables say where it is and what it gave.
 */
#include "server/shell/service.h"

#include <stdio.h>
#include <sys/socket.h>

#include <systemd/sd-daemon.h>

int service_take_socket(void)
{
    int count = sd_listen_fds(1);

    for (int fd = SD_LISTEN_FDS_START; fd < SD_LISTEN_FDS_START + count; fd++) {
        if (sd_is_socket_inet(fd, AF_UNSPEC, SOCK_STREAM, 1, 0) > 0)
            return fd;
    }
    return -1;
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
