/* SPDX-License-Identifier: MIT */
/*
 * Which of the two sources of a preference holds.
 */
#include "client/core/preferences.h"

#include "proto/settings.h"

/* The settings that preferences are kept in. */
static const enum setting settings_of[PREFERENCE_COUNT] = {
    [PREFERENCE_SHOW_THREATS] = SETTING_SHOW_THREATS,
    [PREFERENCE_CLOSE_THREATS] = SETTING_CLOSE_THREATS,
    [PREFERENCE_SHOW_WEIGHTS] = SETTING_SHOW_WEIGHTS,
    [PREFERENCE_SOUND] = SETTING_SOUND,
};

void preferences_keep(struct preferences *preferences, const struct settings_record *settings)
{
    for (size_t what = 0; what < PREFERENCE_COUNT; what++) {
        int value = setting_get(settings, settings_of[what]);
        if (value != NONE)
            preferences->is_kept[what] = value == SWITCH_WORD_ON;
    }
}

void preferences_say(struct preferences *preferences, enum preference what, bool is_wanted)
{
    preferences->is_said[what] = true;
    preferences->said[what] = is_wanted;
}

bool preferences_has(const struct preferences *preferences, enum preference what)
{
    return preferences->is_said[what] ? preferences->said[what] : preferences->is_kept[what];
}
