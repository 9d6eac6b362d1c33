/* SPDX-License-Identifier: MIT */
/*
 * Streams of rooms and players: the numbers that events have on a connection, and over all lives of
 * the server.
 */
#ifndef PENTAD_TESTS_SIM_SAID_STREAM_H
#define PENTAD_TESTS_SIM_SAID_STREAM_H

#include "tests/sim/link.h"

/* An event with a number leaves, as this line. Returns whether it is sent again. */
bool stream_event(struct link *link, const struct incoming *in, const char *line, size_t len);
/* A reply or an event tells the number of a room, or (0) of the player. */
void stream_base(struct link *link, uint64_t room, int64_t seq);
/* A reply to room.sync or player.sync: the room (0: the player), its number, and whether it tells
 * everything in place of the events. */
void stream_synced(struct link *link, uint64_t room, int64_t since, int64_t seq, bool is_whole);
/* A line came down to a person, who remembers the number. */
struct person;
void stream_heard(struct person *person, const struct incoming *in);
void streams_free(struct sim *sim);

#endif
