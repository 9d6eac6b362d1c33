/* SPDX-License-Identifier: MIT */
/*
 * The process as a whole; see process.h. Changes settings of the process and keeps nothing.
 */
#include "server/shell/process.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <systemd/sd-daemon.h>

void process_ignore_signals(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
}

size_t process_fit_connections(size_t wanted, size_t files_reserved)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return wanted;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur == RLIM_INFINITY || wanted + files_reserved <= limit.rlim_cur)
        return wanted;
    return limit.rlim_cur > files_reserved ? (size_t)limit.rlim_cur - files_reserved : 0;
}

/* A file of its own: never one that is there, or that a link leads to. */
static FILE *file_new(const char *path)
{
    (void)unlink(path);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return fd >= 0 ? fdopen(fd, "w") : NULL;
}

static int write_number(const char *path, int number)
{
    FILE *file = file_new(path);
    int error = 0;
    if (file == NULL)
        return -errno;
    if (fprintf(file, "%d\n", number) < 0)
        error = -errno;
    if (fclose(file) != 0 && error == 0)
        error = -errno;
    return error;
}

int process_write_port_file(const char *path, int port)
{
    static const char suffix[] = ".new";
    size_t size = strlen(path) + sizeof(suffix);
    char *fresh = mem_alloc(size);
    int error;
    snprintf(fresh, size, "%s%s", path, suffix);
    error = write_number(fresh, port);
    if (error == 0 && rename(fresh, path) != 0)
        error = -errno;
    if (error != 0)
        unlink(fresh);
    free(fresh);
    return error;
}

/* ------------------------------------------------------------------ the service manager */

size_t service_take_sockets(struct service_socket sockets_out[SERVICE_SOCKETS_MAX])
{
    char **names = NULL;
    int count = sd_listen_fds_with_names(1, &names);
    size_t taken = 0;
    for (int i = 0; i < count; i++) {
        int fd = SD_LISTEN_FDS_START + i;
        if (taken < SERVICE_SOCKETS_MAX && sd_is_socket(fd, AF_UNSPEC, SOCK_STREAM, 1) > 0) {
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
