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
/* The number of a line. */
uint32_t room_chat_n(const struct room_chat_line *line);
/* The line with number `n`, or NULL if it is not kept any more. */
const struct room_chat_line *room_chat_get(const struct room *room, uint32_t n);
/* True if the player may read the line now: it is not for a player of the game that its speaker
 * watched, nor for somebody who blocked the speaker. */
bool room_chat_is_for(const struct room *room, const struct room_chat_line *line,
                      const struct player *player);
/* Tells the players of the room's game, which is over, the last lines that were not for them. */
void room_chat_tell_withheld(struct core *core, struct room *room);
/* Hides lines that were hidden while the room was on its way from the store. */
void room_chat_load_hidden(struct room *room, const uint32_t *lines, size_t count);
/* Listens to stored operations: hides the lines of an upheld report from everybody. */
void room_chat_stored(struct core *core, const struct store_op *op);
/* Listens to BATCH_FAILED: word of hidden lines that waited for the batch was not told. */
void room_chat_batch_failed(struct core *core, uint64_t failed);
/* The last lines that this player may read; returns how many. */
size_t room_chat_seen(const struct room *room, const struct player *player,
                      struct store_line_place lines_out[STORE_CHAT_LOADED]);
/* The time at which the speaker said the last of these; NONE: never. */
int64_t room_chat_spoke_ms(const struct room *room, uint64_t speaker, const struct player *player);
/* Forgets lines that were never stored. */
void room_chat_trim(struct core *core, struct room *room);
void room_chat_free(struct core *core, struct room *room);
/* Adds a line to the chat: writes and tells it. Returns the line. */
const struct room_chat_line *room_say(struct core *core, struct room *room,
                                      const struct player *player, const char *text);

#endif
