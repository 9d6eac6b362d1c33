/* SPDX-License-Identifier: MIT */
/*
 * Preferences: the account's settings hold until something else is said for this run.
 */
#include "client/core/preferences.h"
#include "proto/settings.h"
#include "tests/support/test.h"

/* A change of these two settings; NONE leaves one out. */
static void keep(struct preferences *preferences, int show_threats, int close_threats)
{
    struct settings_record settings;
    settings_init(&settings);
    settings.show_threats = show_threats;
    settings.close_threats = close_threats;
    preferences_keep(preferences, &settings);
}

TEST(nothing_is_wanted_at_first)
{
    struct preferences preferences = {0};
    for (int what = 0; what < PREFERENCE_COUNT; what++)
        assert_false(preferences_has(&preferences, (enum preference)what));
}

TEST(settings_hold_and_change)
{
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

TEST(what_was_said_goes_before_settings_old_and_new)
{
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
