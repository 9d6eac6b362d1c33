/* SPDX-License-Identifier: MIT */
/*
 * Keeps wins that the player missed as the player's own puzzles, if there was only one first move.
 */
#ifndef PENTAD_CLIENT_CLI_STUDY_KEEP_H
#define PENTAD_CLIENT_CLI_STUDY_KEEP_H

#include "brain/analysis/analysis.h"

/* Keeps those of the player at `seat`, and writes how many are new; "" for none. Blocks for a
 * moment. */
void keep_puzzles(const struct analysis *analysis, enum seat seat, char *text, size_t size);

#endif
