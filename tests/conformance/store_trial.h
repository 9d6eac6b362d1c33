/* SPDX-License-Identifier: MIT */
/*
 * A store that is tried with random operations beside the plain model.
 */
#ifndef PENTAD_TESTS_STORE_TRIAL_H
#define PENTAD_TESTS_STORE_TRIAL_H

#include "tests/conformance/store_conformance.h"
#include "tests/conformance/store_model.h"

struct trial {
    struct harness *harness;
    struct model model;
    struct model next; /* with the batch that is being made */
    uint64_t random;
};

/* A number from 0 to `end` - 1, from the trial's seed. */
uint64_t trial_below(struct trial *trial, uint64_t end);
uint64_t trial_any_player(struct trial *trial);

/* store_trial_history.c: a star, mostly of somebody who played the game; and the store answers as
 * the model does, to a random question about histories and to one about a player's statistics. */
struct store_op trial_star(struct trial *trial);
void trial_history_compare(struct trial *trial);
void trial_stats_compare(struct trial *trial, uint64_t player);

/* store_conformance_model_order.c: something that keeps order, a report; and what is there of both.
 */
struct store_op trial_act(struct trial *trial, char texts[3][16]);
struct store_op trial_report(struct trial *trial);
void trial_compare_order(struct trial *trial);

/* Gives the account of an operation a photo, or none, or leaves the one that there is; and compares
 * a player's photo with the model's. */
void trial_photo(struct trial *trial, struct store_account *account, struct store_op *op);
void trial_photo_compare(struct trial *trial, uint64_t player);

#endif
