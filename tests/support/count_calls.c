/* SPDX-License-Identifier: MIT */
/*
 * A library to be preloaded into a program: counts what it asks the heap and the system for, in the
 * file that the variable COUNT_CALLS names. Not for sanitizers, which have a heap of their own.
 */
#define _GNU_SOURCE /* RTLD_NEXT, epoll_pwait() */
#include "tests/support/count_calls.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *take, size_t size);

static struct count_calls unwanted; /* until it is known where to count */
static struct count_calls *counts = &unwanted;

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("COUNT_CALLS");
    int fd = path != NULL ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    void *shared = mmap(NULL, sizeof(*counts), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (shared != MAP_FAILED)
        counts = shared;
}

#define ADD(what, number) atomic_fetch_add_explicit(&counts->what, number, memory_order_relaxed)
#define COUNT(what) ADD(what, 1)

static void count_allocation(size_t bytes)
{
    COUNT(allocations);
    ADD(bytes, (long long)bytes);
}

void *malloc(size_t size)
{
    count_allocation(size);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    count_allocation(count * size);
    return __libc_calloc(count, size);
}

void *realloc(void *take, size_t size)
{
    count_allocation(size);
    return __libc_realloc(take, size);
}

/* The function of that name behind this library; the pointer goes through memory because ISO C has
 * no cast from an object to a function. */
#define NEXT(pointer, name)                                                                        \
    do {                                                                                           \
        if ((pointer) == NULL) {                                                                   \
            void *found_ = dlsym(RTLD_NEXT, name);                                                 \
            memcpy(&(pointer), &found_, sizeof(found_));                                           \
        }                                                                                          \
    } while (0)

#define COUNTED(what, type, name, parameters, ...)                                                 \
    type name parameters                                                                           \
    {                                                                                              \
        static type(*next) parameters;                                                             \
        NEXT(next, #name);                                                                         \
        COUNT(what);                                                                               \
        return next(__VA_ARGS__);                                                                  \
    }

COUNTED(sockets, ssize_t, read, (int fd, void *at, size_t len), fd, at, len)
COUNTED(sockets, ssize_t, write, (int fd, const void *at, size_t len), fd, at, len)
COUNTED(sockets, ssize_t, writev, (int fd, const struct iovec *parts, int count), fd, parts, count)
COUNTED(sockets, ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags), fd, message,
        flags)
COUNTED(sockets, ssize_t, recvmsg, (int fd, struct msghdr *message, int flags), fd, message, flags)
COUNTED(waits, int, epoll_wait, (int fd, struct epoll_event *events, int max, int ms), fd, events,
        max, ms)
COUNTED(waits, int, epoll_pwait,
        (int fd, struct epoll_event *events, int max, int ms, const sigset_t *mask), fd, events,
        max, ms, mask)
COUNTED(waits, int, epoll_ctl, (int fd, int what, int other, struct epoll_event *event), fd, what,
        other, event)
COUNTED(files, ssize_t, pread, (int fd, void *at, size_t len, off_t offset), fd, at, len, offset)
COUNTED(files, ssize_t, pread64, (int fd, void *at, size_t len, off64_t offset), fd, at, len,
        offset)
COUNTED(files, ssize_t, pwrite, (int fd, const void *at, size_t len, off_t offset), fd, at, len,
        offset)
COUNTED(files, ssize_t, pwrite64, (int fd, const void *at, size_t len, off64_t offset), fd, at, len,
        offset)
COUNTED(syncs, int, fsync, (int fd), fd)
COUNTED(syncs, int, fdatasync, (int fd), fd)
