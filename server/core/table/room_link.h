/* SPDX-License-Identifier: MIT */
/*
 * The link of a room: a secret whose holder alone may take the free seat. The room owns it; memory
 * and the store have its hash alone, and nobody is told it but who asks for it at the table. It
 * counts until somebody has joined, or another one is made, or the room closes, which it does when
 * the link's time is over.
 */
#ifndef PENTAD_SERVER_CORE_ROOM_LINK_H
#define PENTAD_SERVER_CORE_ROOM_LINK_H

#include "server/core/rules/spoken_code.h"
#include "server/core/state.h"

/* 130 bits. */
#define ROOM_LINK_CHARS 26
#define ROOM_LINK_SIZE SPOKEN_CODE_SIZE(ROOM_LINK_CHARS)

/* Whether the free seat is kept for who has the link. */
bool room_link_keeps(const struct room *room);
/* Gives the room, which is touched, another link and the time that it has; the one before is worth
 * nothing any more. */
void room_link_renew(struct core *core, struct room *room, char link_out[ROOM_LINK_SIZE]);
/* The room that had this link last, or NULL; it may have been used by now. */
struct room *room_link_find(struct core *core, const char *typed);
/* Stores the link with the room, and takes it from there. */
void room_link_put(const struct room *room, struct store_room *stored);
void room_link_load(struct room *room, const struct store_room *stored);
/* The table of links follows the room's state. */
void room_link_reindex(struct core *core, struct room *room);

#endif
