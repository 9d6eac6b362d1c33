/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/analysis/. The questions of an analysis: each is one call, finds something out
 * about the position before `analysis->ply`, and says what is asked next.
 */
#ifndef PENTAD_BRAIN_ANALYSIS_QUESTIONS_H
#define PENTAD_BRAIN_ANALYSIS_QUESTIONS_H

#include "brain/analysis/analysis.h"

/* Asks `analysis->question`. When it was stopped nothing is kept of its answer. */
void questions__ask(struct analysis *analysis);

#endif
