/* SPDX-License-Identifier: MIT */
/*
 * Tallies and forms: added to when a game ends, so that nobody counts when they are asked for.
 */
#ifndef PENTAD_DB_SQL_STATS_H
#define PENTAD_DB_SQL_STATS_H

#include "db/sql/game.h"
#include "db/sql/writer.h"

/* The game is over, and the player at `seat` has its line in the history. A form does not count
 * games against computers. OP_DONE or OP_REFUSED. */
int stats__add(struct sql_writer *writer, const struct ending *ending, int seat);

/* A line of a history that had a result and is annulled. */
struct stats_line {
    uint64_t player;
    uint64_t opponent;
    enum variant_id variant;
    enum score score;
    int64_t seat;
    int64_t mark;
};
/* Takes it out of the tallies. OP_DONE or OP_REFUSED. */
int stats__take_back(struct sql_writer *writer, const struct stats_line *line);
/* Counts the form anew, by the games that are not annulled; it goes where there are none. The same
 * returns. */
int stats__count_form(struct sql_writer *writer, uint64_t player, enum variant_id variant);

#endif
