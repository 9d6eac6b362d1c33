/* SPDX-License-Identifier: MIT */
/*
 * The weight of a connection that does nothing, in structs: their sum has a bound, so that growth
 * is seen. With --table the program prints them for docs/PERFORMANCE.md (target weight_doc).
 */
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/weight.h"

#include <stdio.h>
#include <string.h>

/* Blocks of them all. */
#define WEIGHT_MAX 1184

static const struct weight {
    const char *name;
    const size_t *size;
    const char *doc;
} weights[] = {
#define WEIGHT_SHELL(type, extra, doc) {#type, &weight_##type, doc},
#define WEIGHT_CORE WEIGHT_SHELL
#include "tests/unit/server/weight.def"
};

#define WEIGHTS (sizeof(weights) / sizeof(weights[0]))

/* The memory that glibc takes for it: its own 8 bytes before it, and whole steps of 16. */
static size_t block_of(size_t size)
{
    return (size + 8 + 15) / 16 * 16;
}

static size_t all_blocks(void)
{
    size_t sum = 0;
    for (size_t i = 0; i < WEIGHTS; i++)
        sum += block_of(*weights[i].size);
    return sum;
}

static void a_connection_that_does_nothing_is_light(void **state)
{
    (void)state;
    assert_in_range(all_blocks(), 1, WEIGHT_MAX);
}

static void print_table(void)
{
    printf("| struct | bytes | with the heap's | what it is |\n|---|--:|--:|---|\n");
    for (size_t i = 0; i < WEIGHTS; i++)
        printf("| `%s` | %zu | %zu | %s |\n", weights[i].name, *weights[i].size,
               block_of(*weights[i].size), weights[i].doc);
    printf("| all | | %zu | at most %d |\n", all_blocks(), WEIGHT_MAX);
}

int main(int argc, char *argv[])
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_connection_that_does_nothing_is_light)};
    if (argc == 2 && strcmp(argv[1], "--table") == 0) {
        print_table();
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
