/* SPDX-License-Identifier: MIT */
/*
 * A player's rating day by day, put together from the server's pages of at most a year. It is fed
 * with them, says which is next, and decides nothing. Owns its points and texts; the name is as the
 * server sent it and has to be made harmless before it is shown.
 */
#ifndef PENTAD_CLIENT_CORE_RATING_GRAPH_H
#define PENTAD_CLIENT_CORE_RATING_GRAPH_H

#include "base/day.h"
#include "client/core/table.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A rating from a day on (base/day.h). */
struct rating_point {
    int day;
    int rating;
    int64_t games;    /* that ended on it and count; NONE: it is where the rating stood before */
    int64_t annulled; /* games, of that day or earlier ones, whose points were taken back on it */
    int64_t annulled_later; /* games that ended on it, and were annulled then or later */
};

struct rating_graph {
    int next_day;             /* the first day of the next page; NONE: the server chooses it */
    int until_day;            /* the last day of all pages; NONE: the server chooses it */
    char from[DAY_TEXT_SIZE]; /* the days of the next page as texts, lent to its request */
    char to[DAY_TEXT_SIZE];
    bool is_whole; /* the last page came */

    char name[TABLE_NAME_SIZE]; /* the player, as the server spells it; "" before that */
    int last_day;               /* of the last page; NONE where it could not be read */
    int64_t rating;             /* NONE without one */
    int64_t peak;
    int64_t rank;
    bool is_provisional; /* the rating, which then has no rank: NONE */
    int64_t games;
    struct rating_point *points; /* by day; not more than two a day */
    size_t count;
    size_t cap;
};

/* Days are numbers of base/day.h or NONE: without the first one it is the year before the last,
 * without the last one it is `today`. Without both the server chooses the last year, which is one
 * page. */
void rating_graph_init(struct rating_graph *graph, int first_day, int last_day, int today);
void rating_graph_deinit(struct rating_graph *graph);
void rating_graph_take(struct rating_graph *graph, const struct rating_graph_reply *page);
/* Puts the days of the next page into the request, whose other fields stay. False: all pages have
 * come. */
bool rating_graph_next_page(struct rating_graph *graph, struct rating_graph_request *request);
/* Counts the points that are days on which something was. */
size_t rating_graph_days(const struct rating_graph *graph);

#endif
