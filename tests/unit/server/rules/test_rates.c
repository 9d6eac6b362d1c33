/* SPDX-License-Identifier: MIT */
/* How often a connection may ask for what. */
#include "server/core/rules/allowance.h"
#include "tests/support/cmocka_all.h"

#include <stddef.h>
#include <stdint.h>

#define NOW INT64_C(1000000)

static void use_up(struct rates *rates, enum op op, uint32_t percent, int64_t now_ms)
{
    for (uint32_t i = 0; i < op_info(op)->burst * percent / 100; i++)
        assert_int_equal(rates_take(rates, op, percent, now_ms), 0);
}

static void every_op_has_its_burst_and_then_waits(void **state)
{
    struct rates rates = {0};
    (void)state;
    for (int op = 0; op < OP_COUNT; op++) {
        use_up(&rates, (enum op)op, 100, NOW);
        int64_t wait_ms = rates_take(&rates, (enum op)op, 100, NOW);
        assert_in_range(wait_ms, 1, op_info((enum op)op)->per_ms / op_info((enum op)op)->burst);
    }
    rates_deinit(&rates);
}

static void a_full_rate_gives_its_place_to_others(void **state)
{
    struct rates rates = {0};
    int64_t now_ms = NOW;
    (void)state;
    for (int op = 0; op < OP_COUNT; op++, now_ms += 3600000)
        assert_int_equal(rates_take(&rates, (enum op)op, 100, now_ms), 0);
    assert_int_equal(rates.count, 1);
    rates_deinit(&rates);
}

static void a_resting_connection_frees_memory_and_gains_nothing(void **state)
{
    const int64_t full_ms = NOW + op_info(OP_HELLO)->per_ms + op_info(OP_GAME_MOVE)->per_ms;
    struct rates rates = {0};
    (void)state;
    use_up(&rates, OP_HELLO, 100, NOW);
    use_up(&rates, OP_GAME_MOVE, 100, NOW);
    while (!rates_refuse(&rates, 100, NOW))
        ;
    rates_rest(&rates, NOW);
    assert_true(rates_take(&rates, OP_HELLO, 100, NOW) > 0);
    assert_true(rates_take(&rates, OP_GAME_MOVE, 100, NOW) > 0);
    rates_rest(&rates, full_ms);
    assert_null(rates.uses);
    use_up(&rates, OP_HELLO, 100, full_ms);
    assert_true(rates_take(&rates, OP_HELLO, 100, full_ms) > 0);
    rates_rest(&rates, NOW + 1);
    assert_true(rates_refuse(&rates, 100, NOW + 1));
    rates_deinit(&rates);
}

static void a_percentage_scales_the_rates(void **state)
{
    struct rates rates = {0};
    (void)state;
    use_up(&rates, OP_GAME_MOVE, 50, NOW);
    assert_true(rates_take(&rates, OP_GAME_MOVE, 50, NOW) > 0);
    use_up(&rates, OP_ROOM_SAY, 300, NOW);
    assert_true(rates_take(&rates, OP_ROOM_SAY, 300, NOW) > 0);
    for (int i = 0; i < 100000; i++)
        assert_int_equal(rates_take(&rates, OP_GAME_DRAW, 1000000, NOW), 0);
    rates_deinit(&rates);
}

/* Also where a hundredth of the burst is less than one, which then costs more than the whole. */
static void a_small_percentage_still_allows_one(void **state)
{
    (void)state;
    for (int op = 0; op < OP_COUNT; op++) {
        struct rates rates = {0};
        uint32_t allowed = op_info((enum op)op)->burst / 100;
        for (uint32_t i = 0; i < (allowed > 0 ? allowed : 1); i++)
            assert_int_equal(rates_take(&rates, (enum op)op, 1, NOW), 0);
        int64_t wait_ms = rates_take(&rates, (enum op)op, 1, NOW);
        assert_true(wait_ms > 0);
        assert_int_equal(rates_take(&rates, (enum op)op, 1, NOW + wait_ms), 0);
        rates_deinit(&rates);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_op_has_its_burst_and_then_waits),
        cmocka_unit_test(a_full_rate_gives_its_place_to_others),
        cmocka_unit_test(a_resting_connection_frees_memory_and_gains_nothing),
        cmocka_unit_test(a_percentage_scales_the_rates),
        cmocka_unit_test(a_small_percentage_still_allows_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
