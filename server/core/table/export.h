/* SPDX-License-Identifier: MIT */
/*
 * A game for a file: the text of SGF or PSQ, or a record for JSON. Functions of the match.
 */
#ifndef PENTAD_SERVER_CORE_EXPORT_H
#define PENTAD_SERVER_CORE_EXPORT_H

#include "server/core/state.h"

/* Makes the record in the arena, in a format of enum format_word; it does not borrow from the
 * match. Returns 0, ERR_NO_RECORD if the format cannot express the game, or ERR_REPLY_TOO_LONG. */
int export_make(struct core *core, const struct match *match, int format,
                struct exported_game_record *out);

/* ------------------------------------------------------------------ times */
/*
 * The time of each action of a game, for files: what it took, and what its player had left. Pure
 * functions of a match.
 */

/* Negative where it is not known. */
struct export_times {
    int64_t spent_ms[GAME_ACTIONS_MAX];
    int64_t left_ms[GAME_ACTIONS_MAX];
};

/* Works out the time left from the time spent. If moves were taken back or time was given, this
 * does not lead to the clocks that the game ended with; then the time left is not known. */
void export_times_read(const struct match *match, struct export_times *out);

/* ------------------------------------------------------------------ games for a request */
/*
 * Looking at any game, wherever it is: one in memory is answered at once, one that ended long ago
 * is loaded from the store first.
 */

/* The function to call when the game is in memory, and the fields of the request that it needs. */
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
