/* SPDX-License-Identifier: MIT */
/*
 * A library to be preloaded into a program: its allocations fail when a test says so, whoever in
 * the program asks (the libraries, too). Test and program share struct fail_malloc in the file that
 * the variable FAIL_MALLOC names; without it nothing fails. Not for sanitizers, which have a heap
 * of their own.
 */
#define _GNU_SOURCE /* memory that belongs to no file */
#include "tests/support/fail_malloc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The heap as glibc has it, under the names that stay when the usual ones are taken. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *take, size_t size);

static struct fail_malloc *control;

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("FAIL_MALLOC");
    int fd = path != NULL ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    void *shared = mmap(NULL, sizeof(*control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (shared != MAP_FAILED)
        control = shared;
}

static bool must_fail(void)
{
    if (control == NULL || atomic_load(&control->left) <= 0 ||
        atomic_fetch_sub(&control->left, 1) != 1)
        return false;
    atomic_fetch_add(&control->failed, 1);
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return must_fail() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return must_fail() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *take, size_t size)
{
    return must_fail() ? NULL : __libc_realloc(take, size);
}

/* Memory in which the hash of a password is computed. */
void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    if ((flags & MAP_ANONYMOUS) != 0 && must_fail())
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}
