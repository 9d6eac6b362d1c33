/* SPDX-License-Identifier: MIT */
/*
 * The slab: what is given back is what the next one gets, who has a block has it alone, and what
 * is kept has a limit.
 */
#include "base/memory.h"
#include "base/slab.h"
#include "tests/support/cmocka_all.h"

#include <stdalign.h>
#include <stdbool.h>
#include <string.h>

#ifdef __SANITIZE_ADDRESS__
#define KEEPS_BLOCKS false
#else
#define KEEPS_BLOCKS true
#endif

static void a_block_comes_back(void **state)
{
    (void)state;
    struct slab slab = {0};
    void *first = slab_take(&slab, 100);
    memset(first, 0xff, 100);
    slab_give(&slab, first, 100);
    /* 65 to 128 bytes are one size, 64 another. */
    void *smaller = slab_take(&slab, 64);
    void *second = slab_take(&slab, 128);
    memset(second, 0xff, 128);
    if (KEEPS_BLOCKS) {
        assert_ptr_equal(second, first);
        assert_ptr_not_equal(smaller, first);
    }
    slab_give(&slab, second, 128);
    slab_give(&slab, smaller, 64);
    slab_deinit(&slab);
    assert_int_equal(slab.kept_bytes, 0);
}

static void blocks_of_every_size_can_be_taken(void **state)
{
    (void)state;
    struct slab slab = {0};
    static const size_t sizes[] = {0, 1, 63, 64, 65, 1023, 1024, 1025, 100000};
    enum { COUNT = sizeof(sizes) / sizeof(sizes[0]) };
    for (int round = 0; round < 3; round++) {
        unsigned char *blocks[COUNT];
        for (size_t i = 0; i < COUNT; i++) {
            blocks[i] = slab_take(&slab, sizes[i]);
            assert_int_equal((uintptr_t)blocks[i] % alignof(max_align_t), 0);
            memset(blocks[i], (int)i, sizes[i]);
        }
        for (size_t i = 0; i < COUNT; i++) {
            for (size_t at = 0; at < sizes[i]; at++)
                assert_int_equal(blocks[i][at], i);
            slab_give(&slab, blocks[i], sizes[i]);
        }
    }
    slab_deinit(&slab);
}

static void kept_blocks_are_limited(void **state)
{
    (void)state;
    enum { COUNT = 4096 };
    static void *blocks[COUNT];
    struct slab slab = {0};
    for (size_t i = 0; i < COUNT; i++)
        blocks[i] = slab_take(&slab, 1024);
    for (size_t i = 0; i < COUNT; i++)
        slab_give(&slab, blocks[i], 1024);
    assert_int_equal(slab.kept_bytes, KEEPS_BLOCKS ? 2 * 1024 * 1024 : 0);
    slab_deinit(&slab);
}

static void giving_back_nothing_is_allowed(void **state)
{
    (void)state;
    struct slab slab = {0};
    slab_give(&slab, NULL, 0);
    assert_int_equal(slab.kept_bytes, 0);
    slab_deinit(&slab);
}

static void an_optional_block_may_be_refused(void **state)
{
    (void)state;
    struct slab slab = {0};
    void *kept = slab_take(&slab, 512);
    slab_give(&slab, kept, 512);
    mem_test_fail_at(1); /* and there is no reserve */
    void *block = slab_try_take(&slab, 512);
    if (KEEPS_BLOCKS) {
        assert_ptr_equal(block, kept);
        assert_null(slab_try_take(&slab, 512));
    } else {
        assert_null(block);
    }
    assert_false(mem_test_is_armed());
    slab_give(&slab, block, 512);
    slab_deinit(&slab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_comes_back),
        cmocka_unit_test(blocks_of_every_size_can_be_taken),
        cmocka_unit_test(kept_blocks_are_limited),
        cmocka_unit_test(giving_back_nothing_is_allowed),
        cmocka_unit_test(an_optional_block_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
