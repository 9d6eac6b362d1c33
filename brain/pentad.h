/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. The player `pentad`: its levels, and how it thinks about a position.
 */
#ifndef PENTAD_BRAIN_PENTAD_H
#define PENTAD_BRAIN_PENTAD_H

#include "brain/mind.h"
#include "brain/search/search.h"
#include "brain/search/weak.h"

/* A level: a search of so many nodes, and how often it makes a move without one, and how badly. */
struct pentad_level {
    uint64_t nodes;
    struct weak_faults faults;
};

const struct pentad_level *pentad__level(unsigned level);

/* Thinks about a position as the level does, with at most `nodes` nodes. */
void pentad__think(const struct position *position, const struct thinking *thinking, uint64_t nodes,
                   struct search_result *result_out);

#endif
