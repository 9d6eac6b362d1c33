/* SPDX-License-Identifier: MIT */
/*
 * An analysis that is waited for, with a bar of progress on standard error where that is a
 * terminal. Ctrl-C ends it with what is known. Blocking: it runs a loop of its own.
 */
#ifndef PENTAD_CLIENT_CLI_STUDY_WAIT_H
#define PENTAD_CLIENT_CLI_STUDY_WAIT_H

#include "brain/analysis/analysis.h"

#include <stdint.h>

/* Analyses the game, as analyst_ask() has it. Returns 0 or an error of the brain; only what
 * brain/analysis/verdict.h reads is left of the analysis. */
int wait_for_analysis(const struct game *game, enum seat winner, uint64_t nodes, unsigned start,
                      struct analysis *analysis_out);

#endif
