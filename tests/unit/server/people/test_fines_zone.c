/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine when the zone, its rules or the holidays are others after a start: no month is
 * settled twice or passed over, and moves keep their month.
 */
#include "server/core/rules/calendar.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/zone_text.h"
#include "tests/unit/server/rig_fines.h"

#include <string.h>

/* A start with another calendar, near the fall of February on Friday 1 March 2024. */
struct moved_zone {
    int hours[2]; /* ahead of UTC, before and after */
    const char *holidays[2];
    int day;           /* of the start: of February, or from 101 on of March; UTC */
    int hour;          /* of it */
    bool has_moved;    /* Anna, an hour before it: in the month that the old zone says */
    const char *fines; /* on 10 April, with March */
};

static const struct moved_zone MOVED_ZONES[] = {
    {{0, -5}, {"", ""}, 101, 1, false, "2024-03 2024-02"},     /* settled, and then falls again */
    {{0, -12}, {"", ""}, 101, 1, false, "2024-03 2024-02"},    /* the same */
    {{14, -12}, {"", ""}, 29, 11, false, "2024-03 2024-02"},   /* a day earlier */
    {{-12, 14}, {"", ""}, 101, 1, false, "2024-03 2024-02"},   /* passed over */
    {{-12, 14}, {"", ""}, 29, 11, false, "2024-03 2024-02"},   /* the same */
    {{0, 14}, {"", ""}, 29, 9, false, "2024-03 2024-02"},      /* not yet, in either */
    {{0, 0}, {"", "03-01"}, 101, 1, false, "2024-03 2024-02"}, /* settled, and the day is none */
    {{0, 0}, {"03-01", ""}, 102, 1, false, "2024-03 2024-02"}, /* passed over */
    {{0, 0}, {"", "03-01 03-04 03-05 03-06 03-07 03-08"}, 101, 1, false, "2024-03 2024-02"},
    {{0, -5}, {"", ""}, 101, 0, true, "2024-03"},   /* the last hour of February */
    {{14, -12}, {"", ""}, 29, 12, true, "2024-02"}, /* of March there, and now February again */
    {{-12, 14}, {"", ""}, 101, 3, true, "2024-03"}, /* of February there */
};

static struct calendar *calendar_ahead(int hours, const char *holidays)
{
    uint8_t zone[ZONE_TEXT_SIZE];
    size_t size = zone_text(hours * 3600, "", zone);
    struct calendar *calendar = calendar_new(zone, size, holidays, NULL, 0);
    assert_non_null(calendar);
    return calendar;
}

static void another_zone_or_holiday_fines_nobody_twice_and_passes_no_month_over(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(MOVED_ZONES) / sizeof(MOVED_ZONES[0]); i++) {
        const struct moved_zone *row = &MOVED_ZONES[i];
        struct core_options options = rig_fines_options();
        struct calendar *before = calendar_ahead(row->hours[0], row->holidays[0]);
        options.calendar = before;
        struct rig *rig = rig_new_with(&options);
        struct rig_peer *anna;
        struct rig_peer *boris;
        int64_t start_ms =
            rig_date(2024, row->day > 100 ? 3 : 2, row->day % 100) + row->hour * HOUR_MS;
        rig_until(rig, rig_date(2024, 1, 15));
        rig_two_rated(rig, &anna, &boris);
        rig_until(rig, start_ms - HOUR_MS);
        if (row->has_moved)
            rig_lone_move(anna, boris, "classic", true);
        rig_until(rig, start_ms);
        rig->options.calendar = calendar_ahead(row->hours[1], row->holidays[1]);
        rig_restart(rig);
        assert_int_equal(rig_logged(rig, "clock_refused"), 0);
        rig_until(rig, rig_date(2024, 4, 10));
        struct rig_peer *asker = rig_resume(rig, anna->token);
        const char *fines = rig_fines(asker, "Anna");
        if (strcmp(fines, row->fines) != 0)
            fail_msg("row %zu: fined for \"%s\"", i, fines);
        rig_check_world(rig);
        rig_free(rig);
        calendar_free(before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_zone_or_holiday_fines_nobody_twice_and_passes_no_month_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
