/* SPDX-License-Identifier: MIT */
/*
 * Analyses a game on a thread of libuv's pool, one at a time, so that a person sees how far it is
 * and may stop it. Owns the analysis and its memory. All calls on the loop's thread; the analysis
 * is read when it is done, not before.
 */
#ifndef PENTAD_CLIENT_CLI_STUDY_ANALYST_H
#define PENTAD_CLIENT_CLI_STUDY_ANALYST_H

#include "brain/analysis/analysis.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <uv.h>

struct analyst {
    uv_loop_t *loop;
    /* It is done, or was stopped and is wanted; 0, or an error of the brain. */
    void (*done)(void *ctx, int error);
    void *ctx;
    uv_work_t work;
    bool is_busy;
    bool is_wanted;
    bool is_asked; /* another one is to begin when this one has ended: the `next_` ones */
    uint64_t began_ms;
    atomic_bool is_stopped;
    atomic_uint done_count; /* positions */
    atomic_uint all_count;
    int error;
    struct game game;
    enum seat winner;
    uint64_t nodes;
    unsigned start;
    struct game next_game;
    enum seat next_winner;
    uint64_t next_nodes;
    unsigned next_start;
    struct analysis analysis;
};

void analyst_init(struct analyst *analyst, uv_loop_t *loop, void (*done)(void *ctx, int error),
                  void *ctx);
/* Begins with the game, which `winner` won otherwise than on the board, or SEAT_NONE; `nodes` 0: as
 * many as usual. What was asked before is dropped. */
void analyst_ask(struct analyst *analyst, const struct game *game, enum seat winner, uint64_t nodes,
                 unsigned start);
/* Ends soon; `is_wanted`: with what is known so far. */
void analyst_stop(struct analyst *analyst, bool is_wanted);

/* How far it is, of 100, and how long it takes on, or -1 where that cannot be said yet. */
void analyst_look(const struct analyst *analyst, unsigned *percent_out, int64_t *left_ms_out);

/* Analyses the game and waits for it, with a bar of progress on standard error where that is a
 * terminal, in a loop of its own. Ctrl-C ends it with what is known. Returns 0 or an error of the
 * brain; only what brain/analysis/verdict.h reads is left of the analysis. */
int analyst_wait(const struct game *game, enum seat winner, uint64_t nodes, unsigned start,
                 struct analysis *analysis_out);

#endif
