/* SPDX-License-Identifier: MIT */
/*
 * Lists that come in pages: leaderboards, a rating by day, games that are over.
 *
 * A part of a leaderboard as a client lists it: from a position on, or around a player. It is fed
 * with the server's pages and decides nothing. Owns copies of what it shows; names are as the
 * server sent them and have to be made harmless before they are shown.
 */
#ifndef PENTAD_CLIENT_CORE_LISTS_H
#define PENTAD_CLIENT_CORE_LISTS_H

#include "base/day.h"
#include "client/core/pages.h"
#include "client/core/table.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most lines that are kept; the leaderboard goes on after them. */
#define RANKINGS_MAX 2000

struct rankings_row {
    uint64_t position; /* from 1; around a player: the line on the page. Ties share a rank only */
    int64_t rank;
    char name[TABLE_NAME_SIZE];
    int64_t rating;
    int64_t games;
    int64_t listed; /* the points by which the player is ranked, if fewer; else NONE */
    bool is_meant;  /* the line of the player that the page is around */
};

struct rankings {
    struct pages rows;
    int64_t total; /* players with a rating */
    int64_t rank;  /* of that player; NONE without a rating */
};

/* True if a line is ranked by fewer points than its player has. */
bool rankings_differ(const struct rankings *rankings);

/* `from` is the `from` of the request for the first page; 1 for a page around a player. */
void rankings_init(struct rankings *rankings, int64_t from);
void rankings_deinit(struct rankings *rankings);
/* Takes a page of `rating.top`; `from` is the request's. A player who moved meanwhile stands where
 * the newer page says. A page that does not follow a known one is dropped. */
void rankings_take_top(struct rankings *rankings, int64_t from,
                       const struct rating_top_reply *reply);
/* Takes the page around a player. */
void rankings_take_around(struct rankings *rankings, const char *player,
                          const struct rating_around_reply *reply);
const struct rankings_row *rankings_at(const struct rankings *rankings, size_t index);

/* ------------------------------------------------------------------ ratings by day */
/*
 * A player's rating day by day, put together from the server's pages of at most a year. It is fed
 * with them, tells the next one to ask for, and decides nothing. Owns its points and texts; the
 * name is as the server sent it and has to be made harmless before it is shown.
 */

/* A rating from a day on (base/day.h). */
struct rating_point {
    int day;
    int rating;
    int64_t games;          /* that ended on it and count; NONE: the point is the rating before */
    int64_t annulled;       /* games, of this or earlier days, whose points were taken back on it */
    int64_t annulled_later; /* games that ended on it, and were annulled then or later */
};

struct rating_graph {
    int next_day;             /* the first day of the next page; NONE: the server chooses it */
    int until_day;            /* the last day of all pages; NONE: the server chooses it */
    char from[DAY_TEXT_SIZE]; /* the days of the next page as texts, lent to its request */
    char to[DAY_TEXT_SIZE];
    bool is_whole; /* the last page came */

    char name[TABLE_NAME_SIZE]; /* the player, as the server spells it; "" before that */
    int last_day;               /* of the last page; NONE if it could not be read */
    int64_t rating;             /* NONE without one */
    int64_t peak;
    int64_t rank;
    bool is_provisional; /* the rating, which then has no rank: NONE */
    int64_t games;
    struct rating_point *points; /* by day; not more than two a day */
    size_t count;
    size_t cap;
};

/* Begins a graph. Days are numbers of base/day.h or NONE: the default for the last day is `today`,
 * for the first day a year before the last. If both are NONE the server chooses the last year,
 * which is one page. */
void rating_graph_init(struct rating_graph *graph, int first_day, int last_day, int today);
void rating_graph_deinit(struct rating_graph *graph);
void rating_graph_take(struct rating_graph *graph, const struct rating_graph_reply *page);
/* Puts the days of the next page into the request, whose other fields stay. False: all pages have
 * come. */
bool rating_graph_next_page(struct rating_graph *graph, struct rating_graph_request *request);
/* Counts the points that are days on which something happened. */
size_t rating_graph_days(const struct rating_graph *graph);

/* ------------------------------------------------------------------ games that are over */
/*
 * A player's games that are over, as a client lists them, the one that ended last first. It is fed
 * with the server's pages and decides nothing. Owns copies of what it shows, but variants are
 * borrowed from the session; names are as the server sent them and have to be made harmless before
 * they are shown.
 */

/* The most games that are kept: the latest. For older ones a list begins later. */
#define HISTORY_GAMES_MAX 2000

struct history_game {
    uint64_t id;
    int64_t ended;
    const struct variant *variant;
    char opponent[TABLE_NAME_SIZE];
    int64_t opponent_rank;   /* NONE without one */
    int64_t opponent_rating; /* before the game; NONE if it moved no rating */
    bool is_opponent_provisional;
    int mark;  /* of the player's stones, enum mark; NONE in games without marks */
    int score; /* enum score_word */
    int64_t points;
    bool is_starred;
    bool is_annulled;
    unsigned given; /* plies that were laid out before it began */
};

struct history {
    struct pages games;
};

/* `before` is the `before` of the request for the first page. */
void history_init(struct history *history, uint64_t before);
void history_deinit(struct history *history);
/* Takes a page; `before` is the request's. A page that does not follow a known one is dropped. */
void history_take_list(struct history *history, uint64_t before,
                       const struct history_list_reply *reply);
const struct history_game *history_at(const struct history *history, size_t index);

#endif
