/* SPDX-License-Identifier: MIT */
/* Counts in memory that the test and the programs that it starts share; see the header. */
#define _GNU_SOURCE /* memfd_create() */
#include "tests/support/counting.h"

#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct count_calls *counting_begin(const char *library)
{
    int fd = memfd_create("count_calls", 0);
    char variable[64];
    assert_int_equal(ftruncate(fd, sizeof(struct count_calls)), 0);
    struct count_calls *counts =
        mmap(NULL, sizeof(*counts), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert_ptr_not_equal(counts, MAP_FAILED);
    snprintf(variable, sizeof(variable), "/proc/%ld/fd/%d", (long)getpid(), fd);
    setenv("COUNT_CALLS", variable, 1);
    setenv("LD_PRELOAD", library, 1);
    return counts;
}
