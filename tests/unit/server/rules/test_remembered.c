/* SPDX-License-Identifier: MIT */
/* Numbers by id: what was set is there, and of too many the one that was set longest ago goes. */
#include "server/core/rules/remembered.h"
#include "tests/support/cmocka_all.h"

#include <stdint.h>

static void a_value_that_was_set_is_found(void **state)
{
    struct remembered all = {0};
    (void)state;
    assert_int_equal(remembered_get(&all, 7), 0);
    *remembered_place(&all, 7) = 70;
    *remembered_place(&all, 8) = 80;
    assert_int_equal(remembered_get(&all, 7), 70);
    assert_int_equal(*remembered_place(&all, 7), 70);
    *remembered_place(&all, 7) = 71;
    assert_int_equal(remembered_get(&all, 7), 71);
    assert_int_equal(remembered_get(&all, 8), 80);
    remembered_deinit(&all);
    assert_int_equal(remembered_get(&all, 8), 0);
}

static void the_value_set_longest_ago_is_forgotten(void **state)
{
    struct remembered all = {0};
    (void)state;
    for (uint64_t id = 1; id <= REMEMBERED_MAX; id++)
        *remembered_place(&all, id) = id;
    (void)remembered_place(&all, 1); /* is the newest again */
    *remembered_place(&all, REMEMBERED_MAX + 1) = 1;
    assert_int_equal(remembered_get(&all, 1), 1);
    assert_int_equal(remembered_get(&all, 2), 0);
    assert_int_equal(remembered_get(&all, 3), 3);
    assert_int_equal(remembered_get(&all, REMEMBERED_MAX + 1), 1);
    remembered_deinit(&all);
}

/* A commit that fails puts the number back where it was, whatever was set since: the memory is the
 * map's as long as the map lives. */
static void a_place_stays_where_it_is(void **state)
{
    struct remembered all = {0};
    (void)state;
    uint64_t *place = remembered_place(&all, 1);
    for (uint64_t id = 2; id <= REMEMBERED_MAX; id++)
        *remembered_place(&all, id) = id;
    assert_ptr_equal(remembered_place(&all, 1), place);
    for (uint64_t id = 1; id < REMEMBERED_MAX; id++)
        (void)remembered_place(&all, REMEMBERED_MAX + id);
    uint64_t *last = remembered_place(&all, 3 * REMEMBERED_MAX); /* instead of the first one */
    assert_ptr_equal(last, place);
    assert_int_equal(*last, 0);
    remembered_deinit(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_that_was_set_is_found),
        cmocka_unit_test(the_value_set_longest_ago_is_forgotten),
        cmocka_unit_test(a_place_stays_where_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
