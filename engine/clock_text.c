/* SPDX-License-Identifier: MIT */
/*
 * Time controls as text.
 */
#include "engine/clock.h"
#include "engine/require.h"
#include "engine/text.h"

#include <string.h>

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
