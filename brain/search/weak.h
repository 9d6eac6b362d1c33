/* SPDX-License-Identifier: MIT */
/*
 * The play of a beginner, who sees what a stone makes on each cell, looks no move ahead, judges
 * roughly, and overlooks things, but always completes an own five.
 */
#ifndef PENTAD_BRAIN_SEARCH_WEAK_H
#define PENTAD_BRAIN_SEARCH_WEAK_H

#include "brain/search/search.h"

#include <stdbool.h>
#include <stdint.h>

#define WEAK_ALWAYS 1000

/* The faults of a beginner: how often something is overlooked, of WEAK_ALWAYS times, and how
 * roughly cells are judged. */
struct weak_faults {
    uint16_t lapse; /* everything that a look ahead would show */
    uint16_t four;  /* the square that stops a five of the other side */
    uint16_t three; /* the other side's three, or whatever else leads to a straight four */
    uint16_t fork;  /* cells from which either side makes two threats at once */
    uint16_t noise; /* added to the rank of a cell, from 0 to this */
    uint16_t reach; /* plays this near to a stone, or on a line with one; 1 to 4 */
};

/* True if this move is made without a look ahead: then weak_think() makes it. */
bool weak_lapses(const struct weak_faults *faults, uint64_t seed);

/* Draws from the seed what is overlooked. With the same seed, a beginner with lower numbers
 * overlooks nothing that one with higher numbers sees. Looks at no node. */
void weak_think(const struct position *position, const struct search_room *room,
                const struct weak_faults *faults, uint64_t seed, struct search_result *result_out);

#endif
