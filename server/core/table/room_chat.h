/* SPDX-License-Identifier: MIT */
/*
 * A room's chat: the last lines in a ring, every line in the store.
 */
#ifndef PENTAD_SERVER_CORE_ROOM_CHAT_H
#define PENTAD_SERVER_CORE_ROOM_CHAT_H

#include "server/core/state.h"

struct room_chat_line *room_chat_add(struct core *core, struct room *room,
                                     const struct store_chat_line *line);
/* The number of the first of the last lines, which are shown to newcomers. */
uint32_t room_chat_first(const struct room *room);
/* The line with number `n`, or NULL if it is not kept any more. */
const struct room_chat_line *room_chat_get(const struct room *room, uint32_t n);
/* Whether a line is for this player to read now: not who plays the game that its speaker watched,
 * and not who blocked the speaker. */
bool room_chat_is_for(const struct room *room, const struct room_chat_line *line,
                      const struct player *player);
/* The room's game is over: its players are told which of the last lines were not for them. */
void room_chat_tell_withheld(struct core *core, struct room *room);
/* Forgets lines that were never stored. */
void room_chat_trim(struct core *core, struct room *room);
void room_chat_free(struct core *core, struct room *room);
/* Says something: writes and tells it. Returns the line. */
const struct room_chat_line *room_say(struct core *core, struct room *room,
                                      const struct player *player, const char *text);

#endif
