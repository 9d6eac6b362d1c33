/* SPDX-License-Identifier: MIT */
/*
 * The way back: to which of the rooms where one sits, as the login tells of them.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_BACK_H
#define PENTAD_CLIENT_CLI_PLAY_BACK_H

#include "client/cli/play/visit.h"
#include "client/core/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Games that are offered one after the other; a server lets nobody sit in more rooms by default. */
#define BACK_GAMES_MAX 16

/* A game in progress, as it was at the login. */
struct back_game {
    uint64_t room;
    char opponent[TABLE_NAME_SIZE];
    int64_t left_ms;   /* of whoever is to move; NONE: no clock, or an older server */
    bool is_mine;      /* the move */
    bool is_theirs;    /* neither: an older server tells no turns */
    bool is_real_time; /* the clock */
};

/* The games to go back to, on the terms that the command line asks for; of any variant unless one
 * is asked for. */
struct back {
    struct back_game games[BACK_GAMES_MAX]; /* the most urgent first */
    size_t count;
    size_t at;       /* those before were offered */
    unsigned others; /* in progress, on whatever terms, that were not offered yet */
};

void back_take(struct back *back, const struct visit *visit, const struct notice *ready);
/* The next game to offer; NULL: there is none. */
const struct back_game *back_next(struct back *back);
bool back_has_more(const struct back *back);
/* Says against whom a game is, whose move it is with the time that is left, and that there are
 * others. */
void back_say(const struct visit *visit, const struct back *back, const struct back_game *game);

/* A room of one's own that waits on the terms that the command line asks for, lent as the notice
 * is. NULL: there is none. */
const struct room_record *back_find_open(const struct visit *visit, const struct notice *ready);
/* The room of the game whose clock runs in real time, or 0; there is only one. */
uint64_t back_find_busy(const struct notice *ready);
/* The number of games in progress. */
unsigned back_count(const struct notice *ready);

#endif
