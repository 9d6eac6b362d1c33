/* SPDX-License-Identifier: MIT */
/*
 * Variants and boards as messages describe them: the form of a board (its family), what its games
 * need of clients, and the squares that an action changed, so that a client can draw games whose
 * rules it does not know.
 */
#ifndef PENTAD_PROTO_FAMILY_H
#define PENTAD_PROTO_FAMILY_H

#include "engine/clock.h"
#include "engine/game.h"
#include "engine/nested.h"
#include "proto/maxima.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stdint.h>

/* Room for all squares of a board, each after its mark, and for one more. */
#define FAMILY_CELLS_SIZE (GAME_TEXT_SIZE + GAME_CELLS_MAX + 2 + ACTION_TEXT_SIZE)

/* Room for the records and texts of one function below, which the caller keeps for as long as they
 * are used. */
struct family_room {
    union {
        struct board_moved_record moved;
        struct board_state_record state;
        struct board_ended_record ended;
    } board;
    struct flat_info_record flat;
    struct spatial_info_record spatial;
    struct nested_info_record levels;
    struct endless_info_record endless;
    struct nested_state_record nested;
    struct clock_record clock;
    char owners[NESTED_BOARDS_MAX + NESTED_BOARDS + 1];
    char needs[MAXIMA_NEEDS + 1];
    char choices[MAXIMA_CHOICES + 1];
    char line[GAME_LINE_TEXT_SIZE];
    char cells[FAMILY_CELLS_SIZE];
};

enum family_word family_of(const struct variant *variant);

/* A time control as messages write it. */
struct clock_record family_clock(const struct time_control *control);

/* The variant as a row of `variant.list`. */
struct variant_info_record family_describe(const struct variant *variant, struct family_room *room);

/* The version of the list of all variants of this build, as `hello` tells it. */
int64_t family_version(void);

/* The last action of `game`, which stands as it is after it. */
const struct board_moved_record *family_moved(const struct game *game, struct family_room *room);
/* The board as it stands. `is_over`: the game ended, on the board or otherwise. */
const struct board_state_record *family_state(const struct game *game, bool is_over,
                                              struct family_room *room);
/* The end of the game; NULL if no line won. */
const struct board_ended_record *family_ended(const struct game *game, struct family_room *room);

#endif
