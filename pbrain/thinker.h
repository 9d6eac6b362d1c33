/* SPDX-License-Identifier: MIT */
/*
 * A computer player of brain/ with the memory that it thinks with. It owns that memory. The
 * knowledge of a rule is made before it is needed, and kept.
 */
#ifndef PENTAD_PBRAIN_THINKER_H
#define PENTAD_PBRAIN_THINKER_H

#include "brain/computer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define THINKER_MEMORY (UINT64_C(64) << 20)

struct thinker_options {
    const struct computer *computer; /* NULL: the strongest that plays the game */
    unsigned level;                  /* 0: the highest, bounded by time and not by nodes */
    uint64_t nodes;                  /* positions for a move; 0: as many as level and time allow */
    uint64_t seed;
    uint64_t memory; /* bytes to remember with if no limit is set */
};

/* The board to think about. */
struct thinker_subject {
    const struct variant *variant;
    const struct game *game;         /* of that variant; if NULL, */
    const struct position *position; /* a position that no turns lead to */
};

/* The bounds of one thought. */
struct thinker_bounds {
    uint64_t memory; /* bytes of this program; 0: no limit */
    bool (*stop)(void *ctx);
    void *ctx;
};

struct thinker;

/* Makes a thinker; NULL if there is no memory. */
struct thinker *thinker_new(const struct thinker_options *options);
void thinker_free(struct thinker *thinker);

/* The computer that plays this game; NULL if none does, or if the chosen one does not. */
const struct computer *thinker_computer(const struct thinker *thinker,
                                        const struct variant *variant);

/* Makes what its computer knows of a variant before a game, unless that exists. Returns 0,
 * ERR_NOT_ITS_GAME or ERR_TOO_LITTLE_MEMORY. */
int thinker_prepare(struct thinker *thinker, const struct variant *variant);
/* Forgets all earlier thoughts, because another game begins. */
void thinker_forget(struct thinker *thinker);

/* Thinks. Returns 0 or an error of brain/error.h; ERR_NOT_ITS_GAME also if the computer knows only
 * games and is asked about a position. */
int thinker_think(struct thinker *thinker, const struct thinker_subject *subject,
                  const struct thinker_bounds *bounds, struct thought *thought_out);

#endif
