/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. Wins that leave the other side no choice: by fours alone (each has one
 * answer), and by fours and threes (a three has few). What is found is proven: every single reply
 * to a four or a three is gone through on the board, by counting stones. What is not found is not
 * proven to be absent.
 */
#ifndef PENTAD_BRAIN_SEARCH_HUNT_H
#define PENTAD_BRAIN_SEARCH_HUNT_H

#include "brain/search/board.h"
#include "brain/search/effort.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HUNT_LINE_MAX 96
#define HUNT_FOURS_MAX 24 /* stones of the attacker, in wins by fours */

/* A position in which the attacker is to move and was found to have no win. */
struct hunt_entry {
    uint64_t key;
    uint8_t depth;
};

/* Stones of both in turn; ends with the five. */
struct hunt_line {
    uint16_t count;
    uint16_t cells[HUNT_LINE_MAX];
};

struct hunt {
    struct board *board;
    struct effort *effort;
    uint64_t last_node;        /* give up when the effort has reached this many */
    struct hunt_entry *memory; /* entries, a power of two of them */
    size_t entries;
    struct hunt_line path;  /* the stones placed since the question */
    struct hunt_line found; /* the win, if there is one */
};

/* True if the side to move wins by at most `depth` fours and a five, within `nodes` nodes. Then
 * `hunt->found` is the win. */
bool hunt__fours(struct hunt *hunt, unsigned depth, uint64_t nodes);

/* Plays the win by fours of `hunt->found` again, counting stones. True if it is a win. */
bool hunt__is_sound(const struct hunt *hunt);

/* True if the side to move wins by fours and at most `depth` threes, within `nodes` nodes; then
 * every reply of the other side was gone through, and the fours after it played again.
 * `hunt->found` is one line of the win. */
bool hunt__threes(struct hunt *hunt, unsigned depth, uint64_t nodes);

/* True if the side to move loses: whatever it plays, the other side wins as above. */
bool hunt__is_lost(struct hunt *hunt, unsigned depth, uint64_t nodes);

#endif
