/* SPDX-License-Identifier: MIT */
/* Threads, as the system shows them. */
#ifndef PENTAD_BASE_THREAD_H
#define PENTAD_BASE_THREAD_H

/* The bytes of a name, with its NUL: what Linux keeps. */
#define THREAD_NAME_SIZE 16

/* Names the calling thread for `top -H`, `perf` and debuggers; of a longer name they show the
 * beginning. Does nothing where the system has no such names. */
void thread_name(const char *name);

#endif
