/* SPDX-License-Identifier: MIT */
/*
 * The files of tokens. The first line says what it is; then each login has a line of words: whether
 * it is in `use`, `kept` or `over`, `guest` or `account`, the token, the player's language or "-",
 * and the name. The file of an older penta has one login: the token, the name, `guest` or `account`
 * and, where it is known, the language, each in a line.
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
#define FILE_SIZE_MAX (LOGINS_MAX * 512)
#define HEAD "penta logins 2\n"

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

/* A file of an older penta. */
static int parse_one(const char *text, struct logins *logins)
{
    struct login *login = &logins->rows[0];
    char kind[16];
    const char *at = text;
    if (take_line(&at, login->token, sizeof(login->token)) != 0 ||
        take_line(&at, login->name, sizeof(login->name)) != 0 ||
        take_line(&at, kind, sizeof(kind)) != 0 || login->token[0] == '\0')
        return -EBADMSG;
    login->is_guest = strcmp(kind, "guest") == 0;
    login->is_over = false;
    if (take_line(&at, login->language, sizeof(login->language)) != 0)
        login->language[0] = '\0';
    logins->count = 1;
    logins->has_current = true;
    return 0;
}

/* Copies one word and moves `*at` behind it and the space. */
static int take_word(const char **at, char *word, size_t size)
{
    size_t len = strcspn(*at, " ");
    if (len == 0 || len >= size)
        return -EBADMSG;
    memcpy(word, *at, len);
    word[len] = '\0';
    *at += (*at)[len] == ' ' ? len + 1 : len;
    return 0;
}

static int parse_login(const char *line, struct logins *logins)
{
    struct login *login = &logins->rows[logins->count];
    char state[8];
    char kind[16];
    const char *at = line;
    if (take_word(&at, state, sizeof(state)) != 0 || take_word(&at, kind, sizeof(kind)) != 0 ||
        take_word(&at, login->token, sizeof(login->token)) != 0 ||
        take_word(&at, login->language, sizeof(login->language)) != 0 ||
        take_word(&at, login->name, sizeof(login->name)) != 0)
        return -EBADMSG;
    login->is_guest = strcmp(kind, "guest") == 0;
    login->is_over = strcmp(state, "over") == 0;
    if (strcmp(login->language, "-") == 0)
        login->language[0] = '\0';
    logins->has_current |= logins->count++ == 0 && strcmp(state, "use") == 0;
    return 0;
}

static int parse(const char *text, struct logins *logins)
{
    char line[SESSION_TOKEN_SIZE + SESSION_NAME_SIZE + 64];
    const char *at = text + strlen(HEAD);
    logins->count = 0;
    logins->has_current = false;
    if (strncmp(text, HEAD, strlen(HEAD)) != 0)
        return parse_one(text, logins);
    while (*at != '\0' && logins->count < LOGINS_MAX)
        if (take_line(&at, line, sizeof(line)) != 0 || parse_login(line, logins) != 0)
            return -EBADMSG;
    return 0;
}

int logins_load(const char *host, const char *port, struct logins *logins_out)
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
    failed = len < 0 ? -errno : parse(text, logins_out);
    close(fd);
    return failed;
}

/* ---------------------------------------------------------------- writing */

static const char *state_of(const struct logins *logins, size_t index)
{
    if (logins->rows[index].is_over)
        return "over";
    return index == 0 && logins->has_current ? "use" : "kept";
}

static int format(const struct logins *logins, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s", HEAD);
    for (size_t i = 0; i < logins->count; i++) {
        const struct login *login = &logins->rows[i];
        int len = snprintf(text + used, size - used, "%s %s %s %s %s\n", state_of(logins, i),
                           login->is_guest ? "guest" : "account", login->token,
                           login->language[0] != '\0' ? login->language : "-", login->name);
        if (len < 0 || (size_t)len >= size - used)
            return -EINVAL;
        used += (size_t)len;
    }
    return (int)used;
}

static int write_file(int fd, const struct logins *logins)
{
    char text[FILE_SIZE_MAX];
    int len = format(logins, text, sizeof(text));
    if (len < 0)
        return len;
    if (fchmod(fd, 0600) != 0)
        return -errno;
    if (write(fd, text, (size_t)len) != len)
        return errno != 0 ? -errno : -EIO;
    return fsync(fd) == 0 ? 0 : -errno;
}

static int replace(const char *path, const struct logins *logins)
{
    char temporary[PATH_MAX + 8];
    snprintf(temporary, sizeof(temporary), "%s.XXXXXX", path);
    int fd = mkstemp(temporary); /* made with mode 0600 */
    if (fd < 0)
        return -errno;
    errno = 0;
    int failed = write_file(fd, logins);
    close(fd);
    if (failed == 0 && rename(temporary, path) != 0)
        failed = -errno;
    if (failed != 0)
        unlink(temporary);
    return failed;
}

int logins_save(const char *host, const char *port, const struct logins *logins)
{
    char path[PATH_MAX];
    int failed = locate(host, port, logins->count > 0, path);
    if (failed != 0)
        return failed;
    if (logins->count == 0)
        return unlink(path) == 0 ? 0 : -errno;
    return replace(path, logins);
}
