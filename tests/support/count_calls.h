/* SPDX-License-Identifier: MIT */
/*
 * Memory that a test shares with a program that has count_calls.c preloaded: how often the program,
 * its threads and its libraries asked the heap and the system for something. Any thread.
 */
#ifndef PENTAD_TESTS_SUPPORT_COUNT_CALLS_H
#define PENTAD_TESTS_SUPPORT_COUNT_CALLS_H

#include <stdatomic.h>

struct count_calls {
    atomic_llong allocations; /* malloc(), calloc(), realloc() */
    atomic_llong bytes;       /* that they were asked for, given back or not */
    atomic_llong sockets;     /* reads and writes of sockets and pipes */
    atomic_llong waits;       /* for events */
    atomic_llong files;       /* reads and writes of the database */
    atomic_llong syncs;       /* of them to the disk */
};

#endif
