/* SPDX-License-Identifier: MIT */
/*
 * What the computer player `table` has learnt from games of people (brain/learnt.h): kept in memory
 * and stored with the game that taught it. As long as there is none, or after the operator took it
 * back, the player plays by what it brings along.
 */
#ifndef PENTAD_SERVER_CORE_EXPERIENCE_H
#define PENTAD_SERVER_CORE_EXPERIENCE_H

#include "brain/learnt.h"
#include "server/core/state.h"

struct computer;

/* Takes what is stored. What cannot be read counts for nothing. */
void experience_load(struct core *core, const struct store_experience *stored);
void experience_free(struct core *core);

/* Learns from a game that has just ended, if the server's options say so, `table` played in it and
 * it has a result; writes with the open batch. */
void experience_learn(struct core *core, const struct match *match);

/* Writes what the computer knows besides what it brings along, for a thought; NULL: nothing. */
const char *experience_format(const struct core *core, const struct computer *computer,
                              char text_out[LEARNT_TEXT_SIZE]);

#endif
