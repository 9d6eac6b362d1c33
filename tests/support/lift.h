/* SPDX-License-Identifier: MIT */
/*
 * Threads that run only when nothing else wants to, such as those of thoughts: on a machine that
 * always does something else they never would, so tests that wait for them lift them to the rest.
 * Without the right to do so a test waits until the machine is free.
 */
#ifndef PENTAD_TESTS_SUPPORT_LIFT_H
#define PENTAD_TESTS_SUPPORT_LIFT_H

#include <sys/types.h>

/* Lifts so many threads of a process; waits until they are there. */
void lift_threads(pid_t process, int count);
/* Lifts those that there are, if any: a process waits for them when it ends. */
void lift_threads_there(pid_t process);

#endif
