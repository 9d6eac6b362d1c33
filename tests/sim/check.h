/* SPDX-License-Identifier: MIT */
/*
 * The checks of checks.def. One that fails says so with the seed and the command that replays it,
 * and ends the process with SIM_EXIT_FAILED: a seed runs in a process that may go.
 */
#ifndef PENTAD_TESTS_SIM_CHECK_H
#define PENTAD_TESTS_SIM_CHECK_H

#include <stdbool.h>

struct sim;

#define SIM_EXIT_FAILED 9

enum check {
#define CHECK(id, name, promise) CHECK_##id,
#include "tests/sim/checks.def"
#undef CHECK
    CHECK_COUNT
};

const char *check_name(enum check check);
const char *check_promise(enum check check);
/* -1 if there is none of that name. */
int check_find(const char *name);

/* Tells what was expected and what was found. Does not return. */
_Noreturn void check_failed(struct sim *sim, enum check check, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void check_count(struct sim *sim);

/* The arguments behind `is_true` are only evaluated when it is false. */
#define CHECK_THAT(sim, check, is_true, ...)                                                       \
    do {                                                                                           \
        check_count(sim);                                                                          \
        if (!(is_true))                                                                            \
            check_failed(sim, check, __VA_ARGS__);                                                 \
    } while (0)

/* A seed that dies by a signal is a finding, too, and so is one that does not end. */
void check_catch_signals(struct sim *sim);

#endif
