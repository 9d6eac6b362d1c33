/* SPDX-License-Identifier: MIT */
/*
 * The table of ids: what was added and not removed is found, whatever lies beside it; against an
 * array that says the same, over long random lives.
 */
#include "base/id_table.h"
#include "tests/support/cmocka_all.h"

#include <stdbool.h>
#include <string.h>

static void nothing_is_found_in_an_empty_table(void **state)
{
    (void)state;
    struct id_table table = {0};
    assert_null(id_table_find(&table, 0));
    assert_null(id_table_find(&table, UINT64_MAX));
    id_table_clear(&table);
    id_table_deinit(&table);
}

static void any_number_can_be_an_id(void **state)
{
    (void)state;
    struct id_table table = {0};
    int values[3];
    id_table_add(&table, 0, &values[0]);
    id_table_add(&table, UINT64_MAX, &values[1]);
    id_table_add(&table, UINT64_C(1) << 63, &values[2]);
    assert_ptr_equal(id_table_find(&table, 0), &values[0]);
    assert_ptr_equal(id_table_find(&table, UINT64_MAX), &values[1]);
    assert_ptr_equal(id_table_find(&table, UINT64_C(1) << 63), &values[2]);
    assert_null(id_table_find(&table, 1));
    id_table_deinit(&table);
    assert_null(id_table_find(&table, 0));
}

/* Small steps of a generator that is always the same. */
static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 33;
}

#define IDS 4096

/* Ids that follow each other, ids that differ in their high bits, and ids of both kinds. */
static uint64_t id_of(size_t index, int kind)
{
    if (kind == 0)
        return index;
    return kind == 1 ? (uint64_t)index << 52 | 5 : (uint64_t)index << 20 | (index & 7);
}

static void check_all(const struct id_table *table, const bool *is_in, const char *values, int kind)
{
    size_t count = 0;
    for (size_t i = 0; i < IDS; i++) {
        const void *expected = is_in[i] ? &values[i] : NULL;
        assert_ptr_equal(id_table_find(table, id_of(i, kind)), expected);
        count += is_in[i] ? 1 : 0;
    }
    assert_int_equal(table->count, count);
}

static void a_table_agrees_with_an_array(void **state)
{
    (void)state;
    static char values[IDS];
    for (int kind = 0; kind < 3; kind++) {
        struct id_table table = {0};
        bool is_in[IDS] = {false};
        uint64_t seed = 42;
        for (int step = 0; step < 200000; step++) {
            /* It grows and shrinks in turns. */
            size_t most = (step / 20000) % 2 == 0 ? IDS : 64;
            size_t i = next_random(&seed) % most;
            if (is_in[i])
                id_table_remove(&table, id_of(i, kind));
            else
                id_table_add(&table, id_of(i, kind), &values[i]);
            is_in[i] = !is_in[i];
            if (step % 10000 == 0)
                check_all(&table, is_in, values, kind);
        }
        check_all(&table, is_in, values, kind);
        id_table_deinit(&table);
    }
}

static void removing_entries_gives_memory_back(void **state)
{
    (void)state;
    struct id_table table = {0};
    static char value;
    for (uint64_t id = 0; id < 100000; id++)
        id_table_add(&table, id, &value);
    size_t most = table.slot_count;
    assert_true(most >= 100000 && most <= 400000);
    for (uint64_t id = 0; id < 99990; id++)
        id_table_remove(&table, id);
    assert_true(table.slot_count <= 128);
    for (uint64_t id = 99990; id < 100000; id++)
        assert_ptr_equal(id_table_find(&table, id), &value);
    id_table_deinit(&table);
}

static void nothing_is_found_in_a_cleared_table(void **state)
{
    (void)state;
    struct id_table table = {0};
    static char value;
    const uint64_t counts[] = {10, 100000};
    for (size_t i = 0; i < 2; i++) {
        for (uint64_t id = 0; id < counts[i]; id++)
            id_table_add(&table, id, &value);
        id_table_clear(&table);
        assert_int_equal(table.count, 0);
        assert_true(table.slot_count <= 1024);
        for (uint64_t id = 0; id < counts[i]; id++)
            assert_null(id_table_find(&table, id));
    }
    id_table_deinit(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_found_in_an_empty_table),
        cmocka_unit_test(any_number_can_be_an_id),
        cmocka_unit_test(a_table_agrees_with_an_array),
        cmocka_unit_test(removing_entries_gives_memory_back),
        cmocka_unit_test(nothing_is_found_in_a_cleared_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
