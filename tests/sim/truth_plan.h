/* SPDX-License-Identifier: MIT */
/*
 * Conditional moves as the truth knows them: of each seat the lines that are stored, and all that
 * ever were. They are followed here as texts, by rules of the truth's own.
 */
#ifndef PENTAD_TESTS_SIM_TRUTH_PLAN_H
#define PENTAD_TESTS_SIM_TRUTH_PLAN_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRUTH_PLAN_SIZE 160

struct truth_plan_version {
    unsigned ply;
    char lines[TRUTH_PLAN_SIZE];
};

struct truth_plan {
    char lines[TRUTH_PLAN_SIZE]; /* "": none */
    bool is_due;                 /* an action was stored, and what is left of them was not yet */
    struct truth_plan_version *ever;
    size_t ever_count, ever_cap;
};

struct ask;
struct link;
struct sim;
struct store_log_entry;
struct store_op;
struct truth_game;
union event_body;
union reply_body;

/* An entry of the log is stored: before and after the truth has taken it. */
void truth__plan_before(struct sim *sim, const struct truth_game *game,
                        const struct store_log_entry *entry);
void truth__plan_after(struct sim *sim, struct truth_game *game,
                       const struct store_log_entry *entry);
/* Holds what follows from the entries so far against what is stored. */
void truth__plan_check(struct sim *sim, const struct truth_game *game);
/* The same, and every answer is made: the batch that has something of the game is whole. */
void truth__plan_batch_check(struct sim *sim, const struct truth_game *game);
void truth__plan_ended(struct truth_game *game);
void truth__plan_forget(struct truth_game *game);

#endif
