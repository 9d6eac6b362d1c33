/* SPDX-License-Identifier: MIT */
/*
 * The player's games at other tables, told to a person at this one: in which it is the player's
 * move now, how many wait, and the way to the next of them. The server's list says all of it, and
 * is asked for when something has happened.
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
    char said[INK_TEXT_SIZE];   /* at another table, to be told behind the news; "": nothing */
    struct turns_passed passed; /* by the player, who typed `other` there and made no move since */
    bool are_there;             /* other games in progress, as far as it is known */
    bool is_count_wanted;       /* the player has moved: how many games wait */
    bool is_other_wanted;       /* the player wants to go to the next one */
};

/* A login tells of the games in progress. */
void others_begin(struct others *others, const struct notice *ready);
/* Takes an event of any game. */
void others_take_event(struct others *others, const struct notice *event);
/* The player's move at this table was taken. */
void others_take_move(struct others *others);
/* `other` was typed. */
void others_do_other(struct others *others);
/* The list came. Returns the room of the game that the player wants to go to; 0: none. */
uint64_t others_take_games(struct others *others, const struct player_games_reply *list);
/* It did not. Returns whether it was asked for, and nobody typed anything that it was for. */
bool others_take_error(struct others *others);

/* ------------------------------------------------------------------ watching */
/*
 * Which game a watcher means who names no room: the game of a player, or the best one that is going
 * on.
 */

/* Asks for games: those of the player whom the command line names, or those that are going on. */
void watching_ask(const struct visit *visit);
/* The room to watch, by the answer to that. 0: there is none, and the visit has ended with a word.
 */
uint64_t watching_choose(const struct visit *visit, const struct notice *reply);

#endif
