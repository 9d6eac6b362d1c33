/* SPDX-License-Identifier: MIT */
/*
 * Clocks: what thinking costs, when the flag falls, and what a move gives back.
 */
#include "engine/clock.h"
#include "tests/support/test.h"

static const struct time_control none = {.kind = CLOCK_NONE};
static const struct time_control per_move = {.kind = CLOCK_PER_MOVE, .period_ms = 30000};
static const struct time_control fischer = {
    .kind = CLOCK_FISCHER, .main_ms = 60000, .increment_ms = 3000};
static const struct time_control byoyomi = {
    .kind = CLOCK_BYOYOMI, .main_ms = 60000, .period_ms = 10000, .periods = 3};
static const struct time_control days = {.kind = CLOCK_CORRESPONDENCE,
                                         .period_ms = 3 * CLOCK_DAY_MS};

static void assert_clock(const struct clock *clock, int64_t left_ms, int periods)
{
    assert_int_equal(clock->left_ms, left_ms);
    assert_int_equal(clock->periods, periods);
}

TEST(given_time_is_for_what_runs)
{
    struct clock clock = clock_start(&fischer);
    assert_true(clock_give(&fischer, &clock, 15000));
    assert_clock(&clock, 75000, 0);
    clock = (struct clock){.left_ms = 4000, .periods = 1};
    assert_true(clock_give(&byoyomi, &clock, 15000));
    assert_clock(&clock, 19000, 1);
    assert_true(clock_spend(&byoyomi, &clock, 18000));
    clock_press(&byoyomi, &clock); /* the next period has its own length */
    assert_clock(&clock, 10000, 1);
    clock = clock_start(&per_move);
    assert_true(clock_give(&per_move, &clock, 1000));
    assert_clock(&clock, 31000, 0);
}

TEST(a_clock_of_days_waits_for_days_off)
{
    struct clock clock = clock_start(&days);
    clock_wait(&days, &clock, 2 * CLOCK_DAY_MS);
    assert_clock(&clock, 5 * CLOCK_DAY_MS, 0);
    assert_true(clock_spend(&days, &clock, 4 * CLOCK_DAY_MS));
    clock_wait(&days, &clock, -CLOCK_DAY_MS / 2);
    assert_clock(&clock, CLOCK_DAY_MS / 2, 0);
    clock_wait(&days, &clock, -CLOCK_DAY_MS);
    assert_clock(&clock, 0, 0);
    clock_press(&days, &clock);
    assert_clock(&clock, 3 * CLOCK_DAY_MS, 0);
    clock = clock_start(&fischer);
    clock_wait(&fischer, &clock, CLOCK_DAY_MS);
    assert_clock(&clock, 60000, 0);
}

TEST(time_is_given_in_real_time_and_up_to_a_day)
{
    struct clock clock = {.left_ms = CLOCK_MAIN_MAX_MS - 1000};
    assert_false(clock_give(&fischer, &clock, 1001));
    assert_clock(&clock, CLOCK_MAIN_MAX_MS - 1000, 0);
    assert_true(clock_give(&fischer, &clock, 1000));
    clock = clock_start(&days);
    assert_false(clock_give(&days, &clock, 1000));
    clock = clock_start(&none);
    assert_false(clock_give(&none, &clock, 1000));
    assert_clock(&clock, 0, 0);
}

TEST(no_clock_never_falls)
{
    struct clock clock = clock_start(&none);
    assert_int_equal(clock_falls_after_ms(&none, &clock), INT64_MAX);
    assert_true(clock_spend(&none, &clock, 100 * CLOCK_DAY_MS));
}

TEST(a_move_has_its_time_anew)
{
    const struct time_control *controls[] = {&per_move, &days};
    for (int i = 0; i < 2; i++) {
        struct clock clock = clock_start(controls[i]);
        assert_clock(&clock, controls[i]->period_ms, 0);
        assert_true(clock_spend(controls[i], &clock, controls[i]->period_ms - 1));
        assert_clock(&clock, 1, 0);
        clock_press(controls[i], &clock);
        assert_clock(&clock, controls[i]->period_ms, 0);
        assert_false(clock_spend(controls[i], &clock, controls[i]->period_ms));
        assert_clock(&clock, 0, 0);
    }
}

TEST(fischer_adds_after_the_move)
{
    struct clock clock = clock_start(&fischer);
    assert_true(clock_spend(&fischer, &clock, 59999));
    assert_clock(&clock, 1, 0);
    clock_press(&fischer, &clock);
    assert_clock(&clock, 3001, 0);
    assert_int_equal(clock_falls_after_ms(&fischer, &clock), 3001);
    assert_false(clock_spend(&fischer, &clock, 3001));
}

TEST(fischer_without_main_time_begins_with_the_increment)
{
    const struct time_control control = {.kind = CLOCK_FISCHER, .increment_ms = 2000};
    struct clock clock = clock_start(&control);
    assert_clock(&clock, 2000, 0);
}

TEST(byoyomi_loses_only_whole_periods)
{
    struct clock clock = clock_start(&byoyomi);
    assert_clock(&clock, 60000, 3);
    assert_int_equal(clock_falls_after_ms(&byoyomi, &clock), 90000);
    assert_true(clock_spend(&byoyomi, &clock, 50000));
    clock_press(&byoyomi, &clock); /* main time does not come back */
    assert_clock(&clock, 10000, 3);
    assert_true(clock_spend(&byoyomi, &clock, 15000)); /* into the first period */
    assert_clock(&clock, 5000, 2);
    clock_press(&byoyomi, &clock);
    assert_clock(&clock, 10000, 2);
    assert_true(clock_spend(&byoyomi, &clock, 10000)); /* the first is gone, the second whole */
    assert_clock(&clock, 10000, 1);
    clock_press(&byoyomi, &clock);
    assert_true(clock_spend(&byoyomi, &clock, 19999)); /* the last one */
    assert_clock(&clock, 1, 0);
    clock_press(&byoyomi, &clock);
    assert_clock(&clock, 10000, 0);
    assert_false(clock_spend(&byoyomi, &clock, 10000));
    assert_clock(&clock, 0, 0);
}

TEST(byoyomi_falls_through_all_periods_at_once)
{
    struct clock clock = clock_start(&byoyomi);
    assert_true(clock_spend(&byoyomi, &clock, 89999));
    assert_clock(&clock, 1, 0);
    clock = clock_start(&byoyomi);
    assert_false(clock_spend(&byoyomi, &clock, 90000));
}

TEST(byoyomi_without_main_time_begins_in_the_first_period)
{
    const struct time_control control = {.kind = CLOCK_BYOYOMI, .period_ms = 10000, .periods = 3};
    struct clock clock = clock_start(&control);
    assert_clock(&clock, 10000, 2);
    assert_int_equal(clock_falls_after_ms(&control, &clock), 30000);
}

/* Spending in pieces is spending at once, for every control and every way to cut the time. */
TEST(time_in_pieces_is_time_at_once)
{
    const struct time_control *controls[] = {&per_move, &fischer, &byoyomi};
    for (int i = 0; i < 3; i++)
        for (int64_t first = 0; first <= 91000; first += 500)
            for (int64_t second = 0; second <= 91000; second += 500) {
                struct clock pieces = clock_start(controls[i]);
                struct clock whole = pieces;
                bool is_up = clock_spend(controls[i], &pieces, first);
                is_up = is_up && clock_spend(controls[i], &pieces, second);
                assert_int_equal(is_up, clock_spend(controls[i], &whole, first + second));
                assert_clock(&pieces, whole.left_ms, whole.periods);
            }
}

TEST(only_sensible_controls_are_valid)
{
    const struct time_control wrong[] = {
        {.kind = CLOCK_NONE, .main_ms = 1},
        {.kind = CLOCK_PER_MOVE},
        {.kind = CLOCK_PER_MOVE, .period_ms = 1000, .periods = 1},
        {.kind = CLOCK_PER_MOVE, .period_ms = CLOCK_PERIOD_MIN_MS - 1},
        {.kind = CLOCK_PER_MOVE, .period_ms = CLOCK_DAY_MS},
        {.kind = CLOCK_PER_MOVE, .period_ms = 1000, .main_ms = 1000},
        {.kind = CLOCK_FISCHER},
        {.kind = CLOCK_FISCHER, .main_ms = -1, .increment_ms = 1000},
        {.kind = CLOCK_FISCHER, .main_ms = CLOCK_MAIN_MAX_MS + 1},
        {.kind = CLOCK_FISCHER, .main_ms = 1000, .increment_ms = CLOCK_INCREMENT_MAX_MS + 1},
        {.kind = CLOCK_FISCHER, .main_ms = 1000, .periods = 1},
        {.kind = CLOCK_FISCHER, .main_ms = 1000, .period_ms = 1000},
        {.kind = CLOCK_BYOYOMI, .main_ms = 1000, .period_ms = 1000},
        {.kind = CLOCK_BYOYOMI, .main_ms = 1000, .periods = 3},
        {.kind = CLOCK_BYOYOMI, .period_ms = 1000, .periods = CLOCK_PERIODS_MAX + 1},
        {.kind = CLOCK_BYOYOMI, .period_ms = 1000, .periods = 1, .increment_ms = 1},
        {.kind = CLOCK_BYOYOMI, .period_ms = 1000, .periods = 1, .main_ms = CLOCK_MAIN_MAX_MS + 1},
        {.kind = CLOCK_CORRESPONDENCE},
        {.kind = CLOCK_CORRESPONDENCE, .period_ms = CLOCK_DAY_MS, .main_ms = 1000},
        {.kind = CLOCK_CORRESPONDENCE, .period_ms = CLOCK_DAY_MS + 1},
        {.kind = CLOCK_CORRESPONDENCE, .period_ms = (CLOCK_DAYS_MAX + 1) * CLOCK_DAY_MS},
        {.kind = CLOCK_KIND_COUNT},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        if (time_control_is_valid(&wrong[i]))
            fail_msg("row %zu is taken", i);
    assert_true(time_control_is_valid(&none));
    assert_true(time_control_is_valid(&per_move));
    assert_true(time_control_is_valid(&fischer));
    assert_true(time_control_is_valid(&byoyomi));
    assert_true(time_control_is_valid(&days));
}

TEST(an_estimate_is_what_one_player_has_in_an_ordinary_game)
{
    assert_int_equal(time_control_estimate_ms(&fischer), 60000 + 40 * 3000);
    assert_int_equal(time_control_estimate_ms(&per_move), 40 * 30000);
    assert_int_equal(time_control_estimate_ms(&byoyomi), 60000 + 25 * 10000);
    assert_int_equal(time_control_estimate_ms(&days), INT64_MAX);
    assert_int_equal(time_control_estimate_ms(&none), INT64_MAX);
}

static enum speed speed_of(int64_t main_ms, int64_t increment_ms)
{
    const struct time_control control = {
        .kind = CLOCK_FISCHER, .main_ms = main_ms, .increment_ms = increment_ms};
    return time_control_speed(&control);
}

TEST(speeds_are_told_apart_by_the_estimate)
{
    assert_int_equal(speed_of(0, 100), SPEED_BULLET);
    assert_int_equal(speed_of(179999, 0), SPEED_BULLET);
    assert_int_equal(speed_of(180000, 0), SPEED_BLITZ);
    assert_int_equal(speed_of(60000, 3000), SPEED_BLITZ);
    assert_int_equal(speed_of(599999, 0), SPEED_BLITZ);
    assert_int_equal(speed_of(600000, 0), SPEED_SLOW);
    assert_int_equal(speed_of(CLOCK_MAIN_MAX_MS, CLOCK_INCREMENT_MAX_MS), SPEED_SLOW);
    assert_int_equal(time_control_speed(&days), SPEED_SLOW);
    assert_int_equal(time_control_speed(&none), SPEED_SLOW);
}
