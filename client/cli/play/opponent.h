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
    uint64_t nodes; /* looks at no more positions; 0: as many as the level does */
};

/* Finds the computer player for games of `variant`: that with this key, or the usual one where
 * `key` is NULL; at this level, or at one in the middle where it is 0. False: there is none, and
 * `problem` says why. */
#define OPPONENT_PROBLEM_SIZE 1024
bool opponent_choose(struct opponent *opponent, const struct variant *variant, const char *key,
                     int64_t level, char problem[OPPONENT_PROBLEM_SIZE]);
/* The one that is played where none is named, in the middle of its levels. */
struct opponent opponent_usual(const struct variant *variant);
/* The sentence on the levels that a computer has. */
void opponent_put_levels(const struct computer *computer, char *text, size_t size);
/* The strongest one at its highest level, with no fewer positions than any level looks at: it gives
 * hints. */
struct opponent opponent_strongest(const struct variant *variant);
/* Whom the player is against at a table of a server. All zeros: nobody (NULL), a person, or a
 * computer that is not known here. */
struct opponent opponent_of(const struct table_person *person);
/* As at a server: "random", or with several levels "depth:5". */
void opponent_name(const struct opponent *opponent, char *text, size_t size);
/* Lists all of them, with their levels and the games that they play. */
void opponent_list(struct ink *ink);

/* ------------------------------------------------------------------ named opponents */
/*
 * The argument of a command line that names a room, or a player. Functions of a visit.
 */

/* The room; 0: none. */
uint64_t named_room(const struct visit *visit);
/* The player with whom `penta play` is to play; NULL: none. */
const char *named_player(const struct visit *visit);
/* Whether a player of this name, as it was typed, is in the room. */
bool named_is_there(const struct room_record *room, const char *name);

/* ------------------------------------------------------------------ strength */
/*
 * How strong the player is against each computer player, kept between runs in the state file
 * "strength" (client/cli/connect/state_file.h). Blocking, and called at rare moments only. Each
 * returns false where the file is no good, and `problem` says so.
 */

/* Reads the estimate; without one it is that of nobody known. A file that is no good is set aside.
 */
bool strength_store_load(const struct computer *computer, struct strength *strength_out,
                         char *problem, size_t size);
/* Keeps the estimate beside those against others. */
bool strength_store_save(const struct computer *computer, const struct strength *strength,
                         char *problem, size_t size);

/* ------------------------------------------------------------------ levels */
/*
 * The level of a computer opponent, at a server or without: that of the game at the table and that
 * of the next one, which the player names, or which follows the estimate of the player's strength;
 * and what is offered when a game is over.
 */

/* All but the first member begin as zeros. */
struct levels {
    const struct visit *visit;
    struct opponent opponent; /* of the game at the table; its computer is NULL for people */
    unsigned next;            /* the level of the next game */
    bool is_mine;             /* it follows the estimate */
    bool is_helped;           /* the game does not count for it */
    unsigned losses;          /* in a row, at this level */
};

/* The level that suits the player's strength as it was kept. Trouble with the file is told. */
unsigned levels_mine(const struct computer *computer);

/* A game begins, against nobody who has levels where the computer is NULL. */
void levels_begin(struct levels *levels, const struct opponent *opponent);
/* The player was helped in this game. */
void levels_note_help(struct levels *levels);
/* The table's game has ended: estimates, and says what may come next. */
void levels_end(struct levels *levels);
/* Whether the next game is at another level than the one at the table. */
bool levels_is_next_other(const struct levels *levels);
/* The command `level`: a number, or "mine". Returns whether that was understood. */
bool levels_do(struct levels *levels, const char *rest);

#endif
