/* SPDX-License-Identifier: MIT */
/*
 * Whether a client may help its player with a board, beside the rated games that the player has
 * going: beside one in real time with none, beside one of days with those that are not like its own
 * (engine/likeness.h). A plain value.
 */
#ifndef PENTAD_CLIENT_CORE_HELP_H
#define PENTAD_CLIENT_CORE_HELP_H

#include "engine/game.h"
#include "proto/message.h"

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

#endif
