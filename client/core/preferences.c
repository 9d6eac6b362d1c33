/* SPDX-License-Identifier: MIT */
#include "client/core/preferences.h"

#include "engine/likeness.h"
#include "proto/settings.h"

#include <string.h>

/* A game that cannot be read may have any board. */
static bool add_game(struct help *help, const struct current_game_record *game)
{
    if (game->actions == NULL || game->variant == NULL || help->count == HELP_GAMES_MAX)
        return false;
    return game_parse(&help->games[help->count++], game->variant, game->actions,
                      strlen(game->actions), NULL) == 0;
}

void help_read(struct help *help, const struct player_games_reply *games)
{
    help->rests = false;
    help->count = 0;
    for (size_t i = 0; games != NULL && i < games->games_count; i++)
        if (games->games[i].rated && !add_game(help, &games->games[i]))
            help->rests = true;
}

bool help_may(const struct help *help, const struct game *board)
{
    for (size_t i = 0; i < help->count && !help->rests; i++)
        if (likeness_is_of(&help->games[i], board))
            return false;
    return !help->rests;
}

bool help_may_pass(const struct help *help, const struct game *game)
{
    for (size_t i = 0; i < help->count && !help->rests; i++)
        if (likeness_passes(&help->games[i], game))
            return false;
    return !help->rests;
}

/* ------------------------------------------------------------------ preferences */

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
