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

/* The position before the ply that is asked about. */
static inline struct analysis_place *work__here(struct analysis *analysis)
{
    return &analysis->places[analysis->ply];
}

/* The one behind what was played there; NULL behind the last ply. */
static inline struct analysis_place *work__behind(struct analysis *analysis)
{
    return analysis->ply < analysis->game.ply ? &analysis->places[analysis->ply + 1] : NULL;
}

/* The cell that was played, or POSITION_CELLS_MAX behind the last ply. */
static inline unsigned work__played(const struct analysis *analysis)
{
    if (analysis->ply >= analysis->game.ply)
        return POSITION_CELLS_MAX;
    return (unsigned)action_cell(game_actions(&analysis->game)[analysis->ply]);
}

/* A share for the other side. */
static inline uint16_t work__turned(uint16_t share)
{
    return (uint16_t)(ANALYSIS_SHARE_ONE - share);
}

/* The line begins with the move, and goes on like that of the position behind it. */
void work__set_line(struct analysis_place *place, unsigned cell, const uint16_t *rest,
                    size_t count);
/* The position is won as its line says. */
void work__set_win(struct analysis *analysis);
/* It is worth what the move that was played leads to. */
void work__take_from_behind(struct analysis *analysis);
/* Nothing more is asked of it. */
void work__leave(struct analysis *analysis);

/* Questions of brain/analysis/likely.c. */
void work__ask_share(struct analysis *analysis);
void work__ask_others(struct analysis *analysis);
void work__ask_again(struct analysis *analysis);

#endif
