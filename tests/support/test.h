/* SPDX-License-Identifier: MIT */
/*
 * A test says its name once:
 *
 *     TEST(a_promise_in_words)
 *     {
 *         assert_int_equal(1 + 1, 2);
 *     }
 *
 * A program runs the tests of all its files, each file's in their order, and needs no main() but
 * where it has something to do before. Tests that begin alike have a macro of their own:
 * `WIRE_TEST(name)` is a TEST_BETWEEN, a TEST_IN
 * or a TEST_ON.
 */
#ifndef PENTAD_TESTS_SUPPORT_TEST_H
#define PENTAD_TESTS_SUPPORT_TEST_H

#include "tests/support/cmocka_all.h"

struct test {
    struct CMUnitTest unit;
    const char *file;
    int line;
    struct test *next;
};

/* Keeps the test, which lives as long as the program. */
void test_add(struct test *test);
/* Runs all between `setup` and `teardown`, which may be NULL. Returns how many failed. */
int test_run_all(CMFixtureFunction setup, CMFixtureFunction teardown);

/* The row of a test, which is added before main(). */
#define TEST__ADD(name, setup, teardown)                                                           \
    __attribute__((constructor)) static void name##_add(void)                                      \
    {                                                                                              \
        static struct test test = {                                                                \
            {#name, name##_run, setup, teardown, NULL}, __FILE__, __LINE__, NULL};                 \
        test_add(&test);                                                                           \
    }

/* The test stands between two statements, which make and undo what its file has for all. */
#define TEST_BETWEEN(name, begin, end)                                                             \
    static void name(void);                                                                        \
    static void name##_run(void **state)                                                           \
    {                                                                                              \
        (void)state;                                                                               \
        begin;                                                                                     \
        name();                                                                                    \
        end;                                                                                       \
    }                                                                                              \
    TEST__ADD(name, NULL, NULL)                                                                    \
    static void name(void)

#define TEST(name) TEST_BETWEEN(name, (void)0, (void)0)

/* The test gets a pointer, `parameter`, to what `setup` or that of test_run_all() left in the
 * state; `teardown` comes after failures, too. */
#define TEST_ON(name, parameter, setup, teardown)                                                  \
    static void name(parameter);                                                                   \
    static void name##_run(void **state)                                                           \
    {                                                                                              \
        name(*state);                                                                              \
    }                                                                                              \
    TEST__ADD(name, setup, teardown)                                                               \
    static void name(__attribute__((unused)) parameter)

/* The test gets a pointer, `value`, to a `struct value` of its own, which the statement `begin`
 * makes and `end` undoes. */
#define TEST_IN(name, value, begin, end)                                                           \
    static void name(struct value *value);                                                         \
    static void name##_run(void **state)                                                           \
    {                                                                                              \
        struct value value;                                                                        \
        (void)state;                                                                               \
        begin;                                                                                     \
        name(&value);                                                                              \
        end;                                                                                       \
    }                                                                                              \
    TEST__ADD(name, NULL, NULL)                                                                    \
    static void name(__attribute__((unused)) struct value *value)

#endif
