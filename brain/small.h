/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. Minimax over boards of at most 16 cells, for the computer players `depth` and
 * `perfect`: what every reply is worth if both sides see so many plies ahead. Every position is
 * looked at once, because a table in lent memory has each one by all of its stones.
 */
#ifndef PENTAD_BRAIN_SMALL_H
#define PENTAD_BRAIN_SMALL_H

#include "brain/mind.h"

#define SMALL_CELLS_MAX 16
#define SMALL_ACTIONS_MAX (2 * SMALL_CELLS_MAX) /* where marks are chosen */
#define SMALL_WINDOWS_MAX (4 * SMALL_CELLS_MAX)
#define SMALL_SYMMETRIES 8
/* The limit where no other is set: after so many positions, a few seconds, what was seen is played.
 * The whole of 4x4 with four in a row takes five sixths. */
#define SMALL_NODES_MAX 6000000

/* The worth of a position to the player who was asked. The ply of the end counts from the position
 * asked about: lost at ply 2 is 2, and won at ply 3 is SMALL_WIN - 3, so a later loss and a sooner
 * win are worth more. */
enum {
    SMALL_LOSS_LAST = SMALL_CELLS_MAX,
    SMALL_UNSEEN, /* further away than was looked */
    SMALL_DRAW,
    SMALL_WIN = SMALL_DRAW + SMALL_CELLS_MAX + 1,
};

struct small {
    const struct thinking *thinking;
    uint64_t nodes;
    uint64_t nodes_max;
    bool is_over; /* stopped, or out of nodes */
    bool was_stopped;
    bool is_plain; /* a row wins, for the side of its mark: the places of rows tell more */
    enum seat asked;
    unsigned cells;
    unsigned ply;     /* stones since the position asked about */
    unsigned horizon; /* plies to look ahead */
    unsigned
        values[SMALL_ACTIONS_MAX]; /* of legal actions, by the last horizon that was finished */
    unsigned seen;                 /* this horizon; 0: none yet */
    uint16_t stones[2];            /* of X and of O, a bit for each cell */
    unsigned windows_count;
    uint16_t windows[SMALL_WINDOWS_MAX]; /* all places where a row may stand */
    /* The places to which a symmetry of the board takes 8 cells, by which of them have a stone. */
    unsigned symmetries_count;
    uint16_t turned[SMALL_SYMMETRIES][2][256];
    struct game game;
};

/* Whether a variant is small enough, and stones are all there is of a position. */
bool small__plays(const struct variant *variant);
size_t small__memory_size(const struct variant *variant);

/* Sets up the search of an open game; the limit is SMALL_NODES_MAX where `thinking->nodes` sets
 * none. */
void small__begin(struct small *small, const struct game *game, const struct thinking *thinking);
/* Values each reply by looking `horizon` plies ahead. False: it had to stop before, and what was
 * known remains. */
bool small__look(struct small *small, unsigned horizon);
/* The stones that the game can still have: no horizon is further. */
unsigned small__plies_left(const struct small *small);

/* Writes what is known so far: replies of highest rank first, equal ones in an order by the seed.
 */
void small__conclude(const struct small *small, unsigned (*rank)(unsigned value),
                     struct thought *thought_out);

#endif
