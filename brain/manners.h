/* SPDX-License-Identifier: MIT */
/*
 * The manners of a computer player at a table: when it agrees to a draw, and when it
 * might as well give up. A plain value beside a game, for the server or client that keeps the
 * table.
 */
#ifndef PENTAD_BRAIN_MANNERS_H
#define PENTAD_BRAIN_MANNERS_H

#include "brain/computer.h"

struct manners {
    bool is_even;        /* its chances were even at all of its last actions */
    uint16_t even_since; /* the ply of the first of these */
    bool is_drawn;       /* it has proven a draw for the position after its last action */
    bool is_lost;        /* likewise a loss: it resigns only to players who asked for that */
};

/* Forgets all of the game, because it begins or actions were taken back. */
void manners_forget(struct manners *manners);
/* Notes the chances of the action that the computer does next in the game. */
void manners_note(struct manners *manners, const struct game *game, uint16_t share,
                  enum proof proof);
/* True if it agrees to a draw: a draw is proven, or its share stayed within 3 % of even for ten
 * plies and three fifths of the board are full. */
bool manners_agree(const struct manners *manners, const struct game *game);
/* True if it gives up, where players ask for that, instead of the action that was noted last: it
 * has proven that it loses, and giving up counts as a loss. The first `given` plies of the game
 * were laid out. */
bool manners_give_up(const struct manners *manners, const struct game *game, unsigned given);

#endif
