/* SPDX-License-Identifier: MIT */
/*
 * Requests for a game against a computer: `computer` and `level` of room.open and room.quick.
 */
#ifndef PENTAD_SERVER_CORE_AGAINST_H
#define PENTAD_SERVER_CORE_AGAINST_H

#include "server/core/table/room.h"

struct against {
    const char *key;  /* as it was asked for */
    int64_t level;    /* 0: in the middle */
    bool is_by_quick; /* room.paired tells of the game */
};

/* Whether the player, and the address, may have one more game against a computer: 0 or
 * ERR_TOO_MANY_COMPUTER_GAMES. Rematches ask, too. */
int against_check_more(const struct call *call);
/* A game that has begun counts as one of the address from which the call came. */
void against_note_origin(const struct call *call, struct match *match);

/* Reads the position that a game is to go on from, which may be none of a rated game that the
 * player has going. Returns 0 or ERR_RATED_GAME_RUNNING,
 * ERR_ILLEGAL_POSITION, ERR_POSITION_OVER. */
int against_read_position(struct call *call, const struct variant *variant, const char *actions,
                          struct game *game_out);

/* Begins the game, unless there is an error, which it returns. The caller has checked what concerns
 * games with anybody. */
int against_begin(struct call *call, const struct against *against, const struct room_terms *terms,
                  struct room **room_out);

#endif
