/* SPDX-License-Identifier: MIT */
/*
 * Settings that count for this run, and whether a client may help its player with a board, beside
 * the rated games that the player has going: beside one in real time with none, beside one of days
 * with those that are not like its own (engine/likeness.h). A plain value.
 */
#ifndef PENTAD_CLIENT_CORE_PREFERENCES_H
#define PENTAD_CLIENT_CORE_PREFERENCES_H

#include "engine/game.h"
#include "proto/message.h"

#include <stdbool.h>

#define HELP_GAMES_MAX 16 /* whoever has more rated games going is not helped */

struct help {
    bool rests; /* with any board */
    size_t count;
    struct game games[HELP_GAMES_MAX];
};

/* From the player's games in progress; NULL: nobody can tell, and nothing stands in the way. */
void help_read(struct help *help, const struct player_games_reply *games);
bool help_may(const struct help *help, const struct game *board);
/* The same with all boards that the game had. */
bool help_may_pass(const struct help *help, const struct game *game);

/* ------------------------------------------------------------------ preferences */
/*
 * The player's wishes of what a client does at a table by itself. They have two sources: the
 * settings that the server keeps for the account, and the options and commands of this run of the
 * client, which go before them. A plain value; all zeros is nothing wanted.
 */

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
