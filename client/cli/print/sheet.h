/* SPDX-License-Identifier: MIT */
/*
 * The content of a sheet: a game, and the fields above it. A plain value that borrows its game
 * and its texts, which are as they came from elsewhere: writers make them harmless.
 */
#ifndef PENTAD_CLIENT_CLI_PRINT_SHEET_H
#define PENTAD_CLIENT_CLI_PRINT_SHEET_H

#include "client/cli/draw/board.h"
#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>

/* The fields, in the order in which they are printed, two in a line. */
enum sheet_field {
    SHEET_ONE, /* the player of X; where marks are chosen, who begins */
    SHEET_OTHER,
    SHEET_DATE,
    SHEET_RESULT,
    SHEET_FIELDS
};

struct sheet {
    const struct game *game;
    bool is_played;                  /* else the board is empty, and the record is to be written */
    const char *players[SEAT_COUNT]; /* names; these and the next ones may be NULL: not known */
    const char *date;
    const char *result;
};

#define SHEET_LABEL_SIZE 64
#define SHEET_TITLE_SIZE 512

/* The side of a player, as the sheet names it: "X" and "O", X as well of who begins where an
 * opening has not fixed it; "1" and "2" where marks are chosen. */
const char *sheet_side(const struct game *game, enum seat seat);
/* The name of the game, and its key. */
void sheet_title(const struct sheet *sheet, char text[SHEET_TITLE_SIZE]);
/* The name of a field, in the person's language. */
void sheet_label(const struct sheet *sheet, enum sheet_field field, char text[SHEET_LABEL_SIZE]);
/* The text, as far as it is known; "": a line is left to be written on. */
const char *sheet_value(const struct sheet *sheet, enum sheet_field field);

/* Sets up the board as it is drawn on paper. Of one without an edge that is the part around its
 * stones, of at most so many squares; of an empty one as much as is usual on paper. */
void sheet_board(const struct sheet *sheet, size_t width, size_t height, struct board *board_out);

/* The entries of its record: those of the game that was played, or as many as the longest one has.
 */
size_t sheet_entries(const struct sheet *sheet);

/* The number of the last action that placed a stone on this cell or moved it there, from 1; 0: none
 * did. Where stones vanish, and others move into their place, it tells nothing of the stone. */
size_t sheet_number(const struct sheet *sheet, size_t cell);

#endif
