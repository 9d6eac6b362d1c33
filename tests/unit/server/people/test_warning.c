/* SPDX-License-Identifier: MIT */
/*
 * The warning before a monthly fine: who gets it with a login, and from when to when.
 */
#include "server/core/rules/calendar.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig_fines.h"

#include <stdio.h>
#include <string.h>

/* The reply of a login with the token. */
static const json_t *come_back(struct rig_peer *owner)
{
    struct rig_peer *peer = rig_connect(owner->rig);
    const json_t *reply = rig_ask(peer, "{'op':'auth.resume','token':'%s'}", owner->token);
    assert_ok(reply);
    rig_hang_up(peer);
    return reply;
}

static bool is_warned(struct rig_peer *owner)
{
    return has_at(come_back(owner), "fine_warning");
}

static void the_warning_begins_a_week_before_the_fine(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    int64_t fine_ms = rig_date(2024, 1, 1);
    rig_until(rig, fine_ms - 7 * DAY_MS - 1);
    assert_false(is_warned(anna));
    rig_until(rig, fine_ms - 7 * DAY_MS);
    const json_t *reply = come_back(anna);
    assert_string_equal(text_at(reply, "fine_warning.variant"), "classic");
    assert_string_equal(text_at(reply, "fine_warning.month"), "2023-12");
    assert_int_equal(int_at(reply, "fine_warning.until"), rig_date(2024, 1, 1));
    assert_int_equal(int_at(reply, "fine_warning.at"), fine_ms);
    assert_int_equal(int_at(reply, "fine_warning.points"), 100);
    rig_until(rig, fine_ms - 1);
    assert_true(is_warned(anna));
    rig_until(rig, fine_ms);
    assert_false(is_warned(anna));
}

static void a_login_with_a_password_warns_too(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2023, 12, 28));
    struct rig_peer *peer = rig_connect(rig);
    const json_t *reply =
        rig_ask(peer, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}");
    assert_string_equal(text_at(reply, "fine_warning.month"), "2023-12");
}

static void a_move_ends_the_warning_for_whom_made_it(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2023, 12, 28));
    rig_lone_move(anna, boris, "classic", true);
    assert_false(is_warned(anna));
    assert_true(is_warned(boris));
}

static void who_will_not_be_fined_is_not_warned(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    struct rig_peer *carla = rig_player(rig, "Carla");
    struct rig_peer *guest = rig_guest(rig);
    rig_until(rig, rig_date(2023, 12, 28));
    rig_two_rated(rig, &anna, &boris);
    assert_false(is_warned(anna)); /* got the rating this month */
    assert_false(is_warned(carla));
    assert_false(is_warned(guest));
}

/* With holidays up to the 8th the fine falls on the 9th, when January cannot help any more. */
static void a_warning_may_come_too_late(void **state)
{
    struct core_options options = rig_fines_options();
    options.calendar =
        calendar_new(NULL, 0, "01-01 01-02 01-03 01-04 01-05 01-06 01-07 01-08", NULL, 0);
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2024, 1, 1));
    assert_false(is_warned(anna));
    rig_until(rig, rig_date(2024, 1, 3));
    const json_t *reply = come_back(anna);
    assert_int_equal(int_at(reply, "fine_warning.until"), rig_date(2024, 1, 1));
    assert_int_equal(int_at(reply, "fine_warning.at"), rig_date(2024, 1, 9));
    rig_lone_move(anna, boris, "classic", true); /* counts for January */
    assert_true(is_warned(anna));
    rig_until(rig, rig_date(2024, 1, 9));
    assert_string_equal(rig_fines(anna, "Anna"), "2023-12");
    rig_until(rig, rig_date(2024, 2, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "2023-12");
    rig_free(rig);
    (void)state;
}

static void the_points_are_those_that_the_floor_leaves(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2025, 2, 28)); /* 14 months later: 120 */
    assert_int_equal(rig_rating(anna, "Anna"), 120);
    assert_int_equal(int_at(come_back(anna), "fine_warning.points"), 20);
    rig_until(rig, rig_date(2025, 3, 30));
    assert_false(is_warned(anna));
}

static void a_clock_that_is_not_believed_warns_nobody(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2023, 12, 5));
    rig_set_clock(rig, rig_date(2023, 12, 28));
    assert_false(is_warned(anna));
    rig_pass(rig, DAY_MS);
    assert_true(is_warned(anna));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FINES_TEST(the_warning_begins_a_week_before_the_fine),
        FINES_TEST(a_login_with_a_password_warns_too),
        FINES_TEST(a_move_ends_the_warning_for_whom_made_it),
        FINES_TEST(who_will_not_be_fined_is_not_warned),
        cmocka_unit_test(a_warning_may_come_too_late),
        FINES_TEST(the_points_are_those_that_the_floor_leaves),
        FINES_TEST(a_clock_that_is_not_believed_warns_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
