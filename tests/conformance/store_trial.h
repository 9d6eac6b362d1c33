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

/* The texts and records that an operation points to until it is added. */
struct trial_texts {
    char name[16];
    char key[16];
    char look[16];
    char line[16];
    struct store_names names;
    struct store_account account;
    struct store_registration pupil;
    struct sample_annulled annulled;
    uint64_t numbers[8];
    struct store_line_place lines[MODEL_CARRIED];
};

/* store_trial_make.c: a number from 0 to `end` - 1, from the trial's seed; and a random operation.
 */
uint64_t trial_below(struct trial *trial, uint64_t end);
uint64_t trial_any_player(struct trial *trial);
struct store_op trial_op(struct trial *trial, struct trial_texts *texts);

/* store_trial_compare.c: fails unless the store answers and loads what the model has. */
void trial_compare(struct trial *trial);

/* store_trial_reports.c: the part of it that is about reports. */
void trial_reports_compare(struct trial *trial);

#endif
