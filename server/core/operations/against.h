/* SPDX-License-Identifier: MIT */
/*
 * Requests for a game against a computer: `computer` and `level` of room.open and room.quick.
 */
#ifndef PENTAD_SERVER_CORE_AGAINST_H
#define PENTAD_SERVER_CORE_AGAINST_H

#include "server/core/table/room.h"

struct against {
    const char *key;  /* as the request has it */
    int64_t level;    /* 0: the middle one */
    bool is_by_quick; /* room.paired tells of the game */
};

/* Returns 0 if the player and the address may have one more game against a computer, else
 * ERR_TOO_MANY_COMPUTER_GAMES. Called for rematches too. */
int against_check_more(const struct call *call);
/* Counts a game that has begun for the address from which the call came. */
void against_note_origin(const struct call *call, struct match *match);

/* Reads the position from which a game is to go on. Returns 0, ERR_RATED_GAME_RUNNING if it is of a
 * rated game that the player has going, ERR_ILLEGAL_POSITION or ERR_POSITION_OVER. */
int against_read_position(struct call *call, const struct variant *variant, const char *actions,
                          struct game *game_out);

/* Begins the game, or returns an error. The caller has checked what holds for games with
 * anybody. */
int against_begin(struct call *call, const struct against *against, const struct room_terms *terms,
                  struct room **room_out);

#endif
