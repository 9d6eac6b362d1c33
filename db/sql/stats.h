/* SPDX-License-Identifier: MIT */
/*
 * Tallies and forms: the end of each game adds to them, so that nothing has to be counted for an
 * answer.
 */
#ifndef PENTAD_DB_SQL_STATS_H
#define PENTAD_DB_SQL_STATS_H

#include "db/sql/game.h"
#include "db/sql/writer.h"

/* Adds a game that is over, and whose line the player at `seat` has in the history. A form does not
 * count games against computers. Returns OP_DONE or OP_REFUSED. */
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
/* Takes the line out of the tallies. Returns OP_DONE or OP_REFUSED. */
int stats__take_back(struct sql_writer *writer, const struct stats_line *line);
/* Counts the form anew, by the games that are not annulled; it is removed if there are none.
 * Returns the same. */
int stats__count_form(struct sql_writer *writer, uint64_t player, enum variant_id variant);

#endif
