/* SPDX-License-Identifier: MIT */
/*
 * The locks that keep a second server off a database. The file beside it names the process that
 * holds them, for the operator. Called while opening and closing, on the owner's thread.
 */
#define _DEFAULT_SOURCE /* realpath, flock */
#include "db/sqlite/lock.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUFFIX ".lock"
/* The files of a database: those beside it, and itself. */
static const char *const FILES[] = {"", "-wal", "-shm"};

/* ------------------------------------------------------------------ what is said */

static int say_errno(char *message_out, size_t message_size)
{
    (void)snprintf(message_out, message_size, "%s", strerror(errno));
    return -1;
}

/* A file that cannot be used is often somebody else's: root's, after a start by hand. */
static int say_denied(const char *path, char *message_out, size_t message_size)
{
    int error = errno;
    struct stat about;
    const struct passwd *owner = stat(path, &about) == 0 ? getpwuid(about.st_uid) : NULL;
    if (owner == NULL)
        (void)snprintf(message_out, message_size, "%s: %s", path, strerror(error));
    else
        (void)snprintf(message_out, message_size, "%s: %s (owner %s, mode %04o)", path,
                       strerror(error), owner->pw_name, (unsigned)about.st_mode & 07777);
    return -1;
}

static int say_holder(int lock, char *message_out, size_t message_size)
{
    char holder[24] = "";
    ssize_t size = pread(lock, holder, sizeof(holder) - 1, 0);
    holder[size > 0 ? strcspn(holder, "\n") : 0] = '\0';
    (void)snprintf(message_out, message_size, "another server has it open (process %s)",
                   holder[0] != '\0' ? holder : "unknown");
    return -1;
}

static int say_other_name(char *message_out, size_t message_size)
{
    (void)snprintf(message_out, message_size, "another server has it open by another name");
    return -1;
}

/* ------------------------------------------------------------------ the file beside it */

static char *with_suffix(const char *path, const char *suffix)
{
    size_t len = strlen(path);
    size_t size = strlen(suffix) + 1;
    char *text = mem_alloc(len + size);
    memcpy(text, path, len);
    memcpy(text + len, suffix, size);
    return text;
}

static int holder_write(int lock)
{
    char holder[24];
    int size = snprintf(holder, sizeof(holder), "%ld\n", (long)getpid());
    if (ftruncate(lock, 0) != 0)
        return -1;
    return pwrite(lock, holder, (size_t)size, 0) == size ? 0 : -1;
}

static int take_beside(const char *lock_path, char *message_out, size_t message_size)
{
    int lock = open(lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0)
        return say_denied(lock_path, message_out, message_size);
    if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
        int result = errno == EWOULDBLOCK ? say_holder(lock, message_out, message_size)
                                          : say_denied(lock_path, message_out, message_size);
        (void)close(lock);
        return result;
    }
    /* Only for people: on a full disk the server must be able to start all the same. */
    (void)holder_write(lock);
    return lock;
}

/* ------------------------------------------------------------------ the database */

/* Nobody may open the database by hand while a store has it open: closing it again would drop
 * SQLite's own locks. So this only happens when there is no such file yet. */
static int database_make(const char *path)
{
    if (access(path, F_OK) == 0)
        return 0;
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return errno == EEXIST ? 0 : -1;
    return close(file);
}

/* SQLite opens a file that it may not write all the same, and each commit fails. */
static int files_see(const char *path, char *message_out, size_t message_size)
{
    int result = 0;
    for (size_t i = 0; i < sizeof(FILES) / sizeof(FILES[0]) && result == 0; i++) {
        char *file = with_suffix(path, FILES[i]);
        if (faccessat(AT_FDCWD, file, R_OK | W_OK, AT_EACCESS) != 0 && errno != ENOENT)
            result = say_denied(file, message_out, message_size);
        free(file);
    }
    char *folder = mem_text(path);
    *strrchr(folder, '/') = '\0'; /* a real path has one */
    if (result == 0 &&
        faccessat(AT_FDCWD, *folder != '\0' ? folder : "/", W_OK | X_OK, AT_EACCESS) != 0)
        result = say_denied(folder, message_out, message_size);
    free(folder);
    return result;
}

/* A descriptor that does not get the lock stays open for ever: the holder may be in this very
 * process, and closing the file would drop its locks by SQLite. */
static int take_database(const char *path, char *message_out, size_t message_size)
{
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return say_denied(path, message_out, message_size);
    if (flock(file, LOCK_EX | LOCK_NB) == 0)
        return file;
    return errno == EWOULDBLOCK ? say_other_name(message_out, message_size)
                                : say_denied(path, message_out, message_size);
}

/* ------------------------------------------------------------------ both */

static int take_both(struct lock *lock, const char *path, char *message_out, size_t message_size)
{
    char *beside = with_suffix(path, SUFFIX);
    lock->beside = take_beside(beside, message_out, message_size);
    free(beside);
    if (lock->beside < 0 || files_see(path, message_out, message_size) != 0)
        return -1;
    lock->database = take_database(path, message_out, message_size);
    return lock->database >= 0 ? 0 : -1;
}

int lock__take(struct lock *lock_out, const char *path, char **path_out, char *message_out,
               size_t message_size)
{
    char *real = NULL;
    *lock_out = LOCK_NONE;
    if (database_make(path) != 0 || (real = realpath(path, NULL)) == NULL)
        return say_errno(message_out, message_size);
    if (take_both(lock_out, real, message_out, message_size) != 0) {
        lock__release(lock_out);
        free(real);
        return -1;
    }
    *path_out = real;
    return 0;
}

void lock__release(struct lock *lock)
{
    if (lock->database >= 0)
        (void)close(lock->database);
    if (lock->beside >= 0)
        (void)close(lock->beside);
    *lock = LOCK_NONE;
}

/* Whether somebody holds the lock of the file; not if there is no such file. */
static bool is_held(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool is_held = file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (file >= 0)
        (void)close(file);
    return is_held;
}

int lock__see_name(const char *path, char *message_out, size_t message_size)
{
    char *real = realpath(path, NULL);
    if (real == NULL)
        return 0;
    char *beside = with_suffix(real, SUFFIX);
    int result = 0;
    /* In this order: nobody opens the database by hand while this process may be its server. */
    if (!is_held(beside) && is_held(real))
        result = say_other_name(message_out, message_size);
    free(beside);
    free(real);
    return result;
}
