/* SPDX-License-Identifier: MIT */
/*
 * Counts what programs ask the heap and the system for, from outside: count_calls.c is preloaded
 * into every program that the test starts from then on.
 */
#ifndef PENTAD_TESTS_SUPPORT_COUNTING_H
#define PENTAD_TESTS_SUPPORT_COUNTING_H

#include "tests/support/count_calls.h"

/* Begins, with `library` to be preloaded. What is counted is the test's to read and to reset; it is
 * there as long as the test runs. */
struct count_calls *counting_begin(const char *library);

#endif
