/* SPDX-License-Identifier: MIT */
/*
 * A computer player for tests that thinks until it is stopped, or for ever: it takes the first
 * legal action, and remembers how it was asked.
 */
#ifndef PENTAD_TESTS_UNIT_PBRAIN_SLOW_PLAYER_H
#define PENTAD_TESTS_UNIT_PBRAIN_SLOW_PLAYER_H

#include "brain/mind.h"

#define SLOW_MEMORY ((size_t)1 << 20)
#define SLOW_TABLES 4096
#define SLOW_LEVELS 3

struct slow_asked {
    unsigned thoughts;
    unsigned stops; /* asked in the last one */
    bool was_clear; /* the memory began with zero */
    struct thinking thinking;
};

extern struct slow_asked slow_asked;
/* It plays boards with five in a row of all sizes but 13x13. */
extern const struct computer slow_player;

#endif
