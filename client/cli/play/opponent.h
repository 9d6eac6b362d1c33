/* SPDX-License-Identifier: MIT */
/*
 * A computer player as a person asks for one: by its key and a level, or by neither. Functions of
 * the table of computer players (brain/computers.def).
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_OPPONENT_H
#define PENTAD_CLIENT_CLI_PLAY_OPPONENT_H

#include "brain/computer.h"
#include "client/cli/terminal/ink.h"
#include "client/core/strength.h"
#include "client/core/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct visit;

struct opponent {
    const struct computer *computer;
    unsigned level;
    uint64_t nodes; /* the most positions to look at; 0: as many as the level does */
};

/* Finds the computer player for games of `variant`: the one with this key, or the usual one if
 * `key` is NULL; at this level, or the middle one if it is 0. False: there is none, and `problem`
 * says why. */
#define OPPONENT_PROBLEM_SIZE 1024
bool opponent_choose(struct opponent *opponent, const struct variant *variant, const char *key,
                     int64_t level, char problem[OPPONENT_PROBLEM_SIZE]);
/* The opponent if none is named, at the middle one of its levels. */
struct opponent opponent_usual(const struct variant *variant);
/* Writes the sentence on the levels that a computer has. */
void opponent_put_levels(const struct computer *computer, char *text, size_t size);
/* The strongest one at its highest level, with as many positions as any level looks at: it gives
 * hints. */
struct opponent opponent_strongest(const struct variant *variant);
/* The player's opponent at a table of a server. All zeros: nobody (NULL), a person, or a computer
 * that is not known here. */
struct opponent opponent_of(const struct table_person *person);
/* Writes its name as a server does: "random", or with several levels "depth:5". */
void opponent_name(const struct opponent *opponent, char *text, size_t size);
/* Lists all of them, with their levels and the games that they play. */
void opponent_list(struct ink *ink);

/* ------------------------------------------------------------------ named opponents */
/*
 * The argument of a command line that names a room, or a player. Functions of a visit.
 */

/* The room; 0: none. */
uint64_t named_room(const struct visit *visit);
/* The player that `penta play` is to play with; NULL: none. */
const char *named_player(const struct visit *visit);
/* True if a player with this name, as typed, is in the room. */
bool named_is_there(const struct room_record *room, const char *name);

/* ------------------------------------------------------------------ strength */
/*
 * Estimates of the player's strength against each computer player, kept between runs in the state
 * file "strength" (client/cli/connect/state_file.h). Blocking, and called at rare moments only.
 * Each function returns false if the file cannot be used, and `problem` says so.
 */

/* Reads the estimate; without one it is that for an unknown player. An unusable file is set
 * aside. */
bool strength_store_load(const struct computer *computer, struct strength *strength_out,
                         char *problem, size_t size);
/* Keeps the estimate beside those against others. */
bool strength_store_save(const struct computer *computer, const struct strength *strength,
                         char *problem, size_t size);

/* ------------------------------------------------------------------ levels */
/*
 * The level of a computer opponent, at a server or without: that of the game at the table and that
 * of the next one, which the player names or which follows the estimate of the player's strength;
 * and the offers after a game.
 */

/* All but the first member begin as zeros. */
struct levels {
    const struct visit *visit;
    struct opponent opponent; /* of the game at the table; its computer is NULL for people */
    unsigned next;            /* the level of the next game */
    bool is_mine;             /* the next level follows the estimate */
    bool is_helped;           /* the game does not count for the estimate */
    unsigned losses;          /* in a row, at this level */
};

/* The level that suits the player's strength in the state file. Trouble with the file is told. */
unsigned levels_mine(const struct computer *computer);

/* A game begins; if the computer is NULL, against an opponent without levels. */
void levels_begin(struct levels *levels, const struct opponent *opponent);
/* The player was helped in this game. */
void levels_note_help(struct levels *levels);
/* The table's game has ended: updates the estimate, and tells what may come next. */
void levels_end(struct levels *levels);
/* True if the next game is at another level than the one at the table. */
bool levels_is_next_other(const struct levels *levels);
/* The command `level`: a number, or "mine". False: it was not understood. */
bool levels_do(struct levels *levels, const char *rest);

#endif
