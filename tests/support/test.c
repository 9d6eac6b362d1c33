/* SPDX-License-Identifier: MIT */
/*
 * The tests of a program, which add themselves.
 */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

static struct test *tests;
static size_t test_count;

void test_add(struct test *test)
{
    test->next = tests;
    tests = test;
    test_count++;
}

static int by_place(const void *left, const void *right)
{
    const struct test *const *a = left;
    const struct test *const *b = right;
    int order = strcmp((*a)->file, (*b)->file);
    if (order == 0)
        order = (*a)->line - (*b)->line;
    return order != 0 ? order : strcmp((*a)->unit.name, (*b)->unit.name);
}

int test_run_all(CMFixtureFunction setup, CMFixtureFunction teardown)
{
    const struct test **sorted = calloc(test_count + 1, sizeof(struct test *));
    struct CMUnitTest *units = calloc(test_count + 1, sizeof(*units));
    size_t count = 0;
    if (sorted == NULL || units == NULL)
        abort();
    for (const struct test *test = tests; test != NULL; test = test->next)
        sorted[count++] = test;
    qsort(sorted, count, sizeof(struct test *), by_place);
    for (size_t i = 0; i < count; i++)
        units[i] = sorted[i]->unit;
    int failed = _cmocka_run_group_tests("tests", units, count, setup, teardown);
    free(units);
    free(sorted);
    return failed;
}
