/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. Minimax over boards of at most 16 cells, for the computer players `depth` and
 * `perfect`: the worth of every reply if both sides see a given number of plies ahead. Each
 * position is looked at only once, because a table in lent memory has it by all of its stones.
 */
#ifndef PENTAD_BRAIN_SMALL_H
#define PENTAD_BRAIN_SMALL_H

#include "brain/mind.h"

#define SMALL_CELLS_MAX 16
#define SMALL_ACTIONS_MAX (2 * SMALL_CELLS_MAX) /* if marks are chosen */
#define SMALL_WINDOWS_MAX (4 * SMALL_CELLS_MAX)
#define SMALL_SYMMETRIES 8
/* The limit if no other is set: after this many positions, a few seconds, the best reply so far is
 * played. The whole of 4x4 with four in a row takes five sixths of it. */
#define SMALL_NODES_MAX 6000000

/* The worth of a position to the player who was asked. The ply of the end counts from the position
 * asked about: lost at ply 2 is 2, and won at ply 3 is SMALL_WIN - 3, so a later loss and a sooner
 * win are worth more. */
enum {
    SMALL_LOSS_LAST = SMALL_CELLS_MAX,
    SMALL_UNSEEN, /* further away than the search looked */
    SMALL_DRAW,
    SMALL_WIN = SMALL_DRAW + SMALL_CELLS_MAX + 1,
};

struct small {
    const struct thinking *thinking;
    uint64_t nodes;
    uint64_t nodes_max;
    bool is_over; /* stopped, or out of nodes */
    bool was_stopped;
    bool is_plain; /* a row wins for the side of its mark, so `windows` tell more */
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
    /* The cells to which a symmetry of the board moves the stones on 8 cells, by the bits of these
     * 8 cells. */
    unsigned symmetries_count;
    uint16_t turned[SMALL_SYMMETRIES][2][256];
    struct game game;
};

/* True if the variant is small enough, and its positions are nothing but stones. */
bool small__plays(const struct variant *variant);
size_t small__memory_size(const struct variant *variant);

/* Sets up the search of an open game; the limit is SMALL_NODES_MAX if `thinking->nodes` sets
 * none. */
void small__begin(struct small *small, const struct game *game, const struct thinking *thinking);
/* Values each reply by looking `horizon` plies ahead. False if it had to stop early; then the
 * earlier values remain. */
bool small__look(struct small *small, unsigned horizon);
/* The number of stones that the game can still have: no horizon is further. */
unsigned small__plies_left(const struct small *small);

/* Writes what is known so far: the replies of highest rank first, equal ones in an order by the
 * seed. */
void small__conclude(const struct small *small, unsigned (*rank)(unsigned value),
                     struct thought *thought_out);

#endif
