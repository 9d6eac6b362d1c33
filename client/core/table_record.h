/* SPDX-License-Identifier: MIT */
/*
 * Takes the server's records and events over into a table: the room, the game, the chat.
 */
#ifndef PENTAD_CLIENT_CORE_TABLE_RECORD_H
#define PENTAD_CLIENT_CORE_TABLE_RECORD_H

#include "client/core/table.h"

void table_set_room(struct table *table, const struct room_record *room);
/* Takes a game. Returns 0, or an error of the engine if the actions are not a game; then the table
 * is as before. A record older than the known game changes nothing. */
int table_set_game(struct table *table, const struct game_record *game);
/* Copies the table's game for use after the session, which owns its variants: the copy has the
 * variant with the same key in this build. False: there is none, or it has other rules. */
bool table_keep_game(const struct table *table, struct game *game_out);
/* Takes the answer to game.sync about this table's game. Returns as table_set_game(). */
int table_take_sync(struct table *table, const struct game_sync_reply *sync);
/* Puts a line where its number belongs: players get the lines of watchers late. Returns true if it
 * was new. */
bool table_add_line(struct table *table, const struct chat_line_record *line, bool is_old);
/* The line with that number; NULL if it is not there. Lent until lines are added. */
const struct table_line *table_find_line(const struct table *table, int64_t n);
/* Removes the text of a line that a moderator hid. False if the line is not there, or was hidden
 * before. */
bool table_hide_line(struct table *table, int64_t n);

/* The meaning of an event for this table. */
enum table_news {
    TABLE_NEWS_NONE,        /* of another table, or already known */
    TABLE_NEWS,             /* taken */
    TABLE_NEWS_OUT_OF_STEP, /* does not follow what is known: get the game anew */
};
/* Takes an event. One of another room or game, or one already known, changes nothing; one that does
 * not follow what is known is reported, so that the game is fetched. */
enum table_news table_take_event(struct table *table, enum event event,
                                 const union event_body *body);

#endif
