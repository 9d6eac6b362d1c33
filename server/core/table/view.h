/* SPDX-License-Identifier: MIT */
/*
 * The core's state as the records of the wire. A record borrows from the state and from the arena:
 * encode it before either changes.
 */
#ifndef PENTAD_SERVER_CORE_VIEW_H
#define PENTAD_SERVER_CORE_VIEW_H

#include "server/core/state.h"

/* The match's changes of ratings; returns 0 or SEAT_COUNT. Until they are known, gives values that
 * take as much room as any can. */
size_t view_changes(const struct match *match, struct rating_change_record out[SEAT_COUNT]);

const struct clock_record *view_clock(struct core *core, const struct time_control *control);
/* NULL without a clock. */
const struct clocks_record *view_clocks(struct core *core, const struct match *match,
                                        const struct clock clocks[SEAT_COUNT]);
const struct clocks_record *view_clocks_now(struct core *core, const struct match *match);
/* A computer's key and level; NULL and 0 for people. */
const char *view_computer(const struct known *known);
int64_t view_level(const struct known *known);
struct person_record view_player(const struct core *core, const struct player *player,
                                 const struct room *room);
const struct room_record *view_room(struct core *core, const struct room *room);
/* The same for somebody who is told what happens there, with the number of the stream `heard`. */
const struct room_record *view_room_heard(struct core *core, const struct room *room,
                                          const struct stream *heard);
/* A room as the player at the seat has heard of it, in the arena. */
const struct room_record *view_room_for(struct core *core, const struct room *room, int seat);
/* The same for a player who has just logged in and sits there, with whose turn it is. */
struct room_record view_room_of_login(struct core *core, const struct room *room,
                                      const struct player *player);
const struct game_record *view_game(struct core *core, const struct match *match);
const struct settings_record *view_settings(struct core *core, const struct store_account *account);
struct chat_line_record view_chat_line(const struct room_chat_line *line);

#endif
