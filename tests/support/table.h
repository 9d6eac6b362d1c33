/* SPDX-License-Identifier: MIT */
/*
 * Two peers at a table, for tests that want a game played without spelling out each request. It
 * follows the game by its events and checks that both players are told the same.
 */
#ifndef PENTAD_TESTS_SUPPORT_TABLE_H
#define PENTAD_TESTS_SUPPORT_TABLE_H

#include "tests/support/peer.h"

#include <stdbool.h>

#define TABLE_ID_SIZE 16

/* A table. Its opener makes the first action of the first game. */
struct table {
    struct peer *opener;
    struct peer *joiner;
    struct peer *seats[2]; /* the current game's first and second player */
    char room[TABLE_ID_SIZE];
    char game[TABLE_ID_SIZE];
    int ply;
    int to_act; /* 0 or 1; -1 when the game is over */
};

/* A clock with which any number of rated games go on at once, for `clock:{s:s, s:I}`. */
#define TABLE_DAYS "kind", "correspondence", "period_ms", (json_int_t)(3 * 24 * 3600 * 1000)

/* As many moves as make a row near for both, so that whoever gives up loses. */
#define TABLE_NEAR "h8 a1 h9 a2 h10 a3"

enum table_stake { TABLE_UNRATED, TABLE_RATED };

/* The opener opens a room and begins; the joiner joins; both know that the game has started. */
void table_open(struct table *table, struct peer *opener, struct peer *joiner, const char *variant,
                enum table_stake stake);
/* Both want a rematch; it has started for both. */
void table_rematch(struct table *table);

/* Does one action ("h8", "two_more") for whoever's turn it is and waits until both were told.
 * Returns the event that the opponent got. */
json_t *table_act(struct table *table, const char *action);
/* A list of actions separated by spaces. */
void table_play(struct table *table, const char *actions);
/* Sends the action of the peer in `seat` for the current ply and returns the request's id. */
int64_t table_send(struct table *table, int seat, const char *action);

/* The square for move `ply` of a long classic game: pairs of each colour, shifted by two from row
 * to row, so that nobody ever has three in a row. */
void table_quiet_square(int ply, char text_out[16]);

/* Both are told that the game ended so; returns the event that the first player got. */
json_t *table_ended(struct table *table, const char *result, const char *reason);

/* Takes over who sits where, and whose turn it is, from a whole game. */
void table_follow(struct table *table, const json_t *game);
/* Both come back over new connections. */
void table_take_seats(struct table *table, struct peer *opener, struct peer *joiner);

/* The game as any connection reads it. */
json_t *table_read(const struct table *table, struct peer *reader);
/* A game that the first player wins with five in a column, and its last squares; and one that the
 * second player wins. For classic. */
#define TABLE_FIRST_WINS "h8 a1 h9 a2 h10 a3 h11 a4 h12"
#define TABLE_FIRST_LINE "h8 h9 h10 h11 h12"
#define TABLE_SECOND_WINS "a1 h8 a2 h9 a3 h10 a4 h11 s19 h12"
/* A full 3x3 board without a row:  X O X / X O O / O X X  from the top. */
#define TABLE_MINI_DRAW "a3 b3 c3 b2 b1 c2 a2 a1 c1"
#define TABLE_MINI_FIRST_WINS "a1 b1 a2 b2 a3"

#endif
