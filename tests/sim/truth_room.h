/* SPDX-License-Identifier: MIT */
/*
 * The truth about rooms: how many wait for somebody, and whether their computers resign: where they
 * are asked to, what they have lost.
 */
#ifndef PENTAD_TESTS_SIM_TRUTH_ROOM_H
#define PENTAD_TESTS_SIM_TRUTH_ROOM_H

#include "proto/message.h"
#include "tests/sim/truth.h"

struct ask;
struct link;

/* The room was stored for the first time. */
void truth__room_opened(struct sim *sim, const struct truth_room *room);

/* The room is stored without the game that it had. */
void truth__room_reopened(struct sim *sim, struct truth_room *room,
                          const struct store_room *stored);

/* The room is stored as it is from now on. */
void truth__resigns_stored(struct sim *sim, const struct truth_room *room,
                           const struct store_room *stored);
/* The game ends so; nothing of that is noted yet. */
void truth__resigned(struct sim *sim, const struct truth_game *game,
                     const struct store_game_end *end);
/* The same for its link, of which the truth has the hash. */
void truth__link_stored(struct sim *sim, struct truth_room *room, const struct store_room *stored,
                        bool is_new);
/* Whether the free seat of the room, which is open, is kept for one player. */
bool truth_is_reserved(const struct truth_room *room);
/* The room is told to this link, whose player `may_know` of one that is kept for a link. */
void truth_link_told(struct link *link, const struct room_record *record, bool may_know);
/* The room was joined by this request, which names it or has its link. */
void truth_link_joined(struct sim *sim, const struct ask *ask, const struct room_record *record);

/* The room is told as it was stored. */
void truth_resigns_told(struct sim *sim, const struct truth_room *room,
                        const struct room_record *record);
/* It was opened by this request. */
void truth_resigns_opened(struct sim *sim, const struct ask *ask, const struct room_record *record);

#endif
