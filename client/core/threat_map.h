/* SPDX-License-Identifier: MIT */
/*
 * The squares that matter on a board: those where a stone of either side carries out a threat
 * (engine/threats.h), for a client that marks them. A plain value.
 */
#ifndef PENTAD_CLIENT_CORE_THREAT_MAP_H
#define PENTAD_CLIENT_CORE_THREAT_MAP_H

#include "client/core/table.h"
#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum threat_sign {
    THREAT_SIGN_NONE,
    THREAT_SIGN_OWN_WIN,     /* a stone of the player wins here */
    THREAT_SIGN_OWN_THREE,   /* it makes an open four here */
    THREAT_SIGN_THEIR_WIN,   /* a stone of the opponent wins here */
    THREAT_SIGN_THEIR_THREE, /* it makes an open four here */
};

struct threat_map {
    uint8_t signs[GAME_CELLS_MAX]; /* enum threat_sign */
};

/* `own` is the side that looks; MARK_NONE: neither, and X counts as own. If a square has several
 * threats, a win goes before a three, and of equal ones that of the side to move. */
void threat_map_init(struct threat_map *map, const struct game *game, enum mark own);

/* ------------------------------------------------------------------ closing threats */
/*
 * The moments at which a client may close a threat for its player. It decides for a table as it
 * stands and remembers positions where it must not, so that each answer is given once: a player who
 * takes one back makes the next move by hand. A plain value; begins as zeros.
 */

struct closing {
    uint64_t game; /* the player decides in this game (0: none) at this ply */
    int64_t ply;
};

/* True if the client is to answer now, at `cell_out`: the player's answer is forced
 * (threats_forced_answer()), and no draw offer or takeback request is open, which a move would
 * answer. */
bool closing_is_due(const struct closing *closing, const struct table *table, size_t *cell_out);
/* Notes that the answer was sent for the table as it stands. */
void closing_is_done(struct closing *closing, const struct table *table);
/* Called after the table took a move back. */
void closing_take_back(struct closing *closing, const struct table *table);
/* Forgets the position, because the player switched it on anew. */
void closing_forget(struct closing *closing);

#endif
