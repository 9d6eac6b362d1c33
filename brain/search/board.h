/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. A board that the search plays on: a position with the classes of every empty
 * cell for both sides, brought up to date stone by stone. It lives in lent memory, and borrows the
 * tables of its rule.
 */
#ifndef PENTAD_BRAIN_SEARCH_BOARD_H
#define PENTAD_BRAIN_SEARCH_BOARD_H

#include "brain/search/patterns.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BOARD_DIRECTIONS 4 /* horizontal, vertical, rising, falling */
#define BOARD_LINES_MAX (2 * POSITION_SIDE_MAX - 1)
#define BOARD_WORDS ((POSITION_CELLS_MAX + 63) / 64)
#define BOARD_NOWHERE UINT16_MAX

/* Cells on which a side's stone would make something. */
enum board_set {
    SET_LINKED,   /* SPOT_LINK and more: worth a look */
    SET_THREE,    /* a three, alone or with anything */
    SET_FOUR,     /* SPOT_FOUR and more */
    SET_STRAIGHT, /* SPOT_STRAIGHT */
    SET_FIVE,     /* SPOT_FIVE */
    BOARD_SETS,
};

/* The place of a cell on a line. */
struct board_place {
    uint8_t line;
    uint8_t index;
};

/* A cell as it was before a stone, kept to be written back. */
struct board_change {
    uint16_t cell;
    uint16_t classes[COLOURS];
    uint8_t spots[COLOURS];
};

/* A stone changes its cell, and at most five on either side in each direction. */
#define BOARD_CHANGES_MAX (1 + 2 * PATTERNS_REACH * BOARD_DIRECTIONS)

/* The sums over all cells as they were before a stone: reading them back is quicker than undoing
 * each change. */
struct board_totals {
    uint16_t counts[COLOURS][SPOTS];
    int32_t sums[COLOURS];
    uint64_t sets[COLOURS][BOARD_SETS][BOARD_WORDS];
    uint32_t changes_count;
};

struct board {
    const struct patterns *patterns;
    uint64_t key; /* of the stones and the side to move */
    uint16_t cells;
    uint8_t width;
    uint8_t height;
    uint8_t to_move;
    uint16_t stones;
    uint8_t colours[POSITION_CELLS_MAX]; /* 0 where empty, 1 + colour */
    uint16_t classes[COLOURS][POSITION_CELLS_MAX];
    uint8_t spots[COLOURS][POSITION_CELLS_MAX];
    uint16_t counts[COLOURS][SPOTS]; /* of empty cells by their spot */
    int32_t sums[COLOURS];           /* of the weights of the classes of empty cells */
    uint64_t sets[COLOURS][BOARD_SETS][BOARD_WORDS];
    uint64_t lines[BOARD_DIRECTIONS][BOARD_LINES_MAX]; /* two bits a cell, five beyond each end */
    struct board_place places[POSITION_CELLS_MAX][BOARD_DIRECTIONS];
    int16_t steps[BOARD_DIRECTIONS];
    uint16_t placed[POSITION_CELLS_MAX];
    uint32_t changes_count;
    struct board_totals before[POSITION_CELLS_MAX]; /* each stone that can be taken back */
    struct board_change changes[POSITION_CELLS_MAX * BOARD_CHANGES_MAX];
};

/* Sets the position up. */
void board__init(struct board *board, const struct patterns *patterns,
                 const struct position *position);

/* Places a stone of the side to move on an empty cell; the other side is to move then. */
void board__make(struct board *board, unsigned cell);
/* Takes the last stone that board__make() placed. */
void board__unmake(struct board *board);

/* Gives the move to the other side. */
void board__pass(struct board *board);

/* True if a stone of `colour` on the empty cell would win: counted on the cells, without the
 * tables. */
bool board__would_win(const struct board *board, unsigned colour, unsigned cell);

static inline bool board__is_empty(const struct board *board, unsigned cell)
{
    return cell < board->cells && board->colours[cell] == 0;
}

static inline unsigned board__fives(const struct board *board, unsigned colour)
{
    return board->counts[colour][SPOT_FIVE];
}

static inline unsigned board__straights(const struct board *board, unsigned colour)
{
    return board->counts[colour][SPOT_STRAIGHT];
}

/* True if the side to move loses to the next stone, whatever it does: it makes no five, and one
 * stone does not stop two fives of the other side. */
static inline bool board__is_beaten(const struct board *board)
{
    return board__fives(board, board->to_move) == 0 && board__fives(board, board->to_move ^ 1u) > 1;
}

/* The first cell of a set, or BOARD_NOWHERE. */
unsigned board__first(const struct board *board, unsigned colour, enum board_set set);

/* Lists the cells whose bits are set, in order; returns how many there are. */
size_t board__list(const uint64_t words[BOARD_WORDS], uint16_t cells_out[POSITION_CELLS_MAX]);

#define BOARD_SCORE_MAX 20000

/* The score of the board for the side to move, in the units of brain/search/weights.h: from
 * -BOARD_SCORE_MAX to BOARD_SCORE_MAX. */
int board__score(const struct board *board);

/* True if neither side can make a five any more. */
bool board__is_dead(const struct board *board);

#endif
