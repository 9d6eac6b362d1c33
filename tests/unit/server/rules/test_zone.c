/* SPDX-License-Identifier: MIT */
/*
 * Time zones: all that the system has against the C library's own reading of them, rules that no
 * zone of today has, and files that are damaged.
 */
#define _DEFAULT_SOURCE   /* timegm */
#define _XOPEN_SOURCE 700 /* nftw */
#include "base/day.h"
#include "server/core/rules/calendar.h"
#include "server/shell/zone_file.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/zone_text.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MONTH(year, month) ((year)*12 + (month)-1)
#define ZONES "/usr/share/zoneinfo"
#define STEP_S 900 /* every offset of these years is a multiple of it */

/* ------------------------------------------------------------------ all zones */

/* By the C library: the first instant that has the date in TZ. */
static int64_t date_begins_s(int day)
{
    char text[DAY_TEXT_SIZE];
    char local[DAY_TEXT_SIZE];
    int64_t at_s = (int64_t)day * 86400 - 15 * 3600;
    day_text(day, text);
    for (;; at_s += STEP_S) {
        time_t seconds = (time_t)at_s;
        struct tm tm;
        assert_non_null(localtime_r(&seconds, &tm));
        assert_int_equal(strftime(local, sizeof(local), "%Y-%m-%d", &tm), 10);
        if (strcmp(local, text) >= 0)
            return at_s;
    }
}

/* The first Monday to Friday. */
static int working_day(int first)
{
    time_t seconds = (time_t)first * 86400;
    struct tm tm;
    assert_non_null(gmtime_r(&seconds, &tm));
    return tm.tm_wday == 6 ? first + 2 : first + (tm.tm_wday == 0 ? 1 : 0);
}

static void check_month(const char *zone, const struct calendar *calendar, int month)
{
    int first = day_from_date(month / 12, month % 12 + 1, 1);
    int64_t start_ms = date_begins_s(first) * 1000;
    int64_t fine_ms = date_begins_s(working_day(first)) * 1000;
    if (calendar_month_start_ms(calendar, month) != start_ms ||
        calendar_fine_ms(calendar, month - 1) != fine_ms ||
        calendar_month_of(calendar, start_ms) != month ||
        calendar_month_of(calendar, start_ms - 1) != month - 1)
        fail_msg("%s, %04d-%02d", zone, month / 12, month % 12 + 1);
}

static int zones_seen;

static bool has_magic(const char *path)
{
    char magic[4] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t got = fread(magic, 1, sizeof(magic), file);
    fclose(file);
    return got == sizeof(magic) && memcmp(magic, "TZif", 4) == 0;
}

static int check_file(const char *path, const struct stat *about, int type, struct FTW *place)
{
    char tz[128];
    char message[256] = "";
    uint8_t *bytes;
    size_t size;
    const char *zone = path + strlen(ZONES) + 1;
    (void)about;
    (void)place;
    if (type != FTW_F || strncmp(zone, "right/", 6) == 0 || !has_magic(path))
        return 0;
    if (!zone_file_read(zone, &bytes, &size, message, sizeof(message)))
        fail_msg("%s", message);
    struct calendar *calendar = calendar_new(bytes, size, "", message, sizeof(message));
    if (calendar == NULL)
        fail_msg("%s: %s", zone, message);
    snprintf(tz, sizeof(tz), ":%s", zone);
    setenv("TZ", tz, 1);
    tzset();
    for (int month = MONTH(2026, 1); month <= MONTH(2027, 12); month++)
        check_month(zone, calendar, month);
    zones_seen++;
    calendar_free(calendar);
    free(bytes);
    return 0;
}

static void every_zone_of_the_system_begins_its_months_as_the_c_library_says(void **state)
{
    (void)state;
    unsetenv("TZDIR");
    zones_seen = 0;
    assert_int_equal(nftw(ZONES, check_file, 8, 0), 0);
    print_message("%d zones\n", zones_seen);
    assert_true(zones_seen > 300);
    unsetenv("TZ");
}

static void zones_that_count_leap_seconds_are_refused(void **state)
{
    char message[256] = "";
    uint8_t *bytes;
    size_t size;
    struct zone zone;
    (void)state;
    if (!zone_file_read("right/Europe/Berlin", &bytes, &size, message, sizeof(message)))
        skip(); /* not every system has them */
    assert_false(zone_parse(bytes, size, &zone));
    free(bytes);
}

/* ------------------------------------------------------------------ rules */

struct expected {
    int32_t offset_s;
    const char *rule;
    const char *at; /* UTC */
    int ahead_s;
};

static int64_t instant_ms(const char *text)
{
    struct tm tm = {0};
    assert_non_null(strptime(text, "%Y-%m-%d %H:%M", &tm));
    return (int64_t)timegm(&tm) * 1000;
}

static int offset_s(const struct zone *zone, int64_t at_ms)
{
    size_t i = zone->count - 1;
    while (zone->from_ms[i] > at_ms)
        i--;
    return zone->offset_ms[i] / 1000;
}

static void rules_go_on_for_ever(void **state)
{
    static const struct expected EXPECTED[] = {
        {3600, "CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29 00:59", 3600},
        {3600, "CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29 01:00", 7200},
        {3600, "CET-1CEST,M3.5.0,M10.5.0/3", "2199-07-01 00:00", 7200},
        {3600, "CET-1CEST,M3.5.0,M10.5.0/3", "2199-12-31 23:00", 3600},
        {3600, "CET-1CEST,M3.5.0,M10.5.0/3", "1970-01-01 00:00", 3600},
        {0, "IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01 00:00", 0}, /* Dublin's summer is winter */
        {0, "IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01 00:00", 3600},
        {36000, "AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01 00:00", 39600},
        {36000, "AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-07-01 00:00", 36000},
        {-7200, "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29 00:59", -7200}, /* Nuuk */
        {-7200, "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29 01:00", -3600},
        {7200, "EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-27 23:59", 7200}, /* Gaza */
        {7200, "EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-28 00:00", 10800},
        {-10800, "XXX3EDT4,0/0,J365/23", "2026-07-01 00:00", -14400}, /* summer all year */
        {-10800, "XXX3EDT4,0/0,J365/23", "2027-01-01 02:59", -14400},
        {-10800, "XXX3EDT4,0/0,J365/23", "2027-01-01 03:00", -14400},
        {0, "AAA0BBB,J60/0,J61/0", "2028-02-29 12:00", 0}, /* no 29 February among 365 days */
        {0, "AAA0BBB,J60/0,J61/0", "2028-03-01 12:00", 3600},
        {0, "AAA0BBB,59/0,60/0", "2028-02-29 12:00", 3600},
        {0, "AAA0BBB,59/0,60/0", "2027-03-01 12:00", 3600},
        {20700, "<+0545>-5:45", "2026-01-01 00:00", 20700},
        {-7, "", "2026-01-01 00:00", -7},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(EXPECTED) / sizeof(EXPECTED[0]); i++) {
        const struct expected *row = &EXPECTED[i];
        uint8_t bytes[ZONE_TEXT_SIZE];
        struct zone zone;
        size_t size = zone_text(row->offset_s, row->rule, bytes);
        if (!zone_parse(bytes, size, &zone) || offset_s(&zone, instant_ms(row->at)) != row->ahead_s)
            fail_msg("%s at %s", row->rule, row->at);
    }
}

static void wrong_rules_are_refused(void **state)
{
    static const char *const WRONG[] = {
        "CET",
        "CE-1",
        "CET-25",
        "CET-1CEST",
        "CET-1CEST,M3.5.0",
        "<+01-1",
        "CET-1x",
        "CET-1CEST,M13.1.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0",
        "CET--1",
        "CET-1:60",
        "CET-1CEST,M3.5.7,M10.5.0",
        "CET-1CEST,J0,J365",
        "CET-1,M3.5.0,M10.5.0",
        "CET-1CEST,366,1",
        "CET-1CEST,M3.5.0/168,M10.5.0",
        "CET-1CEST,M3.5.0,M10.5.0/3 ",
        " CET-1",
        "CET-1CEST-,M3.5.0,M10.5.0",
        "AAA0BBB,M12.5.0/167,M1.1.0/-167", /* its changes come before each other */
    };
    (void)state;
    for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
        uint8_t bytes[ZONE_TEXT_SIZE];
        struct zone zone;
        size_t size = zone_text(3600, WRONG[i], bytes);
        if (zone_parse(bytes, size, &zone))
            fail_msg("%s was read", WRONG[i]);
    }
}

/* ------------------------------------------------------------------ damage */

/* A zone is sound when its changes come after each other and none is too far from UTC. */
static void check_sound(const struct zone *zone)
{
    assert_in_range(zone->count, 1, ZONE_CHANGES_MAX);
    for (size_t i = 0; i < zone->count; i++) {
        assert_true(abs(zone->offset_ms[i]) <= ZONE_OFFSET_MAX_S * 1000);
        assert_true(i == 0 || zone->from_ms[i] > zone->from_ms[i - 1]);
    }
}

static bool parse_copy(const uint8_t *bytes, size_t size)
{
    struct zone zone;
    uint8_t *copy = malloc(size > 0 ? size : 1); /* so that a sanitizer sees its end */
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    bool is_read = zone_parse(copy, size, &zone);
    free(copy);
    if (is_read)
        check_sound(&zone);
    return is_read;
}

static void damaged_files_are_refused_or_make_a_sound_zone(void **state)
{
    static const char *const ZONES_TRIED[] = {"Africa/Casablanca", "Europe/Dublin", "Asia/Kolkata"};
    (void)state;
    for (size_t i = 0; i < sizeof(ZONES_TRIED) / sizeof(ZONES_TRIED[0]); i++) {
        char message[256] = "";
        uint8_t *bytes;
        size_t size;
        assert_true(zone_file_read(ZONES_TRIED[i], &bytes, &size, message, sizeof(message)));
        assert_true(parse_copy(bytes, size));
        for (size_t cut = 0; cut < size; cut++)
            assert_false(parse_copy(bytes, cut));
        for (size_t at = 0; at < size; at++)
            for (unsigned flip = 1; flip < 256; flip = flip * 2 + 1) {
                bytes[at] ^= (uint8_t)flip;
                (void)parse_copy(bytes, size);
                bytes[at] ^= (uint8_t)flip;
            }
        free(bytes);
    }
}

/* With 32 bits and without a rule, as it was before 2006: the last offset holds for good. */
static void files_of_version_1_are_read(void **state)
{
    static const uint8_t BYTES[] = {
        'T', 'Z', 'i', 'f', 0,    0,    0,    0,    0, 0,    0,    0, 0, 0,   0,
        0,   0,   0,   0,   0, /* header */
        0,   0,   0,   0,   0,    0,    0,    0,    0, 0,    0,    0, 0, 0,   0,
        1,   0,   0,   0,   2,                      /* 1 time, 2 types */
        0,   0,   0,   2,   0x69, 0x55, 0xb9, 0x00, /* 2026-01-01 */
        1,   0,   0,   0,   0,    0,    0,    0,    0, 0x0e, 0x10, 0, 0, 'X', 0};
    struct zone zone;
    (void)state;
    assert_true(zone_parse(BYTES, sizeof(BYTES), &zone));
    assert_int_equal(zone.count, 2);
    assert_int_equal(zone.from_ms[1], instant_ms("2026-01-01 00:00"));
    assert_int_equal(zone.offset_ms[0], 0);
    assert_int_equal(zone.offset_ms[1], 3600000);
    for (size_t cut = 0; cut < sizeof(BYTES); cut++)
        assert_false(parse_copy(BYTES, cut));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_zone_of_the_system_begins_its_months_as_the_c_library_says),
        cmocka_unit_test(zones_that_count_leap_seconds_are_refused),
        cmocka_unit_test(rules_go_on_for_ever),
        cmocka_unit_test(wrong_rules_are_refused),
        cmocka_unit_test(damaged_files_are_refused_or_make_a_sound_zone),
        cmocka_unit_test(files_of_version_1_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
