/* SPDX-License-Identifier: MIT */
/*
 * The store against the truth: every game and every player, asked of the back-end itself.
 */
#ifndef PENTAD_TESTS_SIM_AUDIT_STORE_H
#define PENTAD_TESTS_SIM_AUDIT_STORE_H

struct sim;

/* Nothing is under way. */
void audit_store(struct sim *sim);

#endif
