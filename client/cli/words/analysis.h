/* SPDX-License-Identifier: MIT */
/*
 * Sentences about the analysis of a game: moves by the threats that they made, left or missed.
 * Functions of an analysis; texts are cut where they do not fit.
 */
#ifndef PENTAD_CLIENT_CLI_WORDS_ANALYSIS_H
#define PENTAD_CLIENT_CLI_WORDS_ANALYSIS_H

#include "brain/analysis/verdict.h"
#include "client/cli/terminal/ink.h"

#include <stddef.h>
#include <stdint.h>

/* "g7", "g7 or k7", "g7, h8 or k7". */
void words_squares(const struct variant *variant, const uint16_t *cells, size_t count, char *text,
                   size_t size);
/* Moves in turn with spaces between, at most `most` of them, then an ellipsis. */
void words_moves(const struct variant *variant, const uint16_t *cells, size_t count, size_t most,
                 char *text, size_t size);
/* A threat as an object: "an open three"; empty for none. */
const char *words_threat(enum analysis_threat threat);
/* The judgement on the ply's action in whole sentences; empty where there is nothing to say.
 * Returns the colour of it. */
enum colour words_verdict(const struct analysis *analysis, unsigned ply, char *text, size_t size);
/* What the share before a ply is, and whether something is proven: "X wins: proven", "X 62 %". */
void words_prospect(const struct analysis *analysis, unsigned ply, char *text, size_t size);

#endif
