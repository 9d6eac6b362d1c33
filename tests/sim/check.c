/* SPDX-License-Identifier: MIT */
/*
 * The table of checks, and what a failing one prints before the process ends.
 */
#include "tests/sim/check.h"

#include "tests/sim/habits.h"
#include "tests/sim/sim.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* Of the processor, for one life: the longest one seen took two. What needs more runs in circles.
 */
#define LIFE_CPU_S 120

static const struct {
    const char *name;
    const char *promise;
} checks[CHECK_COUNT] = {
#define CHECK(id, name, promise) [CHECK_##id] = {name, promise},
#include "tests/sim/checks.def"
#undef CHECK
};

/* The one under way, for the signal handler. */
static struct sim *running;

const char *check_name(enum check check)
{
    return checks[check].name;
}

const char *check_promise(enum check check)
{
    return checks[check].promise;
}

int check_find(const char *name)
{
    for (int i = 0; i < CHECK_COUNT; i++)
        if (strcmp(checks[i].name, name) == 0)
            return i;
    return -1;
}

void check_count(struct sim *sim)
{
    sim->stats->checks++;
}

static void print_header(const struct sim *sim, enum check check)
{
    char when[SIM_TIME_SIZE];
    fflush(stdout);
    fprintf(stderr, "FAILED check %s in seed %llu at %s\n  promise  %s\n", checks[check].name,
            (unsigned long long)sim->seed, sim_time_text(sim, when), checks[check].promise);
}

static void note_failure(const struct sim *sim, enum check check)
{
    sim->stats->failed_check = (uint64_t)check + 1;
    sim->stats->failed_seed = sim->seed;
}

static _Noreturn void print_replay(const struct sim *sim, enum check check)
{
    char habits[HABITS_TEXT_SIZE];
    fprintf(stderr, "  replay   %s --seed %llu --trace", sim->options->program,
            (unsigned long long)sim->seed);
    if (sim->habits != 0)
        fprintf(stderr, " --more %s", habits_text(sim->habits, habits));
    fprintf(stderr, "\n");
    fflush(stderr);
    note_failure(sim, check);
    _exit(SIM_EXIT_FAILED);
}

_Noreturn void check_failed(struct sim *sim, enum check check, const char *format, ...)
{
    va_list args;
    print_header(sim, check);
    fprintf(stderr, "  found    ");
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\n");
    print_replay(sim, check);
}

static void on_signal(int number)
{
    signal(number, SIG_DFL);
    note_failure(running, CHECK_STANDS); /* printing may need the heap, which may be what broke */
    print_header(running, CHECK_STANDS);
    fprintf(stderr, "  found    signal %d\n", number);
    print_replay(running, CHECK_STANDS);
}

static void on_no_end(int number)
{
    (void)number;
    note_failure(running, CHECK_STANDS);
    print_header(running, CHECK_STANDS);
    fprintf(stderr, "  found    no end after %d s of the processor\n", LIFE_CPU_S);
    print_replay(running, CHECK_STANDS);
}

void check_catch_signals(struct sim *sim)
{
    static const struct itimerval longest = {.it_value.tv_sec = LIFE_CPU_S};
    running = sim;
    setitimer(ITIMER_VIRTUAL, &longest, NULL);
    signal(SIGVTALRM, on_no_end);
    signal(SIGABRT, on_signal);
#ifndef __SANITIZE_ADDRESS__
    signal(SIGSEGV, on_signal);
    signal(SIGFPE, on_signal);
    signal(SIGILL, on_signal);
#endif
}
