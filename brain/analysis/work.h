/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/analysis/. The seam between an analysis, which goes through the positions of a
 * game, and the answerers of its questions about them; and the functions that all answerers share.
 * An answerer fills places, says which question is next, and calls work__leave() when nothing more
 * is asked of a place.
 */
#ifndef PENTAD_BRAIN_ANALYSIS_WORK_H
#define PENTAD_BRAIN_ANALYSIS_WORK_H

#include "brain/analysis/analysis.h"

/* The functions for games of one kind. */
struct answerer {
    bool (*plays)(const struct variant *variant);
    /* The size in bytes of what is known of a variant before any game, and its writer. */
    size_t (*tables_size)(const struct variant *variant);
    void (*tables_make)(void *tables_out, const struct variant *variant);
    size_t (*memory_size)(const struct variant *variant);
    /* The usual limit of a question; game, seats and first ply are known. */
    uint64_t (*nodes)(const struct analysis *analysis);
    /* Begins its work at `analysis->work`, in the memory that was lent. */
    void (*begin)(struct analysis *analysis, const struct analysis_options *options);
    /* By question: each asks it about the position before `analysis->ply`, and sets the next
     * question. If it was stopped, its answer is dropped. */
    void (*ask[ANALYSIS_ASKS_NOTHING])(struct analysis *analysis);
    /* The question that is left about a move when all positions are known. NULL: none. */
    enum analysis_question (*last)(const struct analysis *analysis, unsigned ply);
};

extern const struct answerer answerer__five; /* threat hunts and the search of `pentad` */
extern const struct answerer answerer__any;  /* the computer player `generic` */

/* The position before the ply that is asked about. */
static inline struct analysis_place *work__here(struct analysis *analysis)
{
    return &analysis->places[analysis->ply];
}

/* The position after what was played there; NULL after the last ply. */
static inline struct analysis_place *work__behind(struct analysis *analysis)
{
    return analysis->ply < analysis->game.ply ? &analysis->places[analysis->ply + 1] : NULL;
}

/* The action that was played there; it is not after the last ply. */
static inline struct action work__played(const struct analysis *analysis)
{
    return game_actions(&analysis->game)[analysis->ply];
}

/* A share, or a proof, for the other side. */
static inline uint16_t work__turned(uint16_t share)
{
    return (uint16_t)(ANALYSIS_SHARE_ONE - share);
}
enum proof work__turned_proof(enum proof proof);

/* The share and the proof of the position after what was played at the ply, for its player. */
uint16_t work__share_behind(const struct analysis *analysis, unsigned ply);
enum proof work__proof_behind(const struct analysis *analysis, unsigned ply);

/* Makes the line begin with the action and go on as `rest`, that of the position after it. */
void work__set_line(struct analysis_place *place, struct action action, const struct action *rest,
                    size_t count);
/* Gives the position the worth of what the action that was played leads to. */
void work__take_behind(struct analysis *analysis);
/* The result of a game that is over for the seat, and the share of a result that is certain. */
enum proof work__proof_of_end(const struct game *over, enum seat seat);
uint16_t work__share_of(enum proof proof);
/* Notes that the position is the end of a game on the board; nothing more is asked of it. */
void work__see_end(struct analysis *analysis);
/* Leaves this position: nothing more is asked of it. What was played is worth what comes after it,
 * or `after`. */
void work__leave(struct analysis *analysis);
void work__leave_at(struct analysis *analysis, uint16_t after);
/* Goes on from `analysis->ply` to the next move that a question is left about. */
void work__seek_last(struct analysis *analysis);

#endif
