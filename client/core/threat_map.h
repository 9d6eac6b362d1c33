/* SPDX-License-Identifier: MIT */
/*
 * The squares that matter on a board: where a stone of either side carries out a threat
 * (engine/threats.h), for a client that marks them on the board. A plain value.
 */
#ifndef PENTAD_CLIENT_CORE_THREAT_MAP_H
#define PENTAD_CLIENT_CORE_THREAT_MAP_H

#include "engine/game.h"

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

#endif
