/* SPDX-License-Identifier: MIT */
/*
 * Time controls as text: every valid one comes back as it was, and nothing else is read.
 */
#include "engine/clock.h"
#include "tests/support/test.h"

#include <string.h>

struct row {
    const char *text;
    struct time_control control;
};

static const struct row rows[] = {
    {"none", {.kind = CLOCK_NONE}},
    {"30s/move", {.kind = CLOCK_PER_MOVE, .period_ms = 30000}},
    {"1500ms/move", {.kind = CLOCK_PER_MOVE, .period_ms = 1500}},
    {"2h/move", {.kind = CLOCK_PER_MOVE, .period_ms = 2 * CLOCK_HOUR_MS}},
    {"5m+3s", {.kind = CLOCK_FISCHER, .main_ms = 300000, .increment_ms = 3000}},
    {"90s+0s", {.kind = CLOCK_FISCHER, .main_ms = 90000}},
    {"0s+2s", {.kind = CLOCK_FISCHER, .increment_ms = 2000}},
    {"24h+1h", {.kind = CLOCK_FISCHER, .main_ms = CLOCK_DAY_MS, .increment_ms = CLOCK_HOUR_MS}},
    {"10m+3x30s", {.kind = CLOCK_BYOYOMI, .main_ms = 600000, .period_ms = 30000, .periods = 3}},
    {"0s+99x100ms", {.kind = CLOCK_BYOYOMI, .period_ms = 100, .periods = 99}},
    {"3d/move", {.kind = CLOCK_CORRESPONDENCE, .period_ms = 3 * CLOCK_DAY_MS}},
    {"30d/move", {.kind = CLOCK_CORRESPONDENCE, .period_ms = 30 * CLOCK_DAY_MS}},
};

static void assert_same(const struct time_control *a, const struct time_control *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->main_ms, b->main_ms);
    assert_int_equal(a->increment_ms, b->increment_ms);
    assert_int_equal(a->period_ms, b->period_ms);
    assert_int_equal(a->periods, b->periods);
}

TEST(a_control_has_one_text)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char text[TIME_CONTROL_TEXT_SIZE];
        assert_int_equal(time_control_format(&rows[i].control, text), strlen(rows[i].text));
        assert_string_equal(text, rows[i].text);
    }
}

TEST(the_text_gives_the_control)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct time_control control;
        assert_true(time_control_parse(rows[i].text, strlen(rows[i].text), &control));
        assert_same(&control, &rows[i].control);
    }
}

TEST(other_units_are_read_too)
{
    struct time_control control;
    assert_true(time_control_parse("72h/move", 8, &control));
    assert_int_equal(control.kind, CLOCK_CORRESPONDENCE);
    assert_true(time_control_parse("300s+3000ms", 11, &control));
    assert_int_equal(control.main_ms, 300000);
}

TEST(nothing_else_is_read)
{
    static const char *const wrong[] = {
        "",
        " none",
        "none ",
        "None",
        "5",
        "5m",
        "5+3",
        "5m+",
        "+3s",
        "5m+3",
        "5m+3s ",
        "5x+3s",
        "-5m+3s",
        "5m+-3s",
        "5m+3x",
        "5m+x30s",
        "5m+0x30s",
        "5m+3x30",
        "5m+100x1s",
        "25h/move",
        "31d/move",
        "0s/move",
        "0s+0s",
        "99ms/move",
        "1d",
        "1d/mov",
        "1d/move/",
        "1dd/move",
        "1.5m+3s",
        "25h+1s",
        "1m+2h",
        "5m+3x1d",
        "30s/Move",
        "5m+3s+3s",
        "1ms",
        "9999999999s+1s",
        "999999999d/move",
        "\xd0\xbc",
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        struct time_control control;
        if (time_control_parse(wrong[i], strlen(wrong[i]), &control))
            fail_msg("\"%s\" is read", wrong[i]);
    }
}

TEST(the_beginning_alone_is_not_enough)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (size_t len = 0; len < strlen(rows[i].text); len++) {
            struct time_control control;
            if (strcmp(rows[i].text + len, "s") == 0 && rows[i].text[len - 1] == 'm')
                continue; /* minutes instead of milliseconds */
            assert_false(time_control_parse(rows[i].text, len, &control));
        }
}
