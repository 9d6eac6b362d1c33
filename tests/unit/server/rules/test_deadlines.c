/* SPDX-License-Identifier: MIT */
/* Deadlines: the first is always the next one, whatever was set, moved and cleared. */
#include "server/core/rules/deadlines.h"
#include "tests/support/cmocka_all.h"

#include <stddef.h>
#include <stdint.h>

#define COUNT 200

static uint64_t lot(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return *state >> 33;
}

static int64_t next_of(const int64_t *times)
{
    int64_t next = INT64_MAX;
    for (size_t i = 0; i < COUNT; i++)
        if (times[i] < next)
            next = times[i];
    return next;
}

static void the_earliest_deadline_is_always_next(void **state)
{
    struct deadlines deadlines = {0};
    struct deadline items[COUNT] = {{0}};
    int64_t times[COUNT];
    uint64_t seed = 1;
    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        times[i] = INT64_MAX;
    for (int step = 0; step < 100000; step++) {
        size_t i = lot(&seed) % COUNT;
        times[i] = lot(&seed) % 4 == 0 ? INT64_MAX : (int64_t)(lot(&seed) % 1000);
        deadline_set(&deadlines, &items[i], times[i]);
        const struct deadline *first = deadlines_first(&deadlines);
        int64_t next = next_of(times);
        if (next == INT64_MAX)
            assert_null(first);
        else
            assert_int_equal(first->at_ms, next);
    }
    deadlines_deinit(&deadlines);
}

static void clearing_twice_is_clearing_once(void **state)
{
    struct deadlines deadlines = {0};
    struct deadline one = {0};
    struct deadline two = {0};
    (void)state;
    deadline_set(&deadlines, &one, 1);
    deadline_set(&deadlines, &two, 2);
    deadline_clear(&deadlines, &one);
    deadline_clear(&deadlines, &one);
    assert_ptr_equal(deadlines_first(&deadlines), &two);
    deadline_clear(&deadlines, &two);
    assert_null(deadlines_first(&deadlines));
    deadlines_deinit(&deadlines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_earliest_deadline_is_always_next),
        cmocka_unit_test(clearing_twice_is_clearing_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
