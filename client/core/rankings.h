/* SPDX-License-Identifier: MIT */
/*
 * A part of a leaderboard as a client lists it: by position from a place on, or around a player.
 * Fed with the server's pages; decides nothing. Owns copies of what it shows; names are as the
 * server sent them and have to be made harmless before they are shown.
 */
#ifndef PENTAD_CLIENT_CORE_RANKINGS_H
#define PENTAD_CLIENT_CORE_RANKINGS_H

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

#endif
