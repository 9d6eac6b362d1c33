/* SPDX-License-Identifier: MIT */
/*
 * The board of the Gomocup protocol: stones by column and row from 0, each own or the opponent's,
 * in the order in which the manager told them. It may hold stones that no game can have; a game is
 * made of it when there is something to think about. A plain value.
 */
#ifndef PENTAD_PBRAIN_STONES_H
#define PENTAD_PBRAIN_STONES_H

#include "brain/search/position.h"
#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STONES_SIDE_LEAST 5
#define STONES_SIDE_MOST LIMITS_GOMOCUP_SIDE

enum stones_error {
    STONES_OK,
    STONES_OUTSIDE,  /* no square of this board */
    STONES_OCCUPIED, /* a stone is there already */
    STONES_EMPTY,    /* no stone is there */
    STONES_UNEQUAL,  /* no turns lead to these stones */
    STONES_OVER,     /* there is a row, or no empty square */
    STONES_ERROR_COUNT
};

enum stones_side {
    STONES_OWN,
    STONES_OTHER,
    STONES_SIDES,
};

struct stone {
    uint8_t x;
    uint8_t y;
    uint8_t side; /* enum stones_side */
};

struct stones {
    uint16_t width; /* 0: none was set up */
    uint16_t height;
    uint16_t count;
    struct stone stones[GAME_CELLS_MAX];
};

bool stones_has_size(int64_t width, int64_t height);
/* Makes an empty board of this size. */
void stones_init(struct stones *board, int64_t width, int64_t height);

enum stones_error stones_put(struct stones *board, int64_t x, int64_t y, enum stones_side side);
enum stones_error stones_take(struct stones *board, int64_t x, int64_t y);

/* The variant of this size and rule: the row of the engine's table if there is one, else
 * `own_out`, which then has to outlive everything made with it. */
const struct variant *stones_variant(const struct stones *board, enum overline overline,
                                     struct variant *own_out);

/* Makes the game that leads to these stones, own side to act. It keeps their order if they were
 * told in turns, else it has another in which no turn before the last completes a row. */
enum stones_error stones_game(const struct stones *board, const struct variant *variant,
                              struct game *game_out);

/* Makes a position of the same stones, own side to act, whatever turns may have led to them. */
void stones_position(const struct stones *board, const struct variant *variant,
                     struct position *position_out);

/* The column from the left and the row from the top, both from 0, of an action that places a
 * stone. */
void stones_square(const struct stones *board, struct action action, unsigned *x_out,
                   unsigned *y_out);

#endif
