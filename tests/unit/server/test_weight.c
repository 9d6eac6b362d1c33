/* SPDX-License-Identifier: MIT */
/*
 * The weight of a connection that does nothing, in structs, texts and places in tables: their sum
 * has a bound, so that growth is seen. With --table the program prints them for docs/PERFORMANCE.md
 * (target weight_doc).
 */
#include "base/id_table.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/weight.h"

#include <malloc.h>
#include <stdio.h>
#include <string.h>

/* All of them. */
#define WEIGHT_MAX 1256
/* The figure that ./dev bench idle measures last. */
#define GUESTS 19900

static const struct weight {
    const char *name;
    const size_t *size; /* NULL: a text */
    size_t text_size;
    const char *doc;
} weights[] = {
#define WEIGHT_SHELL(type, extra, doc) {#type, &weight_##type, 0, doc},
#define WEIGHT_CORE WEIGHT_SHELL
#define WEIGHT_TEXT(name, text, doc) {#name, NULL, sizeof(text), doc},
#define WEIGHT_TABLES(count, doc)
#include "tests/unit/server/weight.def"
#undef WEIGHT_SHELL
#undef WEIGHT_TEXT
#undef WEIGHT_TABLES
};

#define WEIGHTS (sizeof(weights) / sizeof(weights[0]))

static const struct tables {
    size_t count;
    const char *doc;
} tables = {
#define WEIGHT_SHELL(type, extra, doc)
#define WEIGHT_TEXT(name, text, doc)
#define WEIGHT_TABLES(count, doc) count, doc
#include "tests/unit/server/weight.def"
};

/* The memory that glibc takes for it: its own 8 bytes before it, and whole steps of 16. */
static size_t block_of(size_t size)
{
    return (size + 8 + 15) / 16 * 16;
}

static size_t size_of(const struct weight *weight)
{
    return weight->size != NULL ? *weight->size : weight->text_size;
}

/* Of one in a table of GUESTS. */
static size_t place_bytes(void)
{
    struct id_table table = {0};
    int something;
    for (uint64_t id = 1; id <= GUESTS; id++)
        id_table_add(&table, id, &something);
    size_t bytes = malloc_usable_size(table.slots) / GUESTS;
    id_table_deinit(&table);
    return bytes;
}

static size_t all_bytes(void)
{
    size_t sum = tables.count * place_bytes();
    for (size_t i = 0; i < WEIGHTS; i++)
        sum += block_of(size_of(&weights[i]));
    return sum;
}

static void a_connection_that_does_nothing_is_light(void **state)
{
    (void)state;
    assert_in_range(all_bytes(), 1, WEIGHT_MAX);
}

static void print_table(void)
{
    printf("| | bytes | with the heap's | what it is |\n|---|--:|--:|---|\n");
    for (size_t i = 0; i < WEIGHTS; i++)
        printf("| `%s` | %zu | %zu | %s |\n", weights[i].name, size_of(&weights[i]),
               block_of(size_of(&weights[i])), weights[i].doc);
    printf("| tables | %zu | %zu | %s |\n", place_bytes(), tables.count * place_bytes(),
           tables.doc);
    printf("| all | | %zu | at most %d |\n", all_bytes(), WEIGHT_MAX);
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
