/* SPDX-License-Identifier: MIT */
/*
 * The three descriptors of base/standard.h. Changes them and keeps nothing.
 */
#include "base/standard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void standard_open(void)
{
    static const int flags[] = {O_RDONLY, O_RDONLY, O_WRONLY};
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", flags[fd]) != fd)
            abort();
}

int standard_flush(void)
{
    if (fflush(stdout) != 0)
        return -errno;
    return ferror(stdout) ? -EIO : 0; /* an earlier part is missing */
}
