/* SPDX-License-Identifier: MIT */
/*
 * Wins that the player has missed become the player's own puzzles, where they had one first move.
 */
#ifndef PENTAD_CLIENT_CLI_STUDY_KEEP_H
#define PENTAD_CLIENT_CLI_STUDY_KEEP_H

#include "brain/analysis/analysis.h"

/* Keeps those of the player at `seat`, and says how many are new; empty for none. Blocking, for a
 * moment. */
void keep_puzzles(const struct analysis *analysis, enum seat seat, char *text, size_t size);

#endif
