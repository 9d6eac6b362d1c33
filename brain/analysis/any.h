/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/analysis/. What the questions about games of any kind work with: it stands at
 * the beginning of the lent memory, and nobody needs it to read what was found.
 */
#ifndef PENTAD_BRAIN_ANALYSIS_ANY_H
#define PENTAD_BRAIN_ANALYSIS_ANY_H

#include "brain/analysis/work.h"

#define ANY_OTHERS_MAX 3

struct any_work {
    const void *tables;
    bool (*stop)(void *ctx);
    void *ctx;
    uint16_t best;  /* the highest share behind an action of the position, looked at alike */
    uint8_t others; /* the next of: */
    uint8_t others_count;
    struct action other[ANY_OTHERS_MAX]; /* actions that may be better than the one played */
    struct game game;                    /* at the position that is asked about */
    struct thought thought;              /* the last one */
    struct action list[GAME_LEGAL_MAX];
    struct action replies[GAME_LEGAL_MAX];
};

static inline struct any_work *any__work(const struct analysis *analysis)
{
    return analysis->work;
}

/* The look of the rules at an open game, by the engine alone. Walks over all actions; on a board
 * without an edge those far from every stone are left out, because they neither win nor stop
 * anything. */
struct any_sight {
    bool wins;           /* an action wins at once: */
    struct action win;   /* that one; `played`, if it is one of these */
    unsigned safe_count; /* actions that do not lose at once, counted up to two */
    struct action safe;  /* the first of them */
};

/* `played` may be NULL. The lists of `work` are used. */
void any__see(struct any_work *work, const struct game *game, const struct action *played,
              struct any_sight *sight_out);

#endif
