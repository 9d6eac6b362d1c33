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
/* The number of a line. */
uint32_t room_chat_n(const struct room_chat_line *line);
const struct room_chat_line *room_chat_get(const struct room *room, uint32_t n);
/* Whether a line is for this player to read now: not who plays the game that its speaker watched,
 * and not who blocked the speaker. */
bool room_chat_is_for(const struct room *room, const struct room_chat_line *line,
                      const struct player *player);
/* The room's game is over: its players are told which of the last lines were not for them. */
void room_chat_tell_withheld(struct core *core, struct room *room);
/* Lines that were hidden while the room was on its way from the store. */
void room_chat_load_hidden(struct room *room, const uint32_t *lines, size_t count);
/* Listens to stored operations: lines are hidden from everybody by a report that was upheld. */
void room_chat_stored(struct core *core, const struct store_op *op);
/* Listens to BATCH_FAILED: the word on hidden lines that waited for it was not told. */
void room_chat_batch_failed(struct core *core, uint64_t failed);
/* The last lines, as far as they are for this player; returns how many. */
size_t room_chat_seen(const struct room *room, const struct player *player,
                      struct store_line_place lines_out[STORE_CHAT_LOADED]);
/* When the speaker said the last one of them; NONE: nothing. */
int64_t room_chat_spoke_ms(const struct room *room, uint64_t speaker, const struct player *player);
/* Forgets lines that were never stored. */
void room_chat_trim(struct core *core, struct room *room);
void room_chat_free(struct core *core, struct room *room);
/* Says something: writes and tells it. Returns the line. */
const struct room_chat_line *room_say(struct core *core, struct room *room,
                                      const struct player *player, const char *text);

#endif
