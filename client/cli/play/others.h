/* SPDX-License-Identifier: MIT */
/*
 * The player's games at other tables, for a person at this one: where it is the player's move now,
 * how many wait, and the way to the next of them. The server's list has all of it, and is asked for
 * when something has happened.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_OTHERS_H
#define PENTAD_CLIENT_CLI_PLAY_OTHERS_H

#include "client/cli/play/visit.h"
#include "client/core/turns.h"

#include <stdbool.h>
#include <stdint.h>

/* All but the first member begin as zeros. */
struct others {
    const struct visit *visit;
    struct turn_news news;
    char said[INK_TEXT_SIZE];   /* words at another table, to be told after the news; "": none */
    struct turns_passed passed; /* games where the player typed `other` and has not moved since */
    bool are_there;             /* there are other games in progress, as far as is known */
    bool is_count_wanted;       /* the player has moved: the number of games that wait is told */
    bool is_other_wanted;       /* the player wants to go to the next one */
};

/* Takes the games in progress from a login. */
void others_begin(struct others *others, const struct notice *ready);
/* Takes an event of any game. */
void others_take_event(struct others *others, const struct notice *event);
/* The player's move at this table was taken. */
void others_take_move(struct others *others);
/* Does the command `other`. */
void others_do_other(struct others *others);
/* Takes the list. Returns the room of the game that the player wants to go to; 0: none. */
uint64_t others_take_games(struct others *others, const struct player_games_reply *list);
/* Takes an error in place of the list. Returns true if the list was asked for here, and not because
 * the player typed something. */
bool others_take_error(struct others *others);

/* ------------------------------------------------------------------ watching */
/*
 * The game for a watcher who names no room: that of a named player, or the best one that is going
 * on.
 */

/* Asks for the games of the player that the command line names, or for all that are going on. */
void watching_ask(const struct visit *visit);
/* The room to watch, by the answer to that. 0: there is none, and the visit has ended with a
 * message. */
uint64_t watching_choose(const struct visit *visit, const struct notice *reply);

#endif
