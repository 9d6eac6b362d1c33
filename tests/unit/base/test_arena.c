/* SPDX-License-Identifier: MIT */
/*
 * The arena: memory is zeroed, aligned and apart, in the caller's block and in those of its own.
 */
#include "base/arena.h"
#include "tests/support/cmocka_all.h"

#include <stdalign.h>
#include <stdbool.h>
#include <string.h>

static bool is_inside(const void *memory, const char *block, size_t size)
{
    uintptr_t at = (uintptr_t)memory;
    return at >= (uintptr_t)block && at < (uintptr_t)block + size;
}

static void the_first_allocations_are_in_the_callers_block(void **state)
{
    (void)state;
    alignas(max_align_t) char block[256];
    struct arena arena;
    arena_init(&arena, block, sizeof(block));
    assert_true(is_inside(arena_alloc(&arena, 100), block, sizeof(block)));
    assert_true(is_inside(arena_alloc(&arena, 100), block, sizeof(block)));
    assert_false(is_inside(arena_alloc(&arena, 100), block, sizeof(block)));
    arena_deinit(&arena);
}

static void an_arena_works_without_a_block(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, NULL, 0);
    assert_non_null(arena_alloc(&arena, 0));
    assert_string_equal(arena_text(&arena, "abc", 3), "abc");
    arena_deinit(&arena);
}

static void memory_is_zeroed_and_aligned(void **state)
{
    (void)state;
    char block[300];
    static const char zero[64];
    struct arena arena;
    memset(block, 0xff, sizeof(block));
    arena_init(&arena, block + 1, sizeof(block) - 1);
    for (size_t size = 1; size <= 64; size++) {
        void *memory = arena_alloc(&arena, size);
        assert_int_equal((uintptr_t)memory % alignof(max_align_t), 0);
        assert_memory_equal(memory, zero, size);
        memset(memory, 0xff, size);
    }
    arena_deinit(&arena);
}

static void pieces_do_not_overlap(void **state)
{
    (void)state;
    struct arena arena;
    unsigned char *pieces[2000];
    arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < 2000; i++) {
        pieces[i] = arena_alloc(&arena, 1 + i % 97);
        memset(pieces[i], (int)(i % 251), 1 + i % 97);
    }
    for (size_t i = 0; i < 2000; i++)
        for (size_t j = 0; j < 1 + i % 97; j++)
            assert_int_equal(pieces[i][j], i % 251);
    arena_deinit(&arena);
}

/* Blocks double, so a piece after n bytes lies at most about n bytes from the one before. What
 * shows it from outside: few gaps in the addresses of very many small pieces. */
static void blocks_grow(void **state)
{
    (void)state;
    struct arena arena;
    const char *last = NULL;
    int blocks = 0;
    arena_init(&arena, NULL, 0);
    for (int i = 0; i < 65536; i++) { /* 4 MiB in all */
        const char *piece = arena_alloc(&arena, 64);
        blocks += last == NULL || piece != last + 64;
        last = piece;
    }
    assert_true(blocks >= 4); /* none is larger than 1 MiB */
    assert_true(blocks <= 14);
    arena_deinit(&arena);
}

static void a_large_piece_fits(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, NULL, 0);
    char *large = arena_alloc(&arena, (size_t)5 * 1024 * 1024);
    large[0] = 'a';
    large[(size_t)5 * 1024 * 1024 - 1] = 'z';
    assert_non_null(arena_alloc(&arena, 16));
    arena_deinit(&arena);
}

static void reset_begins_again_in_the_first_block(void **state)
{
    (void)state;
    alignas(max_align_t) char block[128];
    struct arena arena;
    arena_init(&arena, block, sizeof(block));
    void *first = arena_alloc(&arena, 100);
    (void)arena_alloc(&arena, 10000);
    arena_reset(&arena);
    assert_ptr_equal(arena_alloc(&arena, 100), first);
    arena_deinit(&arena);
}

static void text_is_cut_at_its_length_and_ended(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, NULL, 0);
    assert_string_equal(arena_text(&arena, "h8 i9", 2), "h8");
    assert_string_equal(arena_text(&arena, NULL, 0), "");
    arena_deinit(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_allocations_are_in_the_callers_block),
        cmocka_unit_test(an_arena_works_without_a_block),
        cmocka_unit_test(memory_is_zeroed_and_aligned),
        cmocka_unit_test(pieces_do_not_overlap),
        cmocka_unit_test(blocks_grow),
        cmocka_unit_test(a_large_piece_fits),
        cmocka_unit_test(reset_begins_again_in_the_first_block),
        cmocka_unit_test(text_is_cut_at_its_length_and_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
