/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. A computer player as functions: what every row of brain/computers.def has to
 * give. computer.c has checked the arguments: the variant is one that it plays, the level one that
 * it has, the game is open, the memory suffices.
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
    /* With so many entries in its table of positions. NULL: it has none whose size one may choose.
     */
    size_t (*memory_for)(size_t entries);
    /* `thought_out` is all zero. */
    void (*think)(const struct game *game, const struct thinking *thinking,
                  struct thought *thought_out);
    /* The same about a position without a game. NULL: it knows games alone. */
    void (*think_position)(const struct position *position, const struct thinking *thinking,
                           struct thought *thought_out);
};

#define COMPUTER(ID, id, key, name, levels) extern const struct mind computer__##id;
#include "brain/computers.def"
#undef COMPUTER

/* Whether it is tic-tac-toe, 3x3 with three in a row, for computers that know no other game. */
bool mind__is_tic_tac_toe(const struct variant *variant);

/* Makes the thought one prospect: this action, of which nothing is known but even chances. */
void mind__decide(struct thought *thought, struct action action);

#endif
