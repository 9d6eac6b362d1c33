/* SPDX-License-Identifier: MIT */
/* Threads, as the system shows them. */
#ifndef PENTAD_BASE_THREAD_H
#define PENTAD_BASE_THREAD_H

/* The size of a name with its NUL, as Linux limits it. */
#define THREAD_NAME_SIZE 16

/* Names the calling thread for `top -H`, `perf` and debuggers, which show only the beginning of a
 * longer name. Does nothing where the system has no such names. */
void thread_name(const char *name);

#endif
