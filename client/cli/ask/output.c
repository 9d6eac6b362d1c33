/* SPDX-License-Identifier: MIT */
/*
 * Files and folders that appear whole, as client/cli/ask/output.h describes them.
 */
#include "client/cli/ask/output.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fits(int written)
{
    return written > 0 && written < PATH_MAX ? 0 : -ENAMETOOLONG;
}

/* 0, or -ENOTEMPTY and the like. */
static int check_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL)
        return errno == ENOENT ? 0 : -errno;
    int status = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            status = -ENOTEMPTY;
    closedir(folder);
    return status;
}

/* mkstemp() and mkdtemp() make files for the owner only, but a file of games is no secret. */
static mode_t usual_mode(mode_t wanted)
{
    mode_t mask = umask(0);
    umask(mask);
    return wanted & ~mask;
}

/* Returns why the output cannot be made there: 0 if it can. */
static int check_place(const char *path, enum output_kind kind)
{
    struct stat info;
    if (kind == OUTPUT_FOLDER)
        return check_folder(path);
    return kind == OUTPUT_NEW_FILE && lstat(path, &info) == 0 ? -EEXIST : 0;
}

int output_begin(struct output *output, const char *path, enum output_kind kind)
{
    size_t len = strlen(path);
    bool is_folder = kind == OUTPUT_FOLDER;
    *output = (struct output){.is_folder = is_folder, .fd = -1};
    while (len > 1 && path[len - 1] == '/')
        len--; /* PATH/ and PATH are the same folder */
    int failed = fits(snprintf(output->path, PATH_MAX, "%.*s", (int)len, path));
    if (failed == 0)
        failed = fits(snprintf(output->part, PATH_MAX, "%.*s.part-XXXXXX", (int)len, path));
    if (failed == 0)
        failed = check_place(output->path, kind);
    if (failed != 0) {
        output->part[0] = '\0';
        return failed;
    }
    if (is_folder) {
        failed = mkdtemp(output->part) != NULL && chmod(output->part, usual_mode(0777)) == 0
                     ? 0
                     : -errno;
    } else {
        output->fd = mkstemp(output->part);
        failed = output->fd >= 0 && fchmod(output->fd, usual_mode(0666)) == 0 ? 0 : -errno;
    }
    return failed;
}

static int write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t written = write(fd, bytes, len);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return written < 0 ? -errno : -EIO;
        bytes += written;
        len -= (size_t)written;
    }
    return 0;
}

int output_put(struct output *output, const char *bytes, size_t len)
{
    return write_all(output->fd, bytes, len);
}

static int close_synced(int fd)
{
    int failed = fsync(fd) == 0 || errno == EINVAL ? 0 : -errno;
    return close(fd) == 0 ? failed : -errno;
}

int output_put_file(struct output *output, const char *name, const char *bytes, size_t len)
{
    char path[PATH_MAX];
    int failed = fits(snprintf(path, sizeof(path), "%s/%s", output->part, name));
    if (failed != 0)
        return failed;
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return -errno;
    failed = write_all(fd, bytes, len);
    return close(fd) == 0 ? failed : -errno;
}

int output_finish(struct output *output)
{
    int failed = 0;
    if (output->fd >= 0) {
        failed = close_synced(output->fd);
        output->fd = -1;
    }
    if (failed == 0 && rename(output->part, output->path) != 0)
        failed = -errno;
    if (failed == 0)
        output->part[0] = '\0';
    return failed;
}

static void remove_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (folder != NULL) {
        for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
            (void)unlinkat(dirfd(folder), entry->d_name, 0);
        closedir(folder);
    }
    (void)rmdir(path);
}

void output_drop(struct output *output)
{
    if (output->fd >= 0) {
        close(output->fd);
        output->fd = -1;
    }
    if (output->part[0] != '\0' && output->is_folder)
        remove_folder(output->part);
    else if (output->part[0] != '\0')
        (void)unlink(output->part);
    output->part[0] = '\0';
}

void output_tell(const char *path, int failed)
{
    if (failed == -EEXIST)
        problem_tell(_("%s already exists; use --force to replace it."), path);
    else
        problem_tell("%s: %s", path != NULL ? path : "-", strerror(-failed));
}
