/* SPDX-License-Identifier: MIT */
/*
 * The lock that keeps a second server off a database file. The file beside it names the process
 * that holds it, for the operator. Called while opening and closing, on the owner's thread.
 */
#define _DEFAULT_SOURCE /* realpath, flock */
#include "db/sqlite/lock.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define SUFFIX ".lock"

static int say_errno(char *message_out, size_t message_size)
{
    (void)snprintf(message_out, message_size, "%s", strerror(errno));
    return -1;
}

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

static int say_holder(int lock, char *message_out, size_t message_size)
{
    char holder[24] = "";
    ssize_t size = pread(lock, holder, sizeof(holder) - 1, 0);
    holder[size > 0 ? strcspn(holder, "\n") : 0] = '\0';
    (void)snprintf(message_out, message_size, "another server has it open (process %s)",
                   holder[0] != '\0' ? holder : "unknown");
    return -1;
}

static int holder_write(int lock)
{
    char holder[24];
    int size = snprintf(holder, sizeof(holder), "%ld\n", (long)getpid());
    if (ftruncate(lock, 0) != 0)
        return -1;
    return pwrite(lock, holder, (size_t)size, 0) == size ? 0 : -1;
}

static int lock_file(const char *lock_path, char *message_out, size_t message_size)
{
    int lock = open(lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0)
        return say_errno(message_out, message_size);
    if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
        int result = errno == EWOULDBLOCK ? say_holder(lock, message_out, message_size)
                                          : say_errno(message_out, message_size);
        (void)close(lock);
        return result;
    }
    /* Only for people: on a full disk the server must be able to start all the same. */
    (void)holder_write(lock);
    return lock;
}

int lock__take(const char *path, char **path_out, char *message_out, size_t message_size)
{
    char *real = NULL;
    char *lock_path = NULL;
    int lock = -1;
    if (database_make(path) != 0 || (real = realpath(path, NULL)) == NULL)
        return say_errno(message_out, message_size);
    lock_path = mem_alloc(strlen(real) + sizeof(SUFFIX));
    memcpy(lock_path, real, strlen(real));
    memcpy(lock_path + strlen(real), SUFFIX, sizeof(SUFFIX));
    lock = lock_file(lock_path, message_out, message_size);
    free(lock_path);
    if (lock < 0)
        free(real);
    else
        *path_out = real;
    return lock;
}

void lock__release(int lock)
{
    if (lock >= 0)
        (void)close(lock);
}
