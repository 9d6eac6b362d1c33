/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/analysis/. What an analysis works with: it stands at the beginning of the lent
 * memory, and nobody needs it to read what was found.
 */
#ifndef PENTAD_BRAIN_ANALYSIS_WORK_H
#define PENTAD_BRAIN_ANALYSIS_WORK_H

#include "brain/analysis/verdict.h"
#include "brain/search/prove.h"
#include "brain/search/search.h"

#define WORK_OTHERS_MAX 3

struct analysis_work {
    const struct patterns *tables;
    void *memory; /* for searches; the prover has a part of its own */
    size_t memory_size;
    struct prover prover;
    uint8_t others; /* the next of: */
    uint8_t others_count;
    struct search_move other[WORK_OTHERS_MAX]; /* moves that may be better than the one played */
};

/* Asks `analysis->question` about the position before `analysis->ply`, and says what is asked next.
 * When it was stopped nothing is kept of its answer. */
void work__ask(struct analysis *analysis);

/* The position before the ply; that behind the last action is `game.ply`. */
void work__position(const struct analysis *analysis, unsigned ply, struct position *position_out);

/* The threat that a stone of the side on the cell makes. */
enum analysis_threat work__threat(const struct prove_sight *sight, enum colour colour,
                                  unsigned cell);

#endif
