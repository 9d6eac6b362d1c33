/* SPDX-License-Identifier: MIT */
/*
 * The openings of brain/triples.def, as tests see them: who opens a game of Swap2 draws from all of
 * them, turned and mirrored.
 */
#ifndef PENTAD_TESTS_UNIT_BRAIN_EVEN_H
#define PENTAD_TESTS_UNIT_BRAIN_EVEN_H

#include "brain/computer.h"

#define EVEN_KINDS 50 /* that an opener draws from, at the least */

/* Opens many games, asking `act` for each stone. Fails the test unless each opening is a triple of
 * the table, and they are of so many kinds. */
void even_check_openings(struct action (*act)(void *ctx, const struct game *game, uint64_t seed),
                         void *ctx);

#endif
