/* SPDX-License-Identifier: MIT */
/*
 * The player's wishes of what a client does at a table by itself. They have two sources: the
 * settings that the server keeps for the account, and the options and commands of this run of the
 * client, which go before them. A plain value; all zeros is nothing wanted.
 */
#ifndef PENTAD_CLIENT_CORE_PREFERENCES_H
#define PENTAD_CLIENT_CORE_PREFERENCES_H

#include "proto/message.h"

#include <stdbool.h>

enum preference {
    PREFERENCE_SHOW_THREATS,  /* mark the threats of both sides on the board */
    PREFERENCE_CLOSE_THREATS, /* play the answer that is forced */
    PREFERENCE_SHOW_WEIGHTS,  /* mark how much squares weigh, against computers */
    PREFERENCE_SOUND,         /* be heard when something happens */
    PREFERENCE_COUNT
};

struct preferences {
    bool is_kept[PREFERENCE_COUNT]; /* as the account's settings have it */
    bool is_said[PREFERENCE_COUNT]; /* whether something was said, and what */
    bool said[PREFERENCE_COUNT];
};

/* The account's settings, when they were read and whenever they change. What the record leaves out
 * stays. */
void preferences_keep(struct preferences *preferences, const struct settings_record *settings);
/* For this run, whatever the account has. */
void preferences_say(struct preferences *preferences, enum preference what, bool is_wanted);
bool preferences_has(const struct preferences *preferences, enum preference what);

#endif
