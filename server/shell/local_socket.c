/* SPDX-License-Identifier: MIT */
/*
 * Unix sockets as files. Somebody else could act between looking at a file and replacing it; the
 * folder's permissions, which are checked first, make sure that only the same user and root could.
 */
#include "server/shell/local_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int address_make(const char *path, struct sockaddr_un *address)
{
    _Static_assert(sizeof(address->sun_path) >= LOCAL_SOCKET_PATH_SIZE, "every path has room");
    if (strlen(path) >= LOCAL_SOCKET_PATH_SIZE)
        return -ENAMETOOLONG;
    memset(address, 0, sizeof(*address));
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, strlen(path) + 1);
    return 0;
}

/* In a folder that others may write to, they can put another socket in this one's place; unless it
 * is sticky, as /tmp is. The own group is ours where every user has one. */
static int folder_check(const char *path)
{
    char copy[LOCAL_SOCKET_PATH_SIZE];
    struct stat folder;
    snprintf(copy, sizeof(copy), "%s", path);
    if (stat(dirname(copy), &folder) < 0)
        return -errno;
    bool is_shared = (folder.st_mode & S_IWOTH) != 0 ||
                     ((folder.st_mode & S_IWGRP) != 0 && folder.st_gid != getegid());
    return is_shared && (folder.st_mode & S_ISVTX) == 0 ? -EPERM : 0;
}

/* Whether somebody listens at the socket that is there. */
static bool is_in_use(const struct sockaddr_un *address)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int error = 0;
    if (fd < 0)
        return true;
    if (connect(fd, (const struct sockaddr *)address, sizeof(*address)) < 0)
        error = errno;
    close(fd);
    return error != ECONNREFUSED;
}

static int make_room(const struct sockaddr_un *address)
{
    struct stat file;
    if (lstat(address->sun_path, &file) < 0)
        return errno == ENOENT ? 0 : -errno;
    if (!S_ISSOCK(file.st_mode))
        return -EEXIST;
    if (file.st_uid != geteuid())
        return -EACCES;
    if (is_in_use(address))
        return -EADDRINUSE;
    return unlink(address->sun_path) < 0 ? -errno : 0;
}

/* The mode of an unbound socket becomes that of its file: nobody can connect in between. */
static int bind_and_listen(int fd, const struct sockaddr_un *address, int backlog)
{
    if (fchmod(fd, S_IRUSR | S_IWUSR) < 0 ||
        bind(fd, (const struct sockaddr *)address, sizeof(*address)) < 0 || listen(fd, backlog) < 0)
        return -errno;
    return 0;
}

static int remember(struct local_socket *local, const char *path)
{
    struct stat file;
    if (lstat(path, &file) < 0)
        return -errno;
    snprintf(local->path, sizeof(local->path), "%s", path);
    local->device = file.st_dev;
    local->file = file.st_ino;
    return 0;
}

int local_socket_open(struct local_socket *local, const char *path, int backlog)
{
    struct sockaddr_un address;
    int error = address_make(path, &address);
    int fd;
    memset(local, 0, sizeof(*local));
    if (error == 0)
        error = folder_check(path);
    if (error == 0)
        error = make_room(&address);
    if (error != 0)
        return error;
    fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -errno;
    error = bind_and_listen(fd, &address, backlog);
    if (error == 0)
        error = remember(local, path);
    if (error != 0)
        close(fd);
    return error != 0 ? error : fd;
}

void local_socket_close(struct local_socket *local)
{
    struct stat file;
    if (local->path[0] == '\0')
        return;
    if (lstat(local->path, &file) == 0 && file.st_dev == local->device &&
        file.st_ino == local->file)
        unlink(local->path);
    local->path[0] = '\0';
}

bool local_socket_peer_is_trusted(int fd, uid_t *uid_out)
{
    struct ucred peer;
    socklen_t len = sizeof(peer);
    *uid_out = (uid_t)-1;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) < 0 || len != sizeof(peer))
        return false;
    *uid_out = peer.uid;
    return peer.uid == geteuid() || peer.uid == 0;
}
