/* SPDX-License-Identifier: MIT */
/*
 * The record of a game on paper, with an entry for each move: "h8"; "X h8" if sides do not simply
 * take turns; on nested boards with the numbers of the board and of the place in it, "e5 55", or
 * also of the field, "n14 555". With the tactical map one digit a move is enough, since the move
 * before names the board. This is the continuous record, "[555] 4178 [418] 73": brackets have
 * field, board and place of the first move and of each after a free choice, other moves have only
 * their place. Functions of a game; numbers of fields, boards and places are from 1.
 */
#ifndef PENTAD_CLIENT_CLI_PRINT_NOTATION_H
#define PENTAD_CLIENT_CLI_PRINT_NOTATION_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>

#define NOTATION_ENTRY_SIZE 24
#define NOTATION_LINE_SIZE 256
#define NOTATION_GROUP 5 /* digits in a group of the continuous record */

/* Writes the entry of the action at `ply`, without its number; returns its length. */
size_t notation_entry(const struct game *game, size_t ply, char text[NOTATION_ENTRY_SIZE]);
/* The length of the longest entry of the game. */
size_t notation_width(const struct game *game);

/* A hint on writing entries of the variant by hand; NULL: they are squares. */
const char *notation_hint(const struct variant *variant);
/* True if games of the variant have a continuous record. */
bool notation_is_continuous(const struct variant *variant);
/* Writes the part of that record that begins at `*ply` and fits in `columns` columns (fewer than
 * NOTATION_LINE_SIZE), at least one move, and moves `*ply` past it. False at the end. */
bool notation_next_line(const struct game *game, size_t *ply, size_t columns,
                        char text[NOTATION_LINE_SIZE]);
/* Writes the number of a small board as it stands on the board: that of the field, if there are
 * two levels, and its own. */
void notation_put_board(const struct variant *variant, size_t board, char text[4]);

#endif
