/* SPDX-License-Identifier: MIT */
/*
 * The files of tokens. A file has three lines: the token, the name, and `guest` or `account`; and a
 * fourth with the player's language, where it is known.
 */
#include "client/cli/connect/token_store.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "pentad"
#define FILE_SIZE_MAX 512

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

/* The file's name cannot leave the folder: a host has no business with other characters. */
static int file_path(const char *folder, const char *host, const char *port, char *path,
                     size_t size)
{
    int written = snprintf(path, size, "%s/%s:%s", folder, host, port);
    for (char *at = path + strlen(folder) + 1; written > 0 && *at != '\0'; at++)
        if (!isalnum((unsigned char)*at) && strchr(".:-_", *at) == NULL)
            *at = '_';
    return fits(written, size);
}

static int locate(const char *host, const char *port, bool is_made, char *path)
{
    char folder[PATH_MAX];
    int failed = folder_path(folder, sizeof(folder));
    if (failed == 0 && is_made)
        failed = make_folders(folder);
    return failed != 0 ? failed : file_path(folder, host, port, path, PATH_MAX);
}

/* Copies one line and moves `*at` behind it. */
static int take_line(const char **at, char *line, size_t size)
{
    const char *end = strchr(*at, '\n');
    if (end == NULL || (size_t)(end - *at) >= size)
        return -EBADMSG;
    memcpy(line, *at, (size_t)(end - *at));
    line[end - *at] = '\0';
    *at = end + 1;
    return 0;
}

static int parse(const char *text, struct login *login)
{
    char kind[16];
    const char *at = text;
    if (take_line(&at, login->token, sizeof(login->token)) != 0 ||
        take_line(&at, login->name, sizeof(login->name)) != 0 ||
        take_line(&at, kind, sizeof(kind)) != 0 || login->token[0] == '\0')
        return -EBADMSG;
    login->is_guest = strcmp(kind, "guest") == 0;
    if (take_line(&at, login->language, sizeof(login->language)) != 0)
        login->language[0] = '\0';
    return 0;
}

int token_load(const char *host, const char *port, struct login *login_out)
{
    char path[PATH_MAX];
    char text[FILE_SIZE_MAX] = "";
    int failed = locate(host, port, false, path);
    if (failed != 0)
        return failed;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return -errno;
    ssize_t len = read(fd, text, sizeof(text) - 1);
    failed = len < 0 ? -errno : parse(text, login_out);
    close(fd);
    return failed;
}

static int write_file(int fd, const struct login *login)
{
    char text[FILE_SIZE_MAX];
    int len = snprintf(text, sizeof(text), "%s\n%s\n%s\n%s%s", login->token, login->name,
                       login->is_guest ? "guest" : "account", login->language,
                       login->language[0] != '\0' ? "\n" : "");
    if (len < 0 || (size_t)len >= sizeof(text))
        return -EINVAL;
    if (fchmod(fd, 0600) != 0)
        return -errno;
    if (write(fd, text, (size_t)len) != len)
        return errno != 0 ? -errno : -EIO;
    return fsync(fd) == 0 ? 0 : -errno;
}

int token_save(const char *host, const char *port, const struct login *login)
{
    char path[PATH_MAX];
    char temporary[PATH_MAX + 8];
    int failed = locate(host, port, true, path);
    if (failed != 0)
        return failed;
    snprintf(temporary, sizeof(temporary), "%s.XXXXXX", path);
    int fd = mkstemp(temporary); /* made with mode 0600 */
    if (fd < 0)
        return -errno;
    errno = 0;
    failed = write_file(fd, login);
    close(fd);
    if (failed == 0 && rename(temporary, path) != 0)
        failed = -errno;
    if (failed != 0)
        unlink(temporary);
    return failed;
}

int token_forget(const char *host, const char *port)
{
    char path[PATH_MAX];
    int failed = locate(host, port, false, path);
    if (failed != 0)
        return failed;
    return unlink(path) == 0 ? 0 : -errno;
}
