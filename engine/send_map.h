/* SPDX-License-Identifier: MIT */
/*
 * Send maps: the small board to which a stone on each place of each small board sends the opponent.
 * A map comes from a variant, or from a text that somebody wrote to try another one. Plain values
 * of the caller; pure functions.
 */
#ifndef PENTAD_ENGINE_SEND_MAP_H
#define PENTAD_ENGINE_SEND_MAP_H

#include "engine/nested.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Boards and places as in engine/nested.h. */
struct send_map {
    size_t boards; /* NESTED_BOARDS or NESTED_BOARDS_MAX; after send_map_fold() a third of these */
    uint8_t to[NESTED_BOARDS_MAX][NESTED_PLACES];
};

/* The map by which the rules of a variant with NEED_NESTED send. */
void send_map_of(const struct variant *variant, struct send_map *map_out);

/* Makes one board of the three in each row of a field if they send alike from each place, so that a
 * map shows no differences that do not matter. False if any three do not; then nothing is
 * written. */
bool send_map_fold(const struct send_map *map, struct send_map *folded_out);

/* The number of a board for people: 1 to 9, or the number of its field and then its own there, 11
 * to 99 without a zero. */
unsigned send_map_number(const struct send_map *map, size_t board);
/* Reads such a number. False if no board has it. */
bool send_map_find(const struct send_map *map, const char *number, size_t len, size_t *board_out);

/* The faults of a text. */
enum send_map_fault {
    SEND_MAP_SOUND,
    SEND_MAP_NO_BOARD,  /* a word that is no number of a board of this map */
    SEND_MAP_NOT_NINE,  /* another number of words in a line than a board has places */
    SEND_MAP_TOO_LONG,  /* a line after that of the last board */
    SEND_MAP_TOO_SHORT, /* the text ends before the line of the last board */
};

/*
 * Reads a map. Its text has a line for each board, in order. The line has for each place, in order,
 * the number of the board to which it sends, separated by spaces. The first word tells the kind: if
 * it has one digit, there are nine boards, else 81. From `#` on, a line is a comment; a line
 * without anything else does not count. `line_out` is the line of a fault, from 1; if the text is
 * too short, the one after its last. Any bytes may be given; after a fault the map is undefined.
 */
enum send_map_fault send_map_read(struct send_map *map_out, const char *text, size_t len,
                                  size_t *line_out);

#endif
