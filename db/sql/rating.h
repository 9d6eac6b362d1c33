/* SPDX-License-Identifier: MIT */
/*
 * Ratings as they are stored, with the counts of players by points that ranks are read from.
 * db/sql/game.c says how a game moves them.
 */
#ifndef PENTAD_DB_SQL_RATING_H
#define PENTAD_DB_SQL_RATING_H

#include "db/sql/cache.h"
#include "db/sql/writer.h"

struct ending; /* db/sql/game.h */

/* A player's rating before a game moves it. */
struct rating_now {
    struct store_rating rating; /* with its listed points; without games: there is none */
    uint64_t rank;              /* 0 without an established one */
    int64_t held;               /* points that are held (db/rating.h), and the mark for them */
    int mark;
};

/* Reads the last month whose fines were settled, 0 if there is none. Returns 0 or -1. */
int rating__settled_month(struct sql_connection *sql, int *month_out);

/* Reads a rating without its rank. Returns 1: found, 0: there is none, -1: the database failed. */
int rating__read(struct sql_connection *sql, uint64_t player, enum variant_id variant,
                 struct rating_now *now_out);

/* Each returns OP_DONE or OP_REFUSED. */
int rating__get(struct sql_writer *writer, uint64_t player, enum variant_id variant,
                struct rating_now *now_out);
/* Writes a rating whose games were annulled as it is afterwards; one without games is removed. */
int rating__annulled(struct sql_writer *writer, uint64_t player, const struct store_rating *before,
                     const struct store_rating *after);
/* Counts an established rating anew by its listed points, if these changed or it was not
 * established. */
int rating__recount(struct sql_writer *writer, uint64_t player, const struct store_rating *before,
                    const struct store_rating *after);
/* Removes the player's ratings; the ledger stays. */
int rating__remove_all(struct sql_writer *writer, uint64_t player);

/* Reads a player's ratings, by variant, into the arena. Those of variants that this program does
 * not know are left out. Returns 0 or -1. */
int rating__read_all(struct sql_connection *sql, struct arena *arena, struct store_player *player);
/* Finds the ranks of the ratings that were read and are established. Returns 0 or -1. */
int rating__rank_all(struct sql_connection *sql, struct store_player *player);
/* Gives 1 + the number of players with more listed points. Returns 0 or -1. */
int rating__rank(struct sql_connection *sql, enum variant_id variant, int64_t listed,
                 uint64_t *rank_out);

/* ------------------------------------------------------------------ provisional ratings */
/*
 * Provisional ratings as they are stored: the effect of their games, and the opponents that count.
 */

/* Completes writer->changes, which have the effect of the game without this rule. Writes nothing.
 * Returns OP_DONE or OP_REFUSED. */
int provisional__compute(struct sql_writer *writer, const struct ending *ending);
/* Writes the opponent of the player at `seat`, if it is a new one that counts. Returns the same. */
int provisional__note_opponent(struct sql_writer *writer, const struct ending *ending, int seat);

/* ------------------------------------------------------------------ points that are held */
/*
 * Points that are held (db/rating.h) as they are stored: one row for each win, and their sum with
 * the rating.
 */

/* Completes writer->changes with the held and the listed points, once the points are known. Writes
 * nothing. Returns OP_DONE or OP_REFUSED. */
int held__compute(struct sql_writer *writer, const struct ending *ending);
/* Writes them for the player at `seat`, whose rating is already written. Returns the same. */
int held__note(struct sql_writer *writer, const struct ending *ending, int seat);

/* Forgets the held points of a win; returns how many there were, or -1. held__set() sets the
 * rating. */
int64_t held__forget(struct sql_writer *writer, uint64_t player, uint64_t opponent, uint64_t game);
/* Returns OP_DONE or OP_REFUSED. */
int held__set(struct sql_writer *writer, uint64_t player, enum variant_id variant, int64_t held,
              int mark);

#endif
