/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. A computer player as functions, which every row of brain/computers.def
 * provides. computer.c has checked the arguments: it plays the variant, it has the level, the game
 * is open, and the memory is enough.
 */
#ifndef PENTAD_BRAIN_MIND_H
#define PENTAD_BRAIN_MIND_H

#include "brain/computer.h"

struct mind {
    bool (*plays)(const struct variant *variant);
    /* NULL: it knows nothing before a game. */
    size_t (*tables_size)(const struct variant *variant);
    void (*tables_make)(const struct variant *variant, void *tables_out);
    /* NULL: it thinks without memory. */
    size_t (*memory_size)(const struct variant *variant);
    /* The memory for `entries` entries in its table of positions. NULL: it has no table whose size
     * can be chosen. */
    size_t (*memory_for)(size_t entries);
    /* `thought_out` is all zero. */
    void (*think)(const struct game *game, const struct thinking *thinking,
                  struct thought *thought_out);
    /* The same about a position without a game. NULL: it knows only games. */
    void (*think_position)(const struct position *position, const struct thinking *thinking,
                           struct thought *thought_out);
};

#define COMPUTER(ID, id, key, name, levels) extern const struct mind computer__##id;
#include "brain/computers.def"
#undef COMPUTER

/* True for tic-tac-toe, 3x3 with three in a row, for computers that know no other game. */
bool mind__is_tic_tac_toe(const struct variant *variant);

/* Makes the thought a single prospect: this action, with nothing known of it but even chances. */
void mind__decide(struct thought *thought, struct action action);

#endif
