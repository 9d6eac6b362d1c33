/* SPDX-License-Identifier: MIT */
/*
 * What is gathered and told at most once a second, if it is news: presence, watchers, rooms of the
 * lobby.
 */
#ifndef PENTAD_TESTS_SIM_SAID_GATHERED_H
#define PENTAD_TESTS_SIM_SAID_GATHERED_H

#include "tests/sim/link.h"

/* Events that leave on a connection. */
void gathered_presence(struct link *link, const struct room_presence_event *presence);
void gathered_watchers(struct link *link, const struct room_watchers_event *watchers);
void gathered_room(struct link *link, const struct room_record *told);
void gathered_gone(struct link *link, uint64_t room);
void gathered_lobby_presence(struct link *link, const struct lobby_presence_event *presence);

/* A reply tells of a room or of the lobby; events of it follow on this connection. */
void gathered_base(struct link *link, uint64_t room);
void gathered_list(struct link *link);
/* What was on its way to the client is lost, such a reply perhaps. */
void gathered_lost(struct link *link);
/* Somebody was told, or may have been told, who is at tables: a player, or 0. */
void gathered_followed(struct sim *sim, uint64_t player);
/* The same of whoever is at the connection. */
void gathered_told(const struct link *link);

#endif
