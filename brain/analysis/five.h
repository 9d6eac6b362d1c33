/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/analysis/. The words of players for positions of five in a row.
 */
#ifndef PENTAD_BRAIN_ANALYSIS_FIVE_H
#define PENTAD_BRAIN_ANALYSIS_FIVE_H

#include "brain/analysis/verdict.h"
#include "brain/search/prove.h"

/* The threat that a stone of the side on the cell makes. */
enum analysis_threat five__threat(const struct prove_sight *sight, enum colour colour,
                                  unsigned cell);

#endif
