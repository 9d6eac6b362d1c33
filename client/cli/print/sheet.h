/* SPDX-License-Identifier: MIT */
/*
 * The content of a sheet: a game, and the fields above it. A plain value that borrows its game and
 * its texts. The texts may come from anybody; writers make them harmless.
 */
#ifndef PENTAD_CLIENT_CLI_PRINT_SHEET_H
#define PENTAD_CLIENT_CLI_PRINT_SHEET_H

#include "client/cli/draw/board.h"
#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>

/* The fields, in the order in which they are printed, two in a line. */
enum sheet_field {
    SHEET_ONE, /* the player of X, or, if marks are chosen, the one who begins */
    SHEET_OTHER,
    SHEET_DATE,
    SHEET_RESULT,
    SHEET_FIELDS
};

struct sheet {
    const struct game *game;
    bool is_played;                  /* else the board is empty, and the record is for writing */
    const char *players[SEAT_COUNT]; /* names; NULL, here and below: not known */
    const char *date;
    const char *result;
};

#define SHEET_LABEL_SIZE 64
#define SHEET_TITLE_SIZE 512

/* The side of a player on the sheet: "X" and "O", with X for the one who begins if an opening has
 * not fixed it; "1" and "2" if marks are chosen. */
const char *sheet_side(const struct game *game, enum seat seat);
/* The name of the game, and its key. */
void sheet_title(const struct sheet *sheet, char text[SHEET_TITLE_SIZE]);
/* The name of a field, in the person's language. */
void sheet_label(const struct sheet *sheet, enum sheet_field field, char text[SHEET_LABEL_SIZE]);
/* The text of a field; "": not known, and a line is left to write on. */
const char *sheet_value(const struct sheet *sheet, enum sheet_field field);

/* Sets up the board as it is drawn on paper. For an endless board that is the part around its
 * stones, of at most `width` x `height` squares; for an empty one, the usual size on paper. */
void sheet_board(const struct sheet *sheet, size_t width, size_t height, struct board *board_out);

/* The number of entries in its record: those of the game that was played, or of the longest
 * possible. */
size_t sheet_entries(const struct sheet *sheet);

/* The number, from 1, of the last action that placed a stone on this cell or moved one there; 0:
 * none. In games whose stones vanish and shift, it says nothing about the stone. */
size_t sheet_number(const struct sheet *sheet, size_t cell);

#endif
