/* SPDX-License-Identifier: MIT */
/*
 * Lists that come in pages: leaderboards, a rating by day, games that are over.
 *
 * A part of a leaderboard as a client lists it: by position from a place on, or around a player.
 * Fed with the server's pages; decides nothing. Owns copies of what it shows; names are as the
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

/* Lines that are kept; the leaderboard goes on behind them. */
#define RANKINGS_MAX 2000

struct rankings_row {
    uint64_t position; /* from 1; around a player: the line on the page. Ties share a rank only */
    int64_t rank;
    char name[TABLE_NAME_SIZE];
    int64_t rating;
    int64_t games;
    int64_t listed; /* the points by which it is ranked, if they are fewer; else NONE */
    bool is_meant;  /* the line of the player around whom the page is */
};

struct rankings {
    struct pages rows;
    int64_t total; /* players with a rating */
    int64_t rank;  /* of the player who is meant; NONE without a rating */
};

/* Whether a line is ranked by fewer points than the player has. */
bool rankings_differ(const struct rankings *rankings);

/* `from` is that of the request for the first page; 1 for a page around a player. */
void rankings_init(struct rankings *rankings, int64_t from);
void rankings_deinit(struct rankings *rankings);
/* A page of `rating.top`; `from` is the request's. Whoever moved meanwhile is where the newer page
 * says. A page that follows nothing that is known is left out. */
void rankings_take_top(struct rankings *rankings, int64_t from,
                       const struct rating_top_reply *reply);
/* The page around a player. */
void rankings_take_around(struct rankings *rankings, const char *player,
                          const struct rating_around_reply *reply);
const struct rankings_row *rankings_at(const struct rankings *rankings, size_t index);

/* ------------------------------------------------------------------ ratings by day */
/*
 * A player's rating day by day, put together from the server's pages of at most a year. It is fed
 * with them, says which is next, and decides nothing. Owns its points and texts; the name is as the
 * server sent it and has to be made harmless before it is shown.
 */

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

/* ------------------------------------------------------------------ games that are over */
/*
 * A player's games that are over, as a client lists them, the one that ended last first. Fed with
 * the server's pages; decides nothing. Owns copies of what it shows, but variants are borrowed from
 * the session; names are as the server sent them and have to be made harmless before they are
 * shown.
 */

/* Games that are kept: the latest. Older ones are listed from another beginning. */
#define HISTORY_GAMES_MAX 2000

struct history_game {
    uint64_t id;
    int64_t ended;
    const struct variant *variant;
    char opponent[TABLE_NAME_SIZE];
    int64_t opponent_rank;   /* NONE without one */
    int64_t opponent_rating; /* before the game; NONE where it moved none */
    bool is_opponent_provisional;
    int mark;  /* of the player's stones, enum mark; NONE in games without */
    int score; /* enum score_word */
    int64_t points;
    bool is_starred;
    bool is_annulled;
    unsigned given; /* plies that were laid out before it began */
};

struct history {
    struct pages games;
};

/* `before` is that of the request for the first page. */
void history_init(struct history *history, uint64_t before);
void history_deinit(struct history *history);
/* A page; `before` is the request's. One that follows nothing that is known is left out. */
void history_take_list(struct history *history, uint64_t before,
                       const struct history_list_reply *reply);
const struct history_game *history_at(const struct history *history, size_t index);

#endif
