/* SPDX-License-Identifier: MIT */
/*
 * A library that is loaded before the C library: fsync and fdatasync fail while the file named by
 * FAILING_SYNC is there. If that file has anything in it, it is removed by the first failure, so
 * that just one sync fails.
 */
#define _DEFAULT_SOURCE /* syscall */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int fsync(int file);
int fdatasync(int file);

static int is_to_fail(void)
{
    const char *path = getenv("FAILING_SYNC");
    struct stat found;
    if (path == NULL || stat(path, &found) != 0)
        return 0;
    if (found.st_size > 0)
        (void)unlink(path);
    errno = EIO;
    return 1;
}

int fsync(int file)
{
    return is_to_fail() ? -1 : (int)syscall(SYS_fsync, file);
}

int fdatasync(int file)
{
    return is_to_fail() ? -1 : (int)syscall(SYS_fdatasync, file);
}
