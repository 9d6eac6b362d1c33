/* SPDX-License-Identifier: MIT */
/*
 * Games as all answers return them.
 */
#ifndef PENTAD_DB_SQL_GAME_H
#define PENTAD_DB_SQL_GAME_H

#include "db/sql/rating.h"

/* The kinds of lines of a history: `history.stake`. */
enum history_stake {
    HISTORY_FOR_FUN, /* against somebody */
    HISTORY_RATED,   /* against somebody */
    HISTORY_COMPUTER,
    HISTORY_STAKES,
};

/* A game that ends, and the state of its players before it, all read before anything is written. */
struct ending {
    const struct cache_game *game;
    const struct store_game_end *end;
    enum history_stake stakes[SEAT_COUNT]; /* of their lines */
    struct rating_now now[SEAT_COUNT];
};

/* Reads a game with the parts that are in its log or its histories. Returns as sql__step(). */
int game__read(struct sql_connection *sql, uint64_t id, struct arena *arena,
               struct store_game *game_out);
/* Reads the row of a game, without its log and its changes of ratings. False if it is damaged. */
bool game__read_row(const struct sql_row *row, struct arena *arena, struct store_game *game_out);
/* Reads the changes of ratings by a game that is over. Returns 0 or -1. */
int game__read_changes(struct sql_connection *sql, struct store_game *game);

#endif
