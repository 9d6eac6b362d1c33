/* SPDX-License-Identifier: MIT */
/*
 * Starts a program as systemd does: as_service FD[:FD...] NAME[:NAME...] PROGRAM [WORD ...] gives
 * it these sockets as the only ones that it inherits, under these names. A program of its own,
 * because LISTEN_PID is the number of the process that will be the program.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FIRST_FD 3
#define SOCKETS_MAX 8

/* Puts the sockets where systemd puts them; returns how many there are, or -1. The copies keep one
 * from being where another is to go. */
static int place(const char *numbers)
{
    int copies[SOCKETS_MAX];
    int count = 0;
    for (const char *at = numbers; at != NULL && count < SOCKETS_MAX; count++) {
        copies[count] = fcntl(atoi(at), F_DUPFD_CLOEXEC, FIRST_FD + SOCKETS_MAX);
        at = strchr(at, ':');
        if (at != NULL)
            at++;
    }
    for (int i = 0; i < count; i++)
        if (dup2(copies[i], FIRST_FD + i) < 0)
            return -1;
    return count;
}

int main(int argc, char **argv)
{
    char pid[32];
    char count[16];
    int placed;
    if (argc < 4)
        return 2;
    placed = place(argv[1]);
    if (placed < 1)
        return 2;
    snprintf(count, sizeof(count), "%d", placed);
    snprintf(pid, sizeof(pid), "%ld", (long)getpid());
    setenv("LISTEN_PID", pid, 1);
    setenv("LISTEN_FDS", count, 1);
    setenv("LISTEN_FDNAMES", argv[2], 1);
    execv(argv[3], argv + 3);
    perror(argv[3]);
    return 2;
}
