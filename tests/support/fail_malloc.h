/* SPDX-License-Identifier: MIT */
/*
 * Memory that a test shares with a program that has fail_malloc.c preloaded: the test writes how
 * many allocations are left until one fails, and reads how many have failed. Any thread.
 */
#ifndef PENTAD_TESTS_SUPPORT_FAIL_MALLOC_H
#define PENTAD_TESTS_SUPPORT_FAIL_MALLOC_H

#include <stdatomic.h>

struct fail_malloc {
    atomic_long left; /* 1: the next one fails; 0: none */
    atomic_long failed;
};

#endif
