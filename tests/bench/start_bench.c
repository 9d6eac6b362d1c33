/* SPDX-License-Identifier: MIT */
/*
 * Measures how long a server takes from exec() to listening, and the memory that it has then, with
 * games in progress and games that are over. `./dev bench start` runs it.
 *
 *   start_bench PENTAD FOLDER IN_PROGRESS OVER [--starts-only]
 *
 * Makes FOLDER/big.db, which is left there. Cold: the file is taken out of the system's cache
 * before the start. Also runs `pentad check` and `pentad backup` on it, which takes minutes; with
 * --starts-only it does not.
 */
#include "tests/bench/big_database.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATH_SIZE 512
#define STARTS 5

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void fail(const char *what)
{
    fprintf(stderr, "start_bench: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* Starts pentad with standard error into `pipe_end`, or to nothing if that is negative. */
static pid_t launch(const char *const argv[], int pipe_end)
{
    pid_t child = fork();
    if (child < 0)
        fail("fork");
    if (child > 0)
        return child;
    if (pipe_end >= 0)
        (void)dup2(pipe_end, STDERR_FILENO);
    (void)execv(argv[0], (char *const *)(uintptr_t)argv);
    _exit(127);
}

/* Kilobytes behind `key` in /proc/PID/status. */
static long status_kb(pid_t pid, const char *key)
{
    char path[64];
    char line[256];
    long kb = -1;
    (void)snprintf(path, sizeof(path), "/proc/%ld/status", (long)pid);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof(line), file) != NULL)
        if (strncmp(line, key, strlen(key)) == 0)
            kb = strtol(line + strlen(key) + 1, NULL, 10);
    if (file != NULL)
        (void)fclose(file);
    return kb;
}

static void await_listening(int log)
{
    char line[1024];
    FILE *file = fdopen(log, "r");
    while (file != NULL && fgets(line, sizeof(line), file) != NULL)
        if (strstr(line, " listening ") != NULL)
            return; /* the pipe stays open as long as the server runs */
    fail("the server does not listen");
}

/* One start and one stop. Returns the seconds until it listened. */
static double start_once(const char *pentad, const char *database, long *rss_kb_out,
                         long *peak_kb_out)
{
    const char *const argv[] = {pentad, "--database", database, "--port", "0", NULL};
    int ends[2];
    int status = 0;
    if (pipe(ends) != 0)
        fail("pipe");
    double begin = now_s();
    pid_t server = launch(argv, ends[1]);
    (void)close(ends[1]);
    await_listening(ends[0]);
    double seconds = now_s() - begin;
    *rss_kb_out = status_kb(server, "VmRSS:");
    *peak_kb_out = status_kb(server, "VmHWM:");
    (void)kill(server, SIGTERM);
    if (waitpid(server, &status, 0) != server || status != 0)
        fail("the server did not stop well");
    return seconds;
}

static void cache_drop(const char *database)
{
    int file = open(database, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fsync(file) != 0 || posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) != 0)
        fail(database);
    (void)close(file);
}

static void starts_measure(const char *pentad, const char *database)
{
    for (int i = 0; i < STARTS; i++) {
        bool is_cold = i < 2;
        long rss_kb;
        long peak_kb;
        if (is_cold)
            cache_drop(database);
        double seconds = start_once(pentad, database, &rss_kb, &peak_kb);
        (void)printf("  start, %s: %.3f s to listening, RSS %.1f MiB, at most %.1f MiB\n",
                     is_cold ? "cold" : "warm", seconds, (double)rss_kb / 1024,
                     (double)peak_kb / 1024);
        (void)fflush(stdout);
    }
}

static void command_measure(const char *pentad, const char *database, const char *word,
                            const char *argument)
{
    const char *const argv[] = {pentad, "--database", database, word, argument, NULL};
    int status = 0;
    (void)printf("  %s: ", word);
    (void)fflush(stdout);
    double begin = now_s();
    pid_t child = launch(argv, -1);
    if (waitpid(child, &status, 0) != child || status != 0)
        fail(word);
    (void)printf("    in %.1f s\n", now_s() - begin);
}

int main(int argc, char **argv)
{
    char database[PATH_SIZE];
    char backup[PATH_SIZE];
    struct stat about;
    bool is_starts_only = argc == 6 && strcmp(argv[5], "--starts-only") == 0;
    if (argc != 5 + is_starts_only) {
        (void)fputs("usage: start_bench PENTAD FOLDER IN_PROGRESS OVER [--starts-only]\n", stderr);
        return 2;
    }
    (void)snprintf(database, sizeof(database), "%s/big.db", argv[2]);
    (void)snprintf(backup, sizeof(backup), "%s/backup.db", argv[2]);
    struct big_database wanted = {.path = database,
                                  .in_progress = strtoll(argv[3], NULL, 10),
                                  .over = strtoll(argv[4], NULL, 10)};
    wanted.players = 2 * wanted.in_progress > 2000 ? 2 * wanted.in_progress : 2000;
    (void)unlink(database);
    double begin = now_s();
    big_database_make(&wanted);
    if (stat(database, &about) != 0)
        fail(database);
    (void)printf("%s games in progress, %s over: %.0f MB, made in %.0f s\n", argv[3], argv[4],
                 (double)about.st_size / 1e6, now_s() - begin);
    starts_measure(argv[1], database);
    if (is_starts_only)
        return 0;
    command_measure(argv[1], database, "check", NULL);
    command_measure(argv[1], database, "backup", backup);
    return 0;
}
