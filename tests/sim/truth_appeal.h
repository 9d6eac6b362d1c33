/* SPDX-License-Identifier: MIT */
/*
 * The truth about appeals: what players answered to acts on them, and what verdicts lifted. Part of
 * tests/sim/truth.h.
 */
#ifndef PENTAD_TESTS_SIM_TRUTH_APPEAL_H
#define PENTAD_TESTS_SIM_TRUTH_APPEAL_H

#include "db/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sim;
struct truth;

struct truth_appeal {
    int64_t act; /* its number */
    uint64_t player;
    enum mod_act against;
    uint64_t batch;  /* that wrote it */
    uint64_t judged; /* the batch that judged it, 0: it is open */
    bool is_upheld;
    bool is_gone; /* with the account */
};

struct truth_appeals {
    struct truth_appeal *rows;
    size_t count, cap;
    /* The last change of what lies on somebody, until the record of its act comes. */
    struct {
        uint64_t player; /* 0: none */
        int64_t banned_until_ms;
        int64_t muted_until_ms; /* both before it */
    } before;
};

/* NULL: nobody answered that act. */
const struct truth_appeal *truth_appeal(const struct truth *truth, int64_t act);
/* The last act of that kind on the player; 0: there is none. */
int64_t truth_last_act(const struct truth *truth, uint64_t player, enum mod_act act);
/* How many warnings of the player were taken back by then. */
int64_t truth_taken_back(const struct truth *truth, uint64_t player, uint64_t batches);
size_t truth_appeals_open(const struct truth *truth);

/* What is laid on somebody is about to change. */
void truth__appeals_note(struct truth *truth, uint64_t player);
/* Each act that was recorded ends that. */
void truth__appeals_forget(struct truth *truth);
void truth__appeal_judge(struct sim *sim, const struct store_op *op);
void truth__appeals_gone(struct truth *truth, uint64_t player);

#endif
