/* SPDX-License-Identifier: MIT */
/*
 * Taking the server's records and events over into a table: the room, the game, the chat.
 */
#ifndef PENTAD_CLIENT_CORE_TABLE_RECORD_H
#define PENTAD_CLIENT_CORE_TABLE_RECORD_H

#include "client/core/table.h"

void table_set_room(struct table *table, const struct room_record *room);
/* Returns 0, or an error of the engine if the actions are not a game; then the table is as before.
 * A record that is older than what is known changes nothing. */
int table_set_game(struct table *table, const struct game_record *game);
/* Copies the table's game for longer than the session lasts, whose variants go with it: of the
 * variant that has the same key in this build. False: there is none, or it has other rules. */
bool table_keep_game(const struct table *table, struct game *game_out);
/* The answer to game.sync about this table's game. Returns as table_set_game(). */
int table_take_sync(struct table *table, const struct game_sync_reply *sync);
/* Puts a line where its number belongs: lines of watchers come late to the players. Returns
 * whether it was new. */
bool table_add_line(struct table *table, const struct chat_line_record *line, bool is_old);
/* The line with that number; NULL if it is not there. Lent until lines are added. */
const struct table_line *table_find_line(const struct table *table, int64_t n);
/* A moderator hid the line: its text goes. False if it is not there, or was hidden before. */
bool table_hide_line(struct table *table, int64_t n);

/* The meaning of an event for this table. */
enum table_news {
    TABLE_NEWS_NONE,        /* not of this table, or known already */
    TABLE_NEWS,             /* taken */
    TABLE_NEWS_OUT_OF_STEP, /* does not follow from what is known: get the game anew */
};
/* Takes an event. One of another room or game, or one that is known already, changes nothing; one
 * that cannot follow what is known is reported, so that the game is fetched. */
enum table_news table_take_event(struct table *table, enum event event,
                                 const union event_body *body);

#endif
