/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/analysis/. What the questions about five in a row work with: it stands at the
 * beginning of the lent memory, and nobody needs it to read what was found.
 */
#ifndef PENTAD_BRAIN_ANALYSIS_FIVE_H
#define PENTAD_BRAIN_ANALYSIS_FIVE_H

#include "brain/analysis/verdict.h"
#include "brain/analysis/work.h"
#include "brain/search/prove.h"
#include "brain/search/search.h"

#define FIVE_OTHERS_MAX 3

struct five_work {
    const struct patterns *tables;
    void *memory; /* for searches; the prover has a part of its own */
    size_t memory_size;
    struct prover prover;
    uint8_t others; /* the next of: */
    uint8_t others_count;
    struct search_move other[FIVE_OTHERS_MAX]; /* moves that may be better than the one played */
};

static inline struct five_work *five__work(const struct analysis *analysis)
{
    return analysis->work;
}

/* The position before the ply; that behind the last action is `game.ply`. */
void five__position(const struct analysis *analysis, unsigned ply, struct position *position_out);

/* The threat that a stone of the side on the cell makes. */
enum analysis_threat five__threat(const struct prove_sight *sight, enum colour colour,
                                  unsigned cell);

/* The cell that was played, or POSITION_CELLS_MAX behind the last ply. */
unsigned five__played(const struct analysis *analysis);

/* The same as work__set_line() by cells. */
void five__set_line(struct analysis_place *place, unsigned cell, const uint16_t *rest,
                    size_t count);
/* The position is won as its line says. */
void five__set_win(struct analysis *analysis);
/* It is worth what the move that was played leads to; a win is told by its line. */
void five__take_behind(struct analysis *analysis);

/* Questions of brain/analysis/five_likely.c. */
void five__ask_share(struct analysis *analysis);
void five__ask_others(struct analysis *analysis);
void five__ask_again(struct analysis *analysis);

#endif
