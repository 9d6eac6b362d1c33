/* SPDX-License-Identifier: MIT */
/* Ids of players, rooms and games. */
#include "proto/id.h"
#include "server/core/rules/ids.h"
#include "server/core/state.h"
#include "tests/support/cmocka_all.h"

#include <stdlib.h>

#define NOW_MS INT64_C(1700000000000)

static uint64_t next_id(struct core *core)
{
    return ids_next(&core->last_id, core->now.wall_ms);
}

static int make(void **state)
{
    struct core *core = calloc(1, sizeof(*core));
    if (core == NULL)
        return -1;
    core->now.wall_ms = NOW_MS;
    *state = core;
    return 0;
}

static int drop(void **state)
{
    free(*state);
    return 0;
}

static void ids_of_one_moment_grow(void **state)
{
    uint64_t last = 0;
    for (int i = 0; i < 1000; i++) {
        uint64_t id = next_id(*state);
        assert_true(id > last);
        last = id;
    }
}

static void ids_are_made_of_the_time(void **state)
{
    struct core *core = *state;
    /* 42 bits of milliseconds since 2020, 10 bits that count, 8 bits for the node */
    uint64_t expected = (uint64_t)(NOW_MS - INT64_C(1577836800000)) << 18;
    assert_true(next_id(core) == expected);
    assert_true(next_id(core) == expected + 256);
}

static void ids_grow_when_the_clock_is_set_back(void **state)
{
    struct core *core = *state;
    uint64_t before = next_id(core);
    core->now.wall_ms -= 3600 * 1000;
    assert_true(next_id(core) == before + 256);
    core->now.wall_ms = 0;
    assert_true(next_id(core) == before + 512);
}

/* Ids of a server that knew no nodes count in the bits that are theirs now. */
static void ids_grow_beyond_old_ones_and_are_of_node_0(void **state)
{
    struct core *core = *state;
    core->last_id = next_id(core) + 300;
    uint64_t id = next_id(core);
    assert_true(id > core->last_id - 512);
    assert_true((id & ((1 << ID_NODE_BITS) - 1)) == 0);
}

static void ids_grow_beyond_those_that_are_stored(void **state)
{
    struct core *core = *state;
    core->last_id = (uint64_t)1 << 59; /* from a server whose clock was ahead */
    assert_true(next_id(core) == ((uint64_t)1 << 59) + 256);
}

static void more_ids_than_a_millisecond_has_never_repeat(void **state)
{
    struct core *core = *state;
    uint64_t last = 0;
    for (int i = 0; i < (1 << 10) + 10; i++)
        last = next_id(core);
    core->now.wall_ms++;
    assert_true(next_id(core) > last);
}

static void an_id_is_never_0_before_2020(void **state)
{
    struct core *core = *state;
    core->now.wall_ms = 0;
    assert_true(next_id(core) > 0);
}

static void ids_fit_the_wire_until_2150(void **state)
{
    struct core *core = *state;
    core->now.wall_ms = INT64_C(5680281600000); /* 2150-01-01 */
    assert_true(next_id(core) <= ID_MAX);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make, drop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ids_of_one_moment_grow),
        TEST(ids_are_made_of_the_time),
        TEST(ids_grow_when_the_clock_is_set_back),
        TEST(ids_grow_beyond_old_ones_and_are_of_node_0),
        TEST(ids_grow_beyond_those_that_are_stored),
        TEST(more_ids_than_a_millisecond_has_never_repeat),
        TEST(an_id_is_never_0_before_2020),
        TEST(ids_fit_the_wire_until_2150),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
