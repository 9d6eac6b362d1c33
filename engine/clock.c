/* SPDX-License-Identifier: MIT */
/*
 * The effect of each kind of time control on a player's time.
 */
#include "engine/clock.h"

#include "engine/require.h"

static bool is_within(int64_t value, int64_t min, int64_t max)
{
    return value >= min && value <= max;
}

static bool has_only(const struct time_control *control, bool main, bool increment, bool period,
                     bool periods)
{
    return (main || control->main_ms == 0) && (increment || control->increment_ms == 0) &&
           (period || control->period_ms == 0) && (periods || control->periods == 0);
}

static bool period_is_valid(const struct time_control *control)
{
    return is_within(control->period_ms, CLOCK_PERIOD_MIN_MS, CLOCK_PERIOD_MAX_MS);
}

static bool fischer_is_valid(const struct time_control *control)
{
    return has_only(control, true, true, false, false) &&
           is_within(control->main_ms, 0, CLOCK_MAIN_MAX_MS) &&
           is_within(control->increment_ms, 0, CLOCK_INCREMENT_MAX_MS) &&
           control->main_ms + control->increment_ms >= CLOCK_PERIOD_MIN_MS;
}

static bool byoyomi_is_valid(const struct time_control *control)
{
    return has_only(control, true, false, true, true) &&
           is_within(control->main_ms, 0, CLOCK_MAIN_MAX_MS) && period_is_valid(control) &&
           is_within(control->periods, 1, CLOCK_PERIODS_MAX);
}

static bool correspondence_is_valid(const struct time_control *control)
{
    return has_only(control, false, false, true, false) && control->period_ms % CLOCK_DAY_MS == 0 &&
           is_within(control->period_ms / CLOCK_DAY_MS, 1, CLOCK_DAYS_MAX);
}

bool time_control_is_valid(const struct time_control *control)
{
    switch (control->kind) {
    case CLOCK_NONE:
        return has_only(control, false, false, false, false);
    case CLOCK_PER_MOVE:
        return has_only(control, false, false, true, false) && period_is_valid(control);
    case CLOCK_FISCHER:
        return fischer_is_valid(control);
    case CLOCK_BYOYOMI:
        return byoyomi_is_valid(control);
    case CLOCK_CORRESPONDENCE:
        return correspondence_is_valid(control);
    default:
        return false;
    }
}

struct clock clock_start(const struct time_control *control)
{
    switch (control->kind) {
    case CLOCK_FISCHER:
        return (struct clock){.left_ms =
                                  control->main_ms > 0 ? control->main_ms : control->increment_ms};
    case CLOCK_BYOYOMI:
        if (control->main_ms > 0)
            return (struct clock){.left_ms = control->main_ms, .periods = control->periods};
        return (struct clock){.left_ms = control->period_ms, .periods = control->periods - 1};
    default:
        return (struct clock){.left_ms = control->period_ms};
    }
}

int64_t clock_falls_after_ms(const struct time_control *control, const struct clock *clock)
{
    if (control->kind == CLOCK_NONE)
        return INT64_MAX;
    return clock->left_ms + clock->periods * control->period_ms;
}

bool clock_spend(const struct time_control *control, struct clock *clock, int64_t spent_ms)
{
    REQUIRE(spent_ms >= 0);
    if (control->kind == CLOCK_NONE)
        return true;
    if (spent_ms >= clock_falls_after_ms(control, clock)) {
        *clock = (struct clock){0};
        return false;
    }
    if (spent_ms >= clock->left_ms) {
        int64_t over_ms = spent_ms - clock->left_ms;
        clock->periods -= 1 + (int)(over_ms / control->period_ms);
        clock->left_ms = control->period_ms;
        spent_ms = over_ms % control->period_ms;
    }
    clock->left_ms -= spent_ms;
    return true;
}

void clock_press(const struct time_control *control, struct clock *clock)
{
    switch (control->kind) {
    case CLOCK_FISCHER:
        clock->left_ms += control->increment_ms;
        break;
    case CLOCK_BYOYOMI:
        if (clock->periods < control->periods)
            clock->left_ms = control->period_ms;
        break;
    default:
        clock->left_ms = control->period_ms;
        break;
    }
}

bool time_control_is_real_time(const struct time_control *control)
{
    return control->kind != CLOCK_NONE && control->kind != CLOCK_CORRESPONDENCE;
}

/* Moves that one player of an ordinary game makes, and those that are made in periods. */
#define ESTIMATE_MOVES 40
#define ESTIMATE_MOVES_IN_PERIODS 25

int64_t time_control_estimate_ms(const struct time_control *control)
{
    switch (control->kind) {
    case CLOCK_PER_MOVE:
        return ESTIMATE_MOVES * control->period_ms;
    case CLOCK_FISCHER:
        return control->main_ms + ESTIMATE_MOVES * control->increment_ms;
    case CLOCK_BYOYOMI:
        return control->main_ms + ESTIMATE_MOVES_IN_PERIODS * control->period_ms;
    default:
        return INT64_MAX;
    }
}

enum speed time_control_speed(const struct time_control *control)
{
    static const int64_t below_ms[SPEED_COUNT] = {
#define SPEED(ID, word, below_ms, doc) below_ms,
#include "engine/speeds.def"
#undef SPEED
    };
    int64_t estimate_ms = time_control_estimate_ms(control);
    int speed = 0;
    while (speed < SPEED_COUNT - 1 && estimate_ms >= below_ms[speed])
        speed++;
    return (enum speed)speed;
}

bool clock_give(const struct time_control *control, struct clock *clock, int64_t given_ms)
{
    REQUIRE(given_ms >= 0);
    if (!time_control_is_real_time(control) || clock->left_ms + given_ms > CLOCK_MAIN_MAX_MS)
        return false;
    clock->left_ms += given_ms;
    return true;
}

void clock_wait(const struct time_control *control, struct clock *clock, int64_t ms)
{
    if (control->kind != CLOCK_CORRESPONDENCE)
        return;
    clock->left_ms = clock->left_ms + ms > 0 ? clock->left_ms + ms : 0;
}
