/* SPDX-License-Identifier: MIT */
/*
 * The effect of each kind of time control on a player's time.
 */
#include "engine/clock.h"

#include "engine/require.h"
#include "engine/text.h"

#include <string.h>

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

/* ------------------------------------------------------------------ time controls as text */

struct unit {
    const char *name;
    int64_t ms;
};

/* The units of time, the largest first. */
static const struct unit units[] = {
    {"d", CLOCK_DAY_MS}, {"h", CLOCK_HOUR_MS}, {"m", CLOCK_MINUTE_MS}, {"s", CLOCK_SECOND_MS},
    {"ms", 1},
};
#define UNIT_COUNT (sizeof(units) / sizeof(units[0]))
#define UNIT_SECOND 3

static const char per_move[] = "/move";

/* ------------------------------------------------------------------ writing */

/* Writes a time in the largest unit that leaves no rest. Days are for correspondence alone. */
static void put_duration(struct text_writer *writer, int64_t ms, size_t largest_unit)
{
    size_t i = ms == 0 ? UNIT_SECOND : largest_unit;
    while (ms % units[i].ms != 0)
        i++;
    text__put_number(writer, (size_t)(ms / units[i].ms));
    text__put_string(writer, units[i].name);
}

size_t time_control_format(const struct time_control *control, char text[TIME_CONTROL_TEXT_SIZE])
{
    struct text_writer writer;
    REQUIRE(time_control_is_valid(control));
    text__start(&writer, text, TIME_CONTROL_TEXT_SIZE);
    switch (control->kind) {
    case CLOCK_PER_MOVE:
    case CLOCK_CORRESPONDENCE:
        put_duration(&writer, control->period_ms, control->kind == CLOCK_PER_MOVE ? 1 : 0);
        text__put_string(&writer, per_move);
        break;
    case CLOCK_FISCHER:
        put_duration(&writer, control->main_ms, 1);
        text__put(&writer, '+');
        put_duration(&writer, control->increment_ms, 1);
        break;
    case CLOCK_BYOYOMI:
        put_duration(&writer, control->main_ms, 1);
        text__put(&writer, '+');
        text__put_number(&writer, (size_t)control->periods);
        text__put(&writer, 'x');
        put_duration(&writer, control->period_ms, 1);
        break;
    default:
        text__put_string(&writer, "none");
        break;
    }
    int len = text__end(&writer);
    REQUIRE(len > 0);
    return (size_t)len;
}

/* ------------------------------------------------------------------ reading */

/* Takes digits off the front. Every valid number has at most nine of them. */
static bool take_digits(struct text_span *span, int64_t *number_out)
{
    size_t count = 0;
    int64_t number = 0;
    for (; count < span->len && text__is_digit(span->text[count]); count++) {
        if (count == 9)
            return false;
        number = number * 10 + (span->text[count] - '0');
    }
    span->text += count;
    span->len -= count;
    *number_out = number;
    return count > 0;
}

/* Takes a number with its unit off the front. */
static bool take_duration(struct text_span *span, int64_t *ms_out)
{
    int64_t number;
    if (!take_digits(span, &number))
        return false;
    size_t letters = 0;
    while (letters < span->len && text__is_letter(span->text[letters]))
        letters++;
    for (size_t i = 0; i < UNIT_COUNT; i++) {
        if (strlen(units[i].name) != letters || memcmp(units[i].name, span->text, letters) != 0)
            continue;
        span->text += letters;
        span->len -= letters;
        *ms_out = number * units[i].ms;
        return *ms_out <= CLOCK_DAYS_MAX * CLOCK_DAY_MS;
    }
    return false;
}

/* Reads the part behind the plus: an increment, or periods. */
static bool take_addition(struct text_span *span, struct time_control *control)
{
    struct text_span rest = *span;
    int64_t periods;
    control->kind = CLOCK_FISCHER;
    if (!take_digits(&rest, &periods) || !text__take_prefix(&rest, "x"))
        return take_duration(span, &control->increment_ms);
    *span = rest;
    control->kind = CLOCK_BYOYOMI;
    control->periods = periods <= CLOCK_PERIODS_MAX ? (int)periods : -1;
    return take_duration(span, &control->period_ms);
}

static bool take_control(struct text_span *span, struct time_control *control)
{
    int64_t ms;
    if (text__take_prefix(span, "none"))
        return true;
    if (!take_duration(span, &ms))
        return false;
    if (text__take_prefix(span, "+")) {
        control->main_ms = ms;
        return take_addition(span, control);
    }
    control->kind = ms < CLOCK_DAY_MS ? CLOCK_PER_MOVE : CLOCK_CORRESPONDENCE;
    control->period_ms = ms;
    return text__take_prefix(span, per_move);
}

bool time_control_parse(const char *text, size_t len, struct time_control *control_out)
{
    struct text_span span = {text, len};
    *control_out = (struct time_control){.kind = CLOCK_NONE};
    return take_control(&span, control_out) && span.len == 0 && time_control_is_valid(control_out);
}
