/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. The even openings of brain/triples.def, as the first player of Swap2 places
 * them: each as likely as the others, turned and mirrored at random.
 */
#ifndef PENTAD_BRAIN_TRIPLES_H
#define PENTAD_BRAIN_TRIPLES_H

#include "brain/chance.h"
#include "brain/search/position.h"

#define TRIPLES_NOWHERE UINT16_MAX

/* The cell of the next stone of a triple that the stones so far agree with. TRIPLES_NOWHERE if no
 * triple does: somebody else placed them, or the board is too small. */
unsigned triples__follow(const struct position *position, struct chance *chance);

#endif
