/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine when time does not pass as it should: months missed while the server was down, a
 * server killed at every write, clocks that are set, machines that sleep or have no battery.
 */
#include "server/core/rules/calendar.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig_fines.h"
#include "tests/unit/server/rig_private.h"

#include <stdio.h>
#include <string.h>

/* Anna has 1520 and Boris 1480, since November 2023, and both made a move in December. */
static struct rig_peer *two_rated(struct rig *rig)
{
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2023, 12, 15));
    rig_lone_move(anna, boris, "classic", true);
    rig_lone_move(boris, anna, "classic", true);
    return anna;
}

/* ------------------------------------------------------------------ while it was down */

static void missed_months_are_caught_up_oldest_first_each_once(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = two_rated(rig);
    rig_down_until(rig, rig_date(2024, 4, 15));
    anna = rig_resume(rig, anna->token);
    assert_string_equal(rig_fines(anna, "Anna"), "2024-03 2024-02 2024-01");
    assert_int_equal(rig_rating(anna, "Anna"), 1220);
    assert_non_null(strstr(rig->log, "month_settled month=2023-12\nmonth_settled month=2024-01\n"
                                     "month_settled month=2024-02\nmonth_settled month=2024-03\n"));
    rig_down_until(rig, rig_date(2024, 4, 16));
    anna = rig_resume(rig, anna->token);
    assert_int_equal(rig_rating(anna, "Anna"), 1220);
    assert_int_equal(rig_logged(rig, "month_settled month=2024-03"), 1);
    rig_check_world(rig);
}

static void a_month_is_not_settled_while_it_was_down_before_its_day(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = two_rated(rig);
    rig_down_until(rig, rig_date(2024, 6, 2)); /* a Sunday: May falls tomorrow */
    anna = rig_resume(rig, anna->token);
    assert_string_equal(rig_fines(anna, "Anna"), "2024-04 2024-03 2024-02 2024-01");
    rig_until(rig, rig_date(2024, 6, 3));
    assert_string_equal(rig_fines(anna, "Anna"), "2024-05 2024-04 2024-03 2024-02 2024-01");
}

/* A server starts, gets `count` batches to the disk, and is killed. */
static void start_and_die(struct rig *rig, int count)
{
    rig__stop(rig);
    for (size_t i = 0; i < rig->peer_count; i++)
        rig->peers[i]->conn = NULL;
    rig_store_crash(rig->store);
    rig->store->holds_batches = true;
    rig__start(rig);
    for (int i = 0; i < count; i++) {
        core_time(rig->core, rig->now);
        core_turn_end(rig->core);
        rig->store->holds_batches = false;
        core_store_ready(rig->core);
        rig->store->holds_batches = true;
    }
    core_time(rig->core, rig->now);
    core_turn_end(rig->core); /* one more is on its way, and never arrives */
}

/* Killed when so many months of five are written, three times: in the end each has cost once. */
static void killed_at_every_write_each_month_costs_once(void **state)
{
    for (int count = 0; count <= 5; count++) {
        const struct core_options options = rig_fines_options();
        struct rig *rig = rig_new_with(&options);
        struct rig_peer *anna = two_rated(rig);
        rig->now.wall_ms = rig_date(2024, 5, 15);
        for (int again = 0; again < 3; again++)
            start_and_die(rig, count);
        rig_restart(rig);
        anna = rig_resume(rig, anna->token);
        assert_string_equal(rig_fines(anna, "Anna"), "2024-04 2024-03 2024-02 2024-01");
        assert_int_equal(rig_rating(anna, "Anna"), 1120);
        assert_int_equal(rig_rating(anna, "Boris"), 1080);
        rig_check_world(rig);
        rig_free(rig);
    }
    (void)state;
}

/* ------------------------------------------------------------------ clocks that are set */

static void a_clock_set_back_a_day_fines_nobody_and_is_told(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = two_rated(rig);
    rig_until(rig, rig_date(2024, 2, 1) + HOUR_MS);
    assert_string_equal(rig_fines(anna, "Anna"), "2024-01");
    rig_set_clock(rig, rig_date(2024, 1, 31) + HOUR_MS);
    assert_int_equal(rig_logged(rig, "clock_refused because=jumped off_by_s=-86400"), 1);
    rig_until(rig, rig_date(2024, 2, 1) + 2 * HOUR_MS); /* the same day once more */
    assert_string_equal(rig_fines(anna, "Anna"), "2024-01");
    rig_until(rig, rig_date(2024, 3, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "2024-02 2024-01");
    assert_int_equal(rig_logged(rig, "clock_refused"), 1);
    assert_int_equal(rig_logged(rig, "clock_trusted"), 1);
    rig_check_world(rig);
}

static void a_clock_set_back_a_day_while_down_fines_nobody_and_is_told(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = two_rated(rig);
    rig_until(rig, rig_date(2024, 2, 1) + HOUR_MS);
    rig_down_until(rig, rig_date(2024, 1, 30));
    assert_int_equal(rig_logged(rig, "clock_refused because=behind_what_is_stored"), 1);
    rig_down_until(rig, rig_date(2024, 1, 30));
    anna = rig_resume(rig, anna->token);
    rig_until(rig, rig_date(2024, 2, 5));
    assert_string_equal(rig_fines(anna, "Anna"), "2024-01");
    assert_int_equal(rig_rating(anna, "Anna"), 1420);
    rig_check_world(rig);
}

/* October was settled at the start, so whatever is played then is played in November. */
static void who_plays_while_the_clock_is_behind_has_played(void **state)
{
    struct rig *rig = *state;
    int64_t before_ms = rig->now.wall_ms;
    rig_set_clock(rig, rig_date(2023, 10, 31));
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig_rated_game(anna, boris, "classic");
    rig_set_clock(rig, before_ms);
    rig_until(rig, rig_date(2023, 12, 15));
    assert_string_equal(rig_fines(anna, "Anna"), "");
    rig_set_clock(rig, rig_date(2023, 11, 30));
    rig_rated_game(anna, boris, "classic"); /* in December: November is settled */
    rig_set_clock(rig, rig_date(2023, 12, 16));
    rig_until(rig, rig_date(2024, 1, 15));
    assert_string_equal(rig_fines(anna, "Anna"), "");
    rig_until(rig, rig_date(2024, 2, 15));
    assert_string_equal(rig_fines(anna, "Anna"), "2024-01");
}

static void who_plays_while_the_clock_is_ahead_has_played(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig_rated_game(anna, boris, "classic"); /* in November */
    rig_until(rig, rig_date(2023, 12, 10));
    rig_set_clock(rig, rig_date(2033, 12, 10));
    rig_turn(rig);
    rig_rated_game(anna, boris, "classic"); /* in December, whatever the clock says */
    rig_set_clock(rig, rig_date(2023, 12, 10) + HOUR_MS);
    rig_turn(rig);
    rig_until(rig, rig_date(2024, 1, 10));
    assert_string_equal(rig_fines(anna, "Anna"), "");
}

static void a_clock_set_forward_ten_years_fines_nobody_and_is_told(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = two_rated(rig);
    rig_until(rig, rig_date(2024, 1, 10));
    rig_set_clock(rig, rig_date(2034, 1, 10));
    assert_int_equal(rig_logged(rig, "clock_refused because=jumped"), 1);
    for (int day = 0; day < 40; day++)
        rig_pass(rig, DAY_MS);
    assert_int_equal(rig_logged(rig, "clock_refused because=too_many_months missed=120"), 1);
    assert_int_equal(rig_logged(rig, "clock_refused"), 2);
    assert_string_equal(rig_fines(anna, "Anna"), "");
    assert_int_equal(rig_rating(anna, "Anna"), 1520);
    /* Set right again, it goes on where it was. */
    rig_set_clock(rig, rig_date(2024, 2, 20));
    rig_pass(rig, DAY_MS);
    assert_string_equal(rig_fines(anna, "Anna"), "2024-01");
    rig_check_world(rig);
}

/* May 2029 and March 2024 are noted in the same place, being 62 months apart. */
static void a_move_in_a_year_that_is_refused_averts_nothing(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = two_rated(rig);
    struct rig_peer *carla = rig_player(rig, "Carla");
    rig_until(rig, rig_date(2024, 1, 10));
    rig_set_clock(rig, rig_date(2029, 5, 10));
    rig_pass(rig, DAY_MS);
    rig_pass(rig, DAY_MS);
    assert_int_equal(rig_logged(rig, "clock_refused because=too_many_months"), 1);
    rig_lone_move(anna, carla, "classic", true);
    rig_set_clock(rig, rig_date(2024, 1, 13));
    rig_pass(rig, DAY_MS);
    rig_until(rig, rig_date(2024, 4, 1));
    assert_string_equal(rig_fines(carla, "Anna"), "2024-03 2024-02 2024-01");
    rig_check_world(rig);
}

static void a_clock_set_forward_ten_years_while_down_fines_nobody(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = two_rated(rig);
    rig_down_until(rig, rig_date(2034, 1, 10));
    assert_int_equal(rig_logged(rig, "clock_refused because=too_many_months missed=121"), 1);
    anna = rig_resume(rig, anna->token);
    rig_pass(rig, 3 * DAY_MS);
    assert_string_equal(rig_fines(anna, "Anna"), "");
    rig_down_until(rig, rig_date(2024, 2, 1));
    anna = rig_resume(rig, anna->token);
    assert_string_equal(rig_fines(anna, "Anna"), "2024-01");
    rig_check_world(rig);
}

/* Rooms that were opened in the wrong year do not stand in the way for ever. */
static void what_was_made_in_the_wrong_year_costs_a_day(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = two_rated(rig);
    rig_until(rig, rig_date(2024, 1, 10));
    rig_set_clock(rig, rig_date(2034, 1, 10));
    assert_ok(rig_ask(anna, "{'op':'room.open','variant':'mini'}"));
    rig_down_until(rig, rig_date(2024, 2, 1));
    assert_int_equal(rig_logged(rig, "clock_refused because=behind_what_is_stored"), 1);
    anna = rig_resume(rig, anna->token);
    assert_string_equal(rig_fines(anna, "Anna"), "");
    rig_pass(rig, DAY_MS);
    assert_string_equal(rig_fines(anna, "Anna"), "2024-01");
    rig_check_world(rig);
}

static void the_limit_of_missed_months_is_the_configured_one(void **state)
{
    (void)state;
    for (uint32_t limit = 3; limit <= 4; limit++) {
        struct core_options options = rig_fines_options();
        options.fine_months = limit;
        struct rig *rig = rig_new_with(&options);
        struct rig_peer *anna = two_rated(rig);
        rig_down_until(rig, rig_date(2024, 4, 1)); /* 4 months: December to March */
        anna = rig_resume(rig, anna->token);
        assert_int_equal(rig_rating(anna, "Anna"), limit == 4 ? 1220 : 1520);
        assert_int_equal(rig_logged(rig, "clock_refused"), limit == 4 ? 0 : 1);
        rig_free(rig);
    }
}

/* ------------------------------------------------------------------ sleep, corrections, batteries
 */

static void after_a_sleep_of_two_months_a_steady_day_is_awaited(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = two_rated(rig);
    rig_set_clock(rig, rig_date(2024, 2, 10)); /* monotonic time stood still */
    assert_int_equal(rig_logged(rig, "clock_refused because=jumped"), 1);
    rig_pass(rig, DAY_MS - 1);
    assert_string_equal(rig_fines(anna, "Anna"), "");
    assert_int_equal(core_next_ms(rig->core), rig->now.mono_ms + 1);
    rig_pass(rig, 1);
    assert_string_equal(rig_fines(anna, "Anna"), "2024-01");
    assert_int_equal(rig_logged(rig, "clock_trusted"), 1);
}

static void a_second_jump_begins_the_day_anew(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = two_rated(rig);
    rig_set_clock(rig, rig_date(2024, 2, 10));
    rig_pass(rig, DAY_MS / 2);
    rig_set_clock(rig, rig_date(2024, 2, 12));
    rig_pass(rig, DAY_MS - 1);
    assert_string_equal(rig_fines(anna, "Anna"), "");
    assert_int_equal(rig_logged(rig, "clock_refused because=jumped"), 2);
    rig_pass(rig, 1);
    assert_string_equal(rig_fines(anna, "Anna"), "2024-01");
}

static void corrections_and_drift_are_no_jumps(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = two_rated(rig);
    rig_set_clock(rig, rig->now.wall_ms + HOUR_MS);
    rig_set_clock(rig, rig->now.wall_ms - HOUR_MS);
    while (rig->now.wall_ms < rig_date(2024, 2, 1)) {
        rig_pass(rig, DAY_MS);
        rig->now.wall_ms += HOUR_MS / 2; /* a very bad clock, but slowly */
    }
    rig_turn(rig);
    assert_int_equal(rig_logged(rig, "clock_refused"), 0);
    assert_string_equal(rig_fines(anna, "Anna"), "2024-01");
}

static void a_machine_without_a_battery_settles_nothing(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = two_rated(rig);
    rig_down_until(rig, 0);
    anna = rig_resume(rig, anna->token);
    rig_pass(rig, 40 * DAY_MS);
    assert_int_equal(rig_logged(rig, "month_settled month=1970"), 0);
    rig_set_clock(rig, rig_date(2024, 2, 1));
    rig_pass(rig, DAY_MS);
    assert_string_equal(rig_fines(anna, "Anna"), "2024-01");
    rig_check_world(rig);
}

/* A new store at another time. */
static void begin_anew(struct rig *rig, int64_t wall_ms)
{
    rig__stop(rig);
    rig_store_free(rig->store);
    rig->store = rig_store_new();
    rig->log[0] = '\0';
    rig->now = (struct moment){.mono_ms = 5000, .wall_ms = wall_ms};
    rig__start(rig);
    rig__observe(rig);
}

/* Nor does a new store, which has nothing that could tell better. */
static void a_new_store_settles_nothing_in_1970(void **state)
{
    struct rig *rig = *state;
    begin_anew(rig, 0);
    rig_pass(rig, 40 * DAY_MS);
    assert_int_equal(rig_logged(rig, "month_settled"), 0);
    rig_set_clock(rig, rig_date(2024, 2, 10));
    rig_pass(rig, DAY_MS);
    assert_int_equal(rig_logged(rig, "month_settled month=2024-01"), 1);
}

/* ------------------------------------------------------------------ the first month */

static void a_new_store_begins_with_the_month_before(void **state)
{
    struct rig *rig = *state;
    assert_int_equal(rig_logged(rig, "month_settled"), 1);
    assert_int_equal(rig_logged(rig, "month_settled month=2023-10"), 1);
}

#define RUNS_MAX 4

/* Runs of a new store, each of an hour. In one of them Anna and Boris get their ratings, in another
 * one Anna makes a move. */
struct first_runs {
    const char *holidays;
    int runs[RUNS_MAX]; /* month * 100 + day, of 2026 */
    int rated;          /* the run of the first rated game */
    int moved;          /* NONE: in no other one */
    const char *fines;
    int points; /* Anna's, of 1520 */
};

#define NO_RUN (-1)
#define NEW_YEAR "01-01 01-02 01-03 01-04 01-05 01-06 01-07 01-08"

/* The month of the first rated game costs nobody anything, each later one does. 1 February, 1
 * March, 1 and 2 August are a Saturday or a Sunday: the month before falls on a later day. */
static const struct first_runs FIRST_RUNS[] = {
    {"", {201, 510}, 0, NO_RUN, "2026-04 2026-03", 1320},
    {NEW_YEAR, {105, 510}, 0, NO_RUN, "2026-04 2026-03 2026-02", 1220},
    {NEW_YEAR, {105, 108, 510}, 1, NO_RUN, "2026-04 2026-03 2026-02", 1220},
    {"", {201, 301, 510}, 0, 1, "2026-04", 1420},
    {"", {201, 301, 510}, 0, NO_RUN, "2026-04 2026-03", 1320},
    {"", {201, 202, 510}, 0, NO_RUN, "2026-04 2026-03", 1320},
    {"", {801, 802, 1210}, 1, NO_RUN, "2026-11 2026-10 2026-09", 1220},
    {"", {201, 510}, 1, NO_RUN, "", 1520},
    {"", {201, 510, 601, 701}, 1, NO_RUN, "2026-06", 1420},
    {"", {215, 510}, 0, NO_RUN, "2026-04 2026-03", 1320},
    {"03-02 03-03", {301, 302, 303}, 0, NO_RUN, "", 1520},
    {"03-02 03-03", {301, 303, 404, 505}, 0, 2, "", 1520},
};

static void run_play(struct rig *rig, const struct first_runs *row, int run,
                     struct rig_peer *people[2])
{
    if (run == row->rated)
        rig_two_rated(rig, &people[0], &people[1]);
    if (run == row->moved)
        rig_rated_game(rig_resume(rig, people[0]->token), rig_resume(rig, people[1]->token),
                       "classic");
}

static void no_month_is_lost_however_short_the_first_runs_were(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(FIRST_RUNS) / sizeof(FIRST_RUNS[0]); i++) {
        const struct first_runs *row = &FIRST_RUNS[i];
        struct core_options options = rig_fines_options();
        options.calendar = calendar_new(NULL, 0, row->holidays, NULL, 0);
        struct rig *rig = rig_new_with(&options);
        struct rig_peer *people[2] = {NULL, NULL};
        begin_anew(rig, rig_date(2026, row->runs[0] / 100, row->runs[0] % 100));
        for (int run = 0; run < RUNS_MAX && row->runs[run] != 0; run++) {
            if (run > 0)
                rig_down_until(rig, rig_date(2026, row->runs[run] / 100, row->runs[run] % 100));
            run_play(rig, row, run, people);
            rig_pass(rig, HOUR_MS);
        }
        struct rig_peer *anna = rig_resume(rig, people[0]->token);
        int points = rig_rating(anna, "Anna");
        const char *fines = rig_fines(anna, "Anna");
        if (strcmp(fines, row->fines) != 0 || (row->moved == NO_RUN && points != row->points))
            fail_msg("row %zu: %d points, fined for \"%s\"", i, points, fines);
        rig_check_world(rig);
        rig_free(rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FINES_TEST(missed_months_are_caught_up_oldest_first_each_once),
        FINES_TEST(a_month_is_not_settled_while_it_was_down_before_its_day),
        cmocka_unit_test(killed_at_every_write_each_month_costs_once),
        FINES_TEST(who_plays_while_the_clock_is_behind_has_played),
        FINES_TEST(who_plays_while_the_clock_is_ahead_has_played),
        FINES_TEST(a_clock_set_back_a_day_fines_nobody_and_is_told),
        FINES_TEST(a_clock_set_back_a_day_while_down_fines_nobody_and_is_told),
        FINES_TEST(a_clock_set_forward_ten_years_fines_nobody_and_is_told),
        FINES_TEST(a_move_in_a_year_that_is_refused_averts_nothing),
        FINES_TEST(a_clock_set_forward_ten_years_while_down_fines_nobody),
        FINES_TEST(what_was_made_in_the_wrong_year_costs_a_day),
        cmocka_unit_test(the_limit_of_missed_months_is_the_configured_one),
        cmocka_unit_test(no_month_is_lost_however_short_the_first_runs_were),
        FINES_TEST(after_a_sleep_of_two_months_a_steady_day_is_awaited),
        FINES_TEST(a_second_jump_begins_the_day_anew),
        FINES_TEST(corrections_and_drift_are_no_jumps),
        FINES_TEST(a_machine_without_a_battery_settles_nothing),
        FINES_TEST(a_new_store_settles_nothing_in_1970),
        FINES_TEST(a_new_store_begins_with_the_month_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
