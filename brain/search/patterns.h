/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. Tables of what a rule says of lines: the class of a line through an empty
 * cell, for either side, and the class of the cell, from those of its four lines. Made once for
 * each rule, then read only and shared.
 *
 * A class tells what a stone on the cell makes of its line. Only rows that have this stone are
 * counted, so five cells on either side of it decide: the five itself reaches four, and if longer
 * rows win nothing, the cell beyond it must not be of the same side.
 */
#ifndef PENTAD_BRAIN_SEARCH_PATTERNS_H
#define PENTAD_BRAIN_SEARCH_PATTERNS_H

#include "brain/search/position.h"

#include <stdbool.h>
#include <stdint.h>

/* Each class can be made into a greater one by a further stone. */
enum line_class {
    LINE_NONE, /* no five can have this stone */
    LINE_ONE,
    LINE_ONE_OPEN,
    LINE_TWO,
    LINE_TWO_OPEN, /* a further stone makes a three, on one cell */
    LINE_TWO_WIDE, /* on more */
    LINE_BLOCKED,  /* a further stone makes a four that one stone stops */
    LINE_THREE,    /* a further stone makes a straight four, on one cell */
    LINE_THREE_WIDE,
    LINE_FOUR,     /* a further stone makes five, on one cell */
    LINE_STRAIGHT, /* on two: whether .XXXX. or X.XXX.X */
    LINE_FIVE,
    LINE_CLASSES,
};

/* A cell for one side, by its four lines. */
enum spot {
    SPOT_NONE, /* no stone of the side within reach on a line with room */
    SPOT_LINK,
    SPOT_TWO,  /* an open two */
    SPOT_TWOS, /* more */
    SPOT_THREE,
    SPOT_THREE_PLUS, /* with something else */
    SPOT_FORK,       /* two threes */
    SPOT_FOUR,
    SPOT_FOUR_PLUS,
    SPOT_FOUR_THREE,
    SPOT_STRAIGHT, /* two cells for a five: nothing stops it but a five */
    SPOT_FIVE,
    SPOTS,
};

#define PATTERNS_REACH 5
#define PATTERNS_KEYS (1u << 20)

struct patterns {
    /* By the ten cells around, two bits each (0 empty, 1 X, 2 O, 3 no cell), the farthest behind in
     * the lowest bits: the class for X, plus 16 times that for O. */
    uint8_t lines[PATTERNS_KEYS];
    uint8_t spots[1u << 16];   /* by four classes, four bits each */
    int16_t weights[1u << 16]; /* likewise: the sum of the weights (brain/search/weights.h) */
    int16_t line_weights[16];  /* by one class */
    uint64_t keys[COLOURS][POSITION_CELLS_MAX]; /* the change that a stone makes to a board's key */
    uint64_t rule_key;
    bool overline_wins;
};

void patterns__make(struct patterns *patterns, bool overline_wins);

#endif
