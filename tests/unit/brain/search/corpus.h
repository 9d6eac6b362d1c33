/* SPDX-License-Identifier: MIT */
/*
 * Files of positions that were judged plainly, 19x19. A line: e for exactly five or f for five or
 * more, a number of stones, a dot, and the stones in turn, X first: a letter for the column and one
 * for the row, both from a.
 */
#ifndef PENTAD_TESTS_UNIT_BRAIN_SEARCH_CORPUS_H
#define PENTAD_TESTS_UNIT_BRAIN_SEARCH_CORPUS_H

#include "brain/search/position.h"
#include "engine/game.h"
#include "tests/unit/brain/search/plain.h"

#define CORPUS_SIDE 19

/* Reads a line into both; returns its number, or -1 for a line that is none. */
int corpus_read(const char *line, struct position *position_out, struct plain *plain_out);

/* Writes such a line without its end to standard output; each stone `shift` cells back. */
void corpus_write(const struct game *game, int number, size_t shift);

/* Shows the stones of the game to the plain judge, likewise. */
void corpus_show(const struct game *game, bool overline_wins, size_t shift,
                 struct plain *plain_out);

#endif
