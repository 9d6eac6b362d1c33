/* SPDX-License-Identifier: MIT */
/*
 * What the files of rooms share among themselves.
 */
#ifndef PENTAD_SERVER_CORE_ROOM_PRIVATE_H
#define PENTAD_SERVER_CORE_ROOM_PRIVATE_H

#include "server/core/table/room.h"

/* A new room by these terms, touched; nobody sits there yet. */
struct room *room__new_by(struct core *core, const struct room_terms *terms);
/* Writes the room as it is. */
void room__write(struct core *core, const struct room *room);
/* After seats or the invitation changed: the players' lists follow. */
void room__reindex(struct core *core, struct room *room);

#endif
