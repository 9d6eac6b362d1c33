/* SPDX-License-Identifier: MIT */
/*
 * Private to truth*.c: what operations do to the account data of players, judged while it is
 * written down.
 */
#ifndef PENTAD_TESTS_SIM_TRUTH_ACCOUNT_H
#define PENTAD_TESTS_SIM_TRUTH_ACCOUNT_H

#include "tests/sim/sim.h"
#include "tests/sim/truth.h"

/* A letter in every password that people choose, as it is stored, and as some type it. */
#define TRUTH_LETTER "\u00e4"
#define TRUTH_PIECES "a\u0308"

/* A name was given up, and nobody registers it until then. */
void truth__name_keep(struct truth_player *player, int64_t until_ms);
void truth__name_check(struct sim *sim, const char *key);
void truth__registered(struct sim *sim, const struct store_registration *stored);
void truth__code_set(struct truth_player *player, const char *code_hash);

/* An act that annulled games was stored. */
void truth__annulled(struct sim *sim, const struct store_op *op);

/* Whether it certainly is that of whoever is called so, and was when so many batches were stored.
 */
bool truth_has_password(const struct truth *truth, const char *name, const char *password,
                        uint64_t batches);

#endif
