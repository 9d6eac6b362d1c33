/* SPDX-License-Identifier: MIT */
/*
 * The verdicts of an analysis: of each move, of the game, of both players. Pure functions of an
 * analysis; before it is done they say what is known so far.
 */
#ifndef PENTAD_BRAIN_ANALYSIS_VERDICT_H
#define PENTAD_BRAIN_ANALYSIS_VERDICT_H

#include "brain/analysis/analysis.h"

enum analysis_mark {
#define MARK(ID, key) ANALYSIS_MARK_##ID,
#include "brain/analysis/marks.def"
#undef MARK
    ANALYSIS_MARK_COUNT
};

enum analysis_threat {
#define THREAT(ID, key, spots) ANALYSIS_THREAT_##ID,
#include "brain/analysis/threats.def"
#undef THREAT
    ANALYSIS_THREAT_COUNT
};

enum analysis_win {
#define WIN(ID, key) ANALYSIS_WIN_##ID,
#include "brain/analysis/wins.def"
#undef WIN
    ANALYSIS_WIN_COUNT
};

const char *analysis_mark_key(enum analysis_mark mark);
const char *analysis_threat_key(enum analysis_threat threat);
const char *analysis_win_key(enum analysis_win win);

/* The verdict of one action, as its player sees it. */
struct verdict {
    struct action action;
    enum seat seat;
    enum analysis_mark mark;
    enum proof before;
    enum proof after;
    uint16_t share_before;
    uint16_t share_after;
    uint16_t cost;
};

/* Judges the action at the ply, from 0 to `game.ply` - 1. */
struct verdict verdict_of(const struct analysis *analysis, unsigned ply);

#define VERDICT_NOWHERE UINT32_MAX

/* The place where the game was lost. */
struct verdict_loss {
    uint32_t losing; /* the first losing move, or VERDICT_NOWHERE */
    uint32_t ply;   /* the move that is to blame: that one, or, if nothing was clearly better there,
                       the one before it by the same player that cost most */
    bool is_proven; /* by a proof; else by a share that stayed overwhelming, or a cost */
};

/* The first action of the loser after which the other side had a proven win that it never gave
 * away, although nothing was lost before it; failing that, one after which the share was
 * overwhelming and stayed so. In a game that nobody lost: the first action after which there was a
 * proven win. */
struct verdict_loss verdict_loss(const struct analysis *analysis);

/* The accuracy of the player at `seat`: 0 to 100, or -1 if no move was judged. */
int verdict_accuracy(const struct analysis *analysis, enum seat seat);

/* Lists the plies of the seat (SEAT_NONE: of both) that cost at least `least`, the dearest first,
 * without forced moves. Returns how many, writes at most `cap`. */
size_t verdict_mistakes(const struct analysis *analysis, enum seat seat, unsigned least,
                        uint16_t *plies_out, size_t cap);

#endif
