/* SPDX-License-Identifier: MIT */
#include "base/decimal.h"
#include "tests/support/cmocka_all.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void assert_written(int64_t value)
{
    char expected[DECIMAL_MAX + 1];
    char out[DECIMAL_MAX + 1];
    (void)snprintf(expected, sizeof(expected), "%" PRId64, value);
    memset(out, '!', sizeof(out));
    size_t len = decimal_write(out, value);
    assert_int_equal(len, strlen(expected));
    assert_memory_equal(out, expected, len);
    assert_int_equal(out[len], '!');
}

static void numbers_are_written_as_printf_writes_them(void **state)
{
    (void)state;
    assert_written(0);
    assert_written(INT64_MAX);
    assert_written(INT64_MIN);
    for (int64_t power = 1; power <= INT64_MAX / 10; power *= 10)
        for (int64_t step = -1; step <= 1; step++) {
            assert_written(power + step);
            assert_written(-power + step);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_written_as_printf_writes_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
