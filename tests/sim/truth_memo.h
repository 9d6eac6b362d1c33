/* SPDX-License-Identifier: MIT */
/*
 * Reports, and memos, which tell players what became of them and of others: a part of truth.h.
 */
#ifndef PENTAD_TESTS_SIM_TRUTH_MEMO_H
#define PENTAD_TESTS_SIM_TRUTH_MEMO_H

#include "db/store.h"
#include "tests/sim/truth_report_lines.h"

#include <stdbool.h>
#include <stdint.h>

struct sim;
struct truth;

#define TRUTH_MEMOS 20 /* that a player keeps (docs/PROTOCOL.md, memo.list) */

/* A report by one player of another; its number is its place in the list plus 1. */
struct truth_report {
    uint64_t by;
    uint64_t player;
    uint64_t game; /* or 0 */
    int complaint;
    bool is_open;
    bool is_weightless; /* it added nothing to its case when it was made */
    int verdict;        /* once it is judged, */
    int64_t judged_ms;  /* and when that was */
    struct truth_carried carried;
};

/* The open reports on one player. */
struct truth_case {
    int64_t reports;
    int64_t reporters; /* who count */
    int64_t last;      /* the number of the newest */
    unsigned complaints;
};

struct truth_memo {
    uint64_t player;
    uint64_t id;
    uint64_t batch; /* that wrote it */
    uint64_t about; /* or 0 */
    uint64_t game;  /* or 0 */
    enum memo_kind kind;
    int64_t number;
    bool is_seen;
};

void truth__memo_add(struct sim *sim, const struct store_memo *memo);
/* Takes down the memos that an operation added. */
void truth__memos_add(struct sim *sim, const struct store_op *op);
/* NULL if the player never got one with this id. */
const struct truth_memo *truth_memo(const struct truth *truth, uint64_t player, uint64_t id);
/* Whether it is one of the last that are kept. */
bool truth_is_kept(const struct truth *truth, const struct truth_memo *memo);
/* Whether it is known for sure who counts: networks are forgotten, which the truth does not follow.
 */
bool truth_knows_weights(const struct sim *sim);
/* Whether somebody with an open report on the player does not count at that time. */
bool truth_is_uncounted(const struct truth *truth, uint64_t by, uint64_t player, int64_t at_ms);
struct truth_case truth_case_on(const struct truth *truth, uint64_t player, int64_t at_ms);
/* How many players have a case. */
size_t truth_cases(const struct truth *truth);
/* Whether the operation added one memo, this one, or none. */
bool truth__added(const struct store_op *op, const struct store_memo *memo);

#endif
