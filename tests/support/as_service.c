/* SPDX-License-Identifier: MIT */
/*
 * Starts a program as systemd does: as_service FD NAME PROGRAM [WORD ...] gives it the socket FD as
 * the only one that it inherits, under that name. A program of its own, because LISTEN_PID is the
 * number of the process that will be the program.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define FIRST_FD 3

int main(int argc, char **argv)
{
    char pid[32];
    int fd;

    if (argc < 4)
        return 2;
    fd = atoi(argv[1]);
    snprintf(pid, sizeof pid, "%ld", (long)getpid());
    setenv("LISTEN_PID", pid, 1);
    setenv("LISTEN_FDS", "1", 1);
    setenv("LISTEN_FDNAMES", argv[2], 1);
    if (fd != FIRST_FD && dup2(fd, FIRST_FD) < 0)
        return 2;
    execv(argv[3], argv + 3);
    perror(argv[3]);
    return 2;
}
