/* SPDX-License-Identifier: MIT */
/*
 * The manners of a computer player at a table: when it agrees to a draw, and when it
 * might as well give up. A plain value beside a game, for whoever keeps the table, a server or a
 * client.
 */
#ifndef PENTAD_BRAIN_MANNERS_H
#define PENTAD_BRAIN_MANNERS_H

#include "brain/computer.h"

struct manners {
    bool is_even;        /* its chances were, at all of its last actions */
    uint16_t even_since; /* the ply of the first of these */
    bool is_drawn;       /* it has proven that, for the position behind its last action */
    bool is_lost;        /* likewise: only whoever asked for that is resigned to */
};

/* Nothing is known of the game any more: it begins, or actions were taken back. */
void manners_forget(struct manners *manners);
/* Notes the chances of the action that the computer does next in the game. */
void manners_note(struct manners *manners, const struct game *game, uint16_t share,
                  enum proof proof);
/* Whether it agrees to a draw: that is proven, or its share stayed within 3 % of even for ten plies
 * and three fifths of the board are full. */
bool manners_agree(const struct manners *manners, const struct game *game);
/* Whether it gives up where that is asked for, in place of the action that was noted last: it has
 * proven that it loses, and giving up is a loss. Of the game so many plies were laid out. */
bool manners_give_up(const struct manners *manners, const struct game *game, unsigned given);

#endif
