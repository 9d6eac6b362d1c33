/* SPDX-License-Identifier: MIT */
/*
 * Preferences: the account's settings hold until something else is said for this run.
 */
#include "client/core/preferences.h"
#include "proto/settings.h"
#include "tests/support/cmocka_all.h"

/* A change of these two settings; NONE leaves one out. */
static void keep(struct preferences *preferences, int show_threats, int close_threats)
{
    struct settings_record settings;
    settings_init(&settings);
    settings.show_threats = show_threats;
    settings.close_threats = close_threats;
    preferences_keep(preferences, &settings);
}

static void nothing_is_wanted_at_first(void **state)
{
    (void)state;
    struct preferences preferences = {0};
    for (int what = 0; what < PREFERENCE_COUNT; what++)
        assert_false(preferences_has(&preferences, (enum preference)what));
}

static void settings_hold_and_change(void **state)
{
    (void)state;
    struct preferences preferences = {0};
    keep(&preferences, SWITCH_WORD_ON, SWITCH_WORD_OFF);
    assert_true(preferences_has(&preferences, PREFERENCE_SHOW_THREATS));
    assert_false(preferences_has(&preferences, PREFERENCE_CLOSE_THREATS));
    keep(&preferences, NONE, SWITCH_WORD_ON);
    assert_true(preferences_has(&preferences, PREFERENCE_SHOW_THREATS));
    assert_true(preferences_has(&preferences, PREFERENCE_CLOSE_THREATS));
    keep(&preferences, SWITCH_WORD_OFF, NONE);
    assert_false(preferences_has(&preferences, PREFERENCE_SHOW_THREATS));
}

static void what_was_said_goes_before_settings_old_and_new(void **state)
{
    (void)state;
    struct preferences preferences = {0};
    keep(&preferences, NONE, SWITCH_WORD_ON);
    preferences_say(&preferences, PREFERENCE_CLOSE_THREATS, false);
    assert_false(preferences_has(&preferences, PREFERENCE_CLOSE_THREATS));
    keep(&preferences, NONE, SWITCH_WORD_ON);
    assert_false(preferences_has(&preferences, PREFERENCE_CLOSE_THREATS));
    preferences_say(&preferences, PREFERENCE_CLOSE_THREATS, true);
    keep(&preferences, NONE, SWITCH_WORD_OFF);
    assert_true(preferences_has(&preferences, PREFERENCE_CLOSE_THREATS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_wanted_at_first),
        cmocka_unit_test(settings_hold_and_change),
        cmocka_unit_test(what_was_said_goes_before_settings_old_and_new),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
