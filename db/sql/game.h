/* SPDX-License-Identifier: MIT */
/*
 * Games as every answer has them.
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

/* A game that ends, and what its players had before it: all read before anything of it is written.
 */
struct ending {
    const struct cache_game *game;
    const struct store_game_end *end;
    enum history_stake stakes[SEAT_COUNT]; /* of their lines */
    struct rating_now now[SEAT_COUNT];
};

/* A game with what its log or its histories have of it. As sql__step(). */
int game__read(struct sql_connection *sql, uint64_t id, struct arena *arena,
               struct store_game *game_out);
/* Reads the row of a game; its log and its changes of ratings are not there yet. False: damage. */
bool game__read_row(const struct sql_row *row, struct arena *arena, struct store_game *game_out);
/* Reads the changes of ratings by a game that is over. Returns 0 or -1. */
int game__read_changes(struct sql_connection *sql, struct store_game *game);

#endif
