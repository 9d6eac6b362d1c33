/* SPDX-License-Identifier: MIT */
/*
 * The level of a computer opponent, at a server or without: that of the game at the table and that
 * of the next one, which the player names, or which follows the estimate of the player's strength;
 * and what is offered when a game is over.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_LEVELS_H
#define PENTAD_CLIENT_CLI_PLAY_LEVELS_H

#include "client/cli/play/visit.h"

#include <stdbool.h>

/* All but the first member begin as zeros. */
struct levels {
    const struct visit *visit;
    struct opponent opponent; /* of the game at the table; its computer is NULL for people */
    unsigned next;            /* the level of the next game */
    bool is_mine;             /* it follows the estimate */
    bool is_helped;           /* the game does not count for it */
    unsigned losses;          /* in a row, at this level */
};

/* The level that suits the player's strength as it was kept. Trouble with the file is told. */
unsigned levels_mine(const struct computer *computer);

/* A game begins, against nobody who has levels where the computer is NULL. */
void levels_begin(struct levels *levels, const struct opponent *opponent);
/* The player was helped in this game. */
void levels_note_help(struct levels *levels);
/* The table's game has ended: estimates, and says what may come next. */
void levels_end(struct levels *levels);
/* Whether the next game is at another level than the one at the table. */
bool levels_is_next_other(const struct levels *levels);
/* The command `level`: a number, or "mine". Returns whether that was understood. */
bool levels_do(struct levels *levels, const char *rest);

#endif
