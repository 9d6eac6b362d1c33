/* SPDX-License-Identifier: MIT */
/*
 * A turn's output: everything that was added, in order, whatever pieces it came in; and what
 * happens without memory.
 */
#include "base/memory.h"
#include "server/shell/output.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

static void pieces_lie_side_by_side(void **state)
{
    (void)state;
    static char all[100000];
    for (size_t i = 0; i < sizeof(all); i++)
        all[i] = (char)(i * 7 % 251);
    struct slab slab = {0};
    struct output output = {0};
    size_t done = 0;
    for (size_t len = 1; done + len <= sizeof(all); len += 13) {
        assert_true(output_add(&output, &slab, all + done, len));
        done += len;
    }
    assert_int_equal(output.len, done);
    assert_memory_equal(output.bytes, all, done);
    output_drop(&output, &slab);
    assert_null(output.bytes);
    assert_int_equal(output.len, 0);
    slab_deinit(&slab);
}

static void without_memory_nothing_changes(void **state)
{
    (void)state;
    static const char more[4096];
    struct slab slab = {0};
    struct output output = {0};
    mem_test_fail_at(1); /* and there is no reserve */
    assert_false(output_add(&output, &slab, "a", 1));
    assert_null(output.bytes);
    assert_true(output_add(&output, &slab, "abc", 3));
    mem_test_fail_at(1);
    assert_false(output_add(&output, &slab, more, sizeof(more)));
    assert_int_equal(output.len, 3);
    assert_memory_equal(output.bytes, "abc", 3);
    output_drop(&output, &slab);
    slab_deinit(&slab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_lie_side_by_side),
        cmocka_unit_test(without_memory_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
