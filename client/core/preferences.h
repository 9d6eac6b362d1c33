/* SPDX-License-Identifier: MIT */
/*
 * The help that a client may give its player with a board while the player has rated games in
 * progress: none during one in real time; during one of days, only with boards that are not like
 * its own (engine/likeness.h). A plain value.
 */
#ifndef PENTAD_CLIENT_CORE_PREFERENCES_H
#define PENTAD_CLIENT_CORE_PREFERENCES_H

#include "engine/game.h"
#include "proto/message.h"

#include <stdbool.h>

#define HELP_GAMES_MAX 16 /* a player with more rated games gets no help */

struct help {
    bool rests; /* no help with any board */
    size_t count;
    struct game games[HELP_GAMES_MAX];
};

/* Fills in the help from the player's games in progress; NULL: not known, and all help is
 * allowed. */
void help_read(struct help *help, const struct player_games_reply *games);
bool help_may(const struct help *help, const struct game *board);
/* The same for all boards that the game had. */
bool help_may_pass(const struct help *help, const struct game *game);

/* ------------------------------------------------------------------ preferences */
/*
 * The player's wishes for what a client does at a table by itself. They have two sources: the
 * settings that the server keeps for the account, and the options and commands of this run of the
 * client, which win. A plain value; all zeros: nothing is wanted.
 */

enum preference {
    PREFERENCE_SHOW_THREATS,  /* mark the threats of both sides on the board */
    PREFERENCE_CLOSE_THREATS, /* play the answer that is forced */
    PREFERENCE_SHOW_WEIGHTS,  /* mark the weights of squares, against computers */
    PREFERENCE_SOUND,         /* make a sound when something happens */
    PREFERENCE_COUNT
};

struct preferences {
    bool is_kept[PREFERENCE_COUNT]; /* by the account's settings */
    bool is_said[PREFERENCE_COUNT]; /* this run has a wish, namely: */
    bool said[PREFERENCE_COUNT];
};

/* Takes the account's settings, when they were read and whenever they change. Missing ones stay. */
void preferences_keep(struct preferences *preferences, const struct settings_record *settings);
/* Sets a wish for this run, whatever the account has. */
void preferences_say(struct preferences *preferences, enum preference what, bool is_wanted);
bool preferences_has(const struct preferences *preferences, enum preference what);

#endif
