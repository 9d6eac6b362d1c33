/* SPDX-License-Identifier: MIT */
/*
 * A computer player of brain/ with the memory that it thinks with. It owns that memory: what is
 * known of a rule is made before it is needed, and kept.
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
    uint64_t memory; /* bytes to remember with where nobody sets a limit */
};

/* The board to think about. */
struct thinker_subject {
    const struct variant *variant;
    const struct game *game;         /* of that variant; or NULL, and */
    const struct position *position; /* one that no turns lead to */
};

/* The bounds of one thought. */
struct thinker_bounds {
    uint64_t memory; /* bytes of this program; 0: no limit */
    bool (*stop)(void *ctx);
    void *ctx;
};

struct thinker;

/* NULL without memory. */
struct thinker *thinker_new(const struct thinker_options *options);
void thinker_free(struct thinker *thinker);

/* The computer that plays this game; NULL if none does, or the chosen one does not. */
const struct computer *thinker_computer(const struct thinker *thinker,
                                        const struct variant *variant);

/* Makes what its computer knows of a variant before a game, unless it was made. Returns 0 or
 * ERR_NOT_ITS_GAME, ERR_TOO_LITTLE_MEMORY. */
int thinker_prepare(struct thinker *thinker, const struct variant *variant);
/* Forgets what it remembered of earlier thoughts: another game begins. */
void thinker_forget(struct thinker *thinker);

/* Returns 0 or an error of brain/error.h: ERR_NOT_ITS_GAME also where a computer knows games alone
 * and is asked about a position. */
int thinker_think(struct thinker *thinker, const struct thinker_subject *subject,
                  const struct thinker_bounds *bounds, struct thought *thought_out);

#endif
