/* SPDX-License-Identifier: MIT */
/*
 * The server's local socket: a listening Unix socket that only the server's own user (and root) can
 * use. It is a file of mode 0600, and each peer's user is checked as well, because some file
 * systems ignore the mode.
 */
#ifndef PENTAD_SERVER_SHELL_LOCAL_SOCKET_H
#define PENTAD_SERVER_SHELL_LOCAL_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The longest path of a Unix socket, with its NUL. */
#define LOCAL_SOCKET_PATH_SIZE 108

struct local_socket {
    char path[LOCAL_SOCKET_PATH_SIZE]; /* empty: not open */
    dev_t device;                      /* of the file that was made */
    ino_t file;
};

/* Makes the file and listens. Replaces a socket that a server left behind. Refuses one at which a
 * server listens (EADDRINUSE), a file that is no socket (EEXIST) or is another user's (EACCES), and
 * a folder in which everybody may replace it (EPERM). Returns the socket, which does not block, or
 * a negative errno. */
int local_socket_open(struct local_socket *local, const char *path, int backlog);
/* Removes the file, if it is still the one that was made. Fine when it is not open. */
void local_socket_close(struct local_socket *local);

/* True if the process at the other end of a connected socket belongs to this process's user or
 * root. */
bool local_socket_peer_is_trusted(int fd, uid_t *uid_out);

#endif
