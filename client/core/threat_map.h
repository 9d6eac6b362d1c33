/* SPDX-License-Identifier: MIT */
/*
 * The squares that matter on a board: where a stone of either side carries out a threat
 * (engine/threats.h), for a client that marks them on the board. A plain value.
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
    THREAT_SIGN_OWN_WIN,     /* a stone of one's own wins here */
    THREAT_SIGN_OWN_THREE,   /* it makes an open four here */
    THREAT_SIGN_THEIR_WIN,   /* a stone of the opponent wins here */
    THREAT_SIGN_THEIR_THREE, /* it makes an open four here */
};

struct threat_map {
    uint8_t signs[GAME_CELLS_MAX]; /* enum threat_sign */
};

/* `own` is the side that looks; MARK_NONE for nobody's, then X stands for own. Where a square is of
 * several threats, a win goes before a three, and of equal ones that of whose turn it is. */
void threat_map_init(struct threat_map *map, const struct game *game, enum mark own);

/* ------------------------------------------------------------------ closing threats */
/*
 * The moments at which a client may close a threat for its player. It decides for a table as it
 * stands and remembers where it must not, so that each answer is given once: a player who takes one
 * back makes the next move by hand. A plain value; all zeros has nothing to remember.
 */

struct closing {
    uint64_t game; /* where the player decides: this game (0 for none) at this ply */
    int64_t ply;
};

/* Whether to answer now, and where: the player's answer is forced (threats_forced_answer()), and
 * neither a draw nor a takeback waits for a word, which a move would be. */
bool closing_is_due(const struct closing *closing, const struct table *table, size_t *cell_out);
/* The answer was sent for the table as it stands. */
void closing_is_done(struct closing *closing, const struct table *table);
/* The table has taken a move back. */
void closing_take_back(struct closing *closing, const struct table *table);
/* The player has asked for it anew. */
void closing_forget(struct closing *closing);

#endif
