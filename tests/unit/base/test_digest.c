/* SPDX-License-Identifier: MIT */
/* Digests: the same for ever, as they are stored. */
#include "base/digest.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

static uint64_t digest_of(const char *text)
{
    return digest(text, strlen(text));
}

static void digests_never_change(void **state)
{
    (void)state;
    assert_int_equal(digest_of(""), INT64_C(0x4bf29ce484222325));
    assert_int_equal(digest_of("a"), INT64_C(0x2f63dc4c8601ec8c));
    assert_int_equal(digest_of("foobar"), INT64_C(0x05944171f73967e8));
}

static void digests_fit_a_positive_sql_integer(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 1000; i++) {
        uint64_t value = digest(&i, sizeof(i));
        assert_true(value >= 1 && value <= INT64_MAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests_never_change),
        cmocka_unit_test(digests_fit_a_positive_sql_integer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
