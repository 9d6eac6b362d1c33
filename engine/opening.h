/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. An opening decides who acts, what is asked of them and who gets which mark,
 * not where stones may go, nor what wins. One struct of functions an opening, all of
 * them pure functions of the game's action list.
 */
#ifndef PENTAD_ENGINE_OPENING_H
#define PENTAD_ENGINE_OPENING_H

#include "engine/game.h"

struct opening_rules {
    /* The kind of action that an open game asks for next. */
    enum game_expects (*expects)(const struct game *game);
    /* The seat that does it. */
    enum seat (*to_act)(const struct game *game);
    /* The mark of SEAT_FIRST, MARK_NONE until it is fixed; SEAT_SECOND has the other. */
    enum mark (*first_mark)(const struct game *game);
};

/* The rules of the game's opening; they live for ever. */
const struct opening_rules *opening__rules(const struct game *game);

/* The mark of the next stone: X and O alternate on the board whoever places them. */
enum mark opening__next_mark(const struct game *game);

/* engine/swap2.c */
extern const struct opening_rules opening__swap2;

#endif
