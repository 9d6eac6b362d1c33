/* SPDX-License-Identifier: MIT */
/*
 * Analyses a game on a thread of libuv's pool, one at a time, so that a person can see the progress
 * and stop it. Owns the analysis and its memory. All calls on the loop's thread; the analysis is
 * read when it is done, not before.
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
    /* Called when it is done, or was stopped but is wanted; `error` is 0, or one of the brain. */
    void (*done)(void *ctx, int error);
    void *ctx;
    uv_work_t work;
    bool is_busy;
    bool is_wanted;
    bool is_asked; /* another one begins after this one: that of the `next_` members */
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
/* Begins an analysis of the game, which `winner` (or SEAT_NONE) won other than on the board;
 * `nodes` 0: as many as usual. Drops the question before. */
void analyst_ask(struct analyst *analyst, const struct game *game, enum seat winner, uint64_t nodes,
                 unsigned start);
/* Makes it end soon; `is_wanted`: with what is known so far. */
void analyst_stop(struct analyst *analyst, bool is_wanted);

/* The progress in percent, and the time left, or -1 if that is not known yet. */
void analyst_look(const struct analyst *analyst, unsigned *percent_out, int64_t *left_ms_out);

/* Analyses the game and waits for it, in a loop of its own, with a progress bar on standard error
 * if that is a terminal. Ctrl-C ends it with what is known. Returns 0 or an error of the brain;
 * `analysis_out` has only what brain/analysis/verdict.h reads. */
int analyst_wait(const struct game *game, enum seat winner, uint64_t nodes, unsigned start,
                 struct analysis *analysis_out);

#endif
