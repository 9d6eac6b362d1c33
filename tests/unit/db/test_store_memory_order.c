/* SPDX-License-Identifier: MIT */
/*
 * The memory back-end's leaderboard order against a sorted array, through random changes.
 */
#include "db/store_memory_order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PLAYERS 300

static int compare(const void *left, const void *right)
{
    const struct order_node *a = *(const struct order_node *const *)left;
    const struct order_node *b = *(const struct order_node *const *)right;
    if (a->points != b->points)
        return b->points - a->points;
    return (a->player > b->player) - (a->player < b->player);
}

static void order_is(const struct order_node *root, struct order_node **sorted, size_t count)
{
    size_t above = 0;
    qsort(sorted, count, sizeof(*sorted), compare);
    assert_int_equal(order__count(root), count);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && sorted[i]->points != sorted[i - 1]->points)
            above = i;
        assert_ptr_equal(order__get(root, i), sorted[i]);
        assert_int_equal(order__position(root, sorted[i]), i);
        assert_int_equal(order__count_above(root, sorted[i]->points), above);
    }
    assert_null(order__get(root, count));
    assert_int_equal(order__count_above(root, -1), count);
}

static void it_is_the_sorted_array(void **state)
{
    (void)state;
    static struct order_node nodes[PLAYERS];
    static bool is_in[PLAYERS];
    struct order_node *root = NULL;
    unsigned random = 7;
    for (int round = 0; round < 3000; round++) {
        random = random * 1103515245u + 12345u;
        size_t i = (random >> 8) % PLAYERS;
        if (is_in[i])
            order__remove(&root, &nodes[i]);
        is_in[i] = !is_in[i];
        nodes[i].player = i + 1;
        nodes[i].points = 1500 + (int)(random >> 20) % 7;
        if (is_in[i])
            order__add(&root, &nodes[i]);
        if (round % 100 != 0)
            continue;
        struct order_node *sorted[PLAYERS];
        size_t count = 0;
        for (size_t j = 0; j < PLAYERS; j++) {
            if (is_in[j])
                sorted[count++] = &nodes[j];
        }
        order_is(root, sorted, count);
    }
}

static void an_empty_order_has_nobody(void **state)
{
    (void)state;
    assert_int_equal(order__count(NULL), 0);
    assert_int_equal(order__count_above(NULL, 0), 0);
    assert_null(order__get(NULL, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_sorted_array),
        cmocka_unit_test(an_empty_order_has_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
