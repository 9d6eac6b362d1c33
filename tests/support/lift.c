/* SPDX-License-Identifier: MIT */
/* Threads as /proc lists them; elsewhere none is lifted. */
#define _GNU_SOURCE /* SCHED_IDLE */
#include "tests/support/lift.h"

#include "tests/support/cmocka_all.h"
#include "tests/support/wait.h"

#include <dirent.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#ifdef SCHED_IDLE
static int lift_those_there(pid_t process)
{
    const struct sched_param none = {0};
    char path[64];
    int count = 0;
    snprintf(path, sizeof(path), "/proc/%ld/task", (long)process);
    DIR *threads = opendir(path);
    if (threads == NULL)
        return 0;
    for (const struct dirent *at = readdir(threads); at != NULL; at = readdir(threads)) {
        const pid_t thread = (pid_t)atol(at->d_name);
        if (thread <= 0 || sched_getscheduler(thread) != SCHED_IDLE)
            continue;
        (void)sched_setscheduler(thread, SCHED_OTHER, &none);
        (void)setpriority(PRIO_PROCESS, (id_t)thread, 0);
        count++;
    }
    closedir(threads);
    return count;
}

void lift_threads(pid_t process, int count)
{
    const int64_t end_ms = wait_now_ms() + PATIENCE_MS;
    int lifted = 0;
    while (lifted < count && wait_now_ms() < end_ms) {
        lifted += lift_those_there(process);
        sched_yield();
    }
}

void lift_threads_there(pid_t process)
{
    (void)lift_those_there(process);
}
#else
void lift_threads_there(pid_t process)
{
    (void)process;
}

void lift_threads(pid_t process, int count)
{
    (void)process;
    (void)count;
}
#endif
