/* SPDX-License-Identifier: MIT */
/*
 * Looking at any game, wherever it is: one in memory answers at once, one that is over for long
 * comes from the store first.
 */
#ifndef PENTAD_SERVER_CORE_GAME_READ_H
#define PENTAD_SERVER_CORE_GAME_READ_H

#include "server/core/state.h"

/* The function to call when the game is there, and the fields of the request that it needs. */
struct game_read {
    /* Replies and returns 0, or returns an error. `match` is lent. */
    int (*answer)(struct call *call, const struct match *match, const struct game_read *read);
    uint64_t game;
    int64_t since;                           /* game.sync */
    int format;                              /* game.export */
    int64_t ply;                             /* game.move, game.choose */
    char action[ACTION_TEXT_SIZE];           /* the same; empty for none */
    uint8_t plies[GAME_ACTIONS_MAX / 8 + 1]; /* mod.game: a bit for each */
};

/* Returns 0 when there is an answer, or will be; else an error. */
int game_read(struct call *call, const struct game_read *read);

#endif
