/* SPDX-License-Identifier: MIT */
/*
 * Players of a match by name: a computer player at a level, the beginner of the tests, the
 * textbook's search; and a game between two of them, with what it cost.
 */
#ifndef PENTAD_TESTS_BENCH_BRAIN_PLAYER_H
#define PENTAD_TESTS_BENCH_BRAIN_PLAYER_H

#include "tests/bench/brain_games.h"

enum player_kind {
    PLAYER_COMPUTER,
    PLAYER_BEGINNER, /* tests/support/beginner.h */
    PLAYER_PLAIN,    /* tests/bench/plain_uct.h */
};

/* The thinking of one player in all games so far. */
struct player_cost {
    uint64_t moves;
    uint64_t positions; /* that a computer says it looked at */
    double seconds;     /* of the processor */
    double longest;     /* of one move */
};

struct player {
    enum player_kind kind;
    struct games_side side; /* of a computer */
    uint32_t playouts;      /* of the textbook's search */
    char name[64];
    struct player_cost cost;
};

/* Makes the player that the text names: KEY[:LEVEL[:NODES]], beginner, or plain:PLAYOUTS. Stops the
 * program with words where that one does not play the variant. */
void player_init(struct player *player, const char *text, const struct variant *variant);
void player_deinit(struct player *player);

/* Plays the game to its end. Returns 2 for a win of SEAT_FIRST, 1 for a draw, 0 for a loss. */
int player_match(struct game *game, struct player *players[SEAT_COUNT], uint64_t *chance);

#endif
