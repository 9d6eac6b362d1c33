/* SPDX-License-Identifier: MIT */
/*
 * A player's games that are over, as a client lists them, the one that ended last first. Fed with
 * the server's pages; decides nothing. Owns copies of what it shows, but variants are borrowed from
 * the session; names are as the server sent them and have to be made harmless before they are
 * shown.
 */
#ifndef PENTAD_CLIENT_CORE_HISTORY_H
#define PENTAD_CLIENT_CORE_HISTORY_H

#include "client/core/pages.h"
#include "client/core/table.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
