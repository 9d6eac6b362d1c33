/* SPDX-License-Identifier: MIT */
/*
 * The files of client/cli/connect/state_file.h.
 */
#include "client/cli/connect/state_file.h"

#include "proto/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "pentad"

/* Makes the folder and those above it, each for its owner only. Existing ones stay as they are. */
static int make_folders(char *path)
{
    for (char *at = path + 1; *at != '\0'; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        int failed = mkdir(path, 0700);
        *at = '/';
        if (failed != 0 && errno != EEXIST)
            return -errno;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST ? 0 : -errno;
}

static int fits(int written, size_t size)
{
    return written > 0 && (size_t)written < size ? 0 : -ENAMETOOLONG;
}

static int folder_path(char *path, size_t size)
{
    /* The XDG base directory specification: a path that is not absolute is to be ignored. */
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    if (state != NULL && state[0] == '/')
        return fits(snprintf(path, size, "%s/" FOLDER, state), size);
    if (home == NULL || home[0] != '/')
        return -ENOENT;
    return fits(snprintf(path, size, "%s/.local/state/" FOLDER, home), size);
}

static int locate(const char *name, char path[PATH_MAX])
{
    char folder[PATH_MAX];
    int failed = folder_path(folder, sizeof(folder));
    return failed != 0 ? failed : fits(snprintf(path, PATH_MAX, "%s/%s", folder, name), PATH_MAX);
}

int state_file_read(const char *name, char *text, size_t size)
{
    char path[PATH_MAX];
    int failed = locate(name, path);
    if (failed != 0)
        return failed;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return -errno;
    ssize_t len = read(fd, text, size);
    failed = len < 0 ? -errno : 0;
    close(fd);
    if (failed != 0 || (size_t)len == size)
        return failed != 0 ? failed : -EFBIG;
    size_t mark = utf8_mark_len(text, (size_t)len); /* of who edited it by hand */
    memmove(text, text + mark, (size_t)len - mark);
    text[(size_t)len - mark] = '\0';
    return 0;
}

/* ---------------------------------------------------------------- writing */

static int write_file(int fd, const char *text, size_t len)
{
    if (fchmod(fd, 0600) != 0)
        return -errno;
    if (write(fd, text, len) != (ssize_t)len)
        return errno != 0 ? -errno : -EIO;
    return fsync(fd) == 0 ? 0 : -errno;
}

static int replace(const char *path, const char *text, size_t len)
{
    char temporary[PATH_MAX + 8];
    snprintf(temporary, sizeof(temporary), "%s.XXXXXX", path);
    int fd = mkstemp(temporary); /* made with mode 0600 */
    if (fd < 0)
        return -errno;
    errno = 0;
    int failed = write_file(fd, text, len);
    close(fd);
    if (failed == 0 && rename(temporary, path) != 0)
        failed = -errno;
    if (failed != 0)
        unlink(temporary);
    return failed;
}

int state_file_replace(const char *name, const char *text, size_t len)
{
    char path[PATH_MAX];
    int failed = folder_path(path, sizeof(path));
    if (failed == 0)
        failed = make_folders(path);
    if (failed == 0)
        failed = locate(name, path);
    return failed != 0 ? failed : replace(path, text, len);
}

int state_file_remove(const char *name)
{
    char path[PATH_MAX];
    int failed = locate(name, path);
    if (failed != 0)
        return failed;
    return unlink(path) == 0 ? 0 : -errno;
}

int state_file_set_aside(const char *name)
{
    char path[PATH_MAX];
    char aside[PATH_MAX + 8];
    int failed = locate(name, path);
    if (failed != 0)
        return failed;
    snprintf(aside, sizeof(aside), "%s.bad", path);
    return rename(path, aside) == 0 ? 0 : -errno;
}
