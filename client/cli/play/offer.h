/* SPDX-License-Identifier: MIT */
/*
 * A room that the player is about to join, by its name or its link: comparing its terms with those
 * that were asked for, and the question if they differ. Functions of a visit and a room.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_OFFER_H
#define PENTAD_CLIENT_CLI_PLAY_OFFER_H

#include "client/cli/play/visit.h"
#include "client/core/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True if the typed text has the form of a link. */
bool offer_is_link(const char *text);
/* Asks for this one room in the list of all, to know its terms before it is joined. */
void offer_ask(const struct visit *visit, uint64_t room);
/* True if the opener is there, or does not have to be. */
bool offer_can_begin(const struct visit *visit, const struct room_record *room);
/* True if the room's stakes and clock are exactly those asked for. */
bool offer_suits_terms(const struct visit *visit, const struct room_record *room);
/* True if the player begins there, or not, as asked for; the room tells it of its opener, the
 * command line of the player. */
bool offer_suits_first(const struct visit *visit, const struct room_record *room);
/* True if joining it would surprise the player, by its variant, its stakes, its clock, or who
 * begins. */
bool offer_surprises(const struct visit *visit, const struct room_record *room);
/* Writes the question if the player wants to join it. */
void offer_put_question(const struct visit *visit, const struct room_record *room, char *text,
                        size_t size);
/* True if the room has the terms that were asked for. Terms that were not named may be anything: in
 * the first function stakes and clock, in the second also the variant and who begins, if this
 * player can join. */
bool offer_keeps_to_terms(const struct visit *visit, const struct room_record *room);
bool offer_is_for_any(const struct visit *visit, const struct room_record *room);
/* The players who wait in quick pairing for what was asked for, in the same sense; NULL: nobody. */
const struct waiting_record *offer_find_waiting(const struct visit *visit,
                                                const struct lobby_watch_reply *lobby);
/* Writes the question if the player wants to open a room on their terms, which they then join. */
void offer_put_waiting(const struct waiting_record *waiting, char *text, size_t size);
/* Writes the question if the player wants to join it instead of opening a room. */
void offer_put_near(const struct visit *visit, const struct room_record *room, char *text,
                    size_t size);
/* Writes the question if the player wants to accept an invitation. */
void offer_put_invitation(const struct visit *visit, const struct room_record *room, char *text,
                          size_t size);

/* ------------------------------------------------------------------ the way back */
/*
 * The rooms to go back to, of those where the player sits, as the login tells them.
 */

/* The most games that are offered one after the other; by default a server lets nobody sit in more
 * rooms. */
#define BACK_GAMES_MAX 16

/* A game in progress, as it was at the login. */
struct back_game {
    uint64_t room;
    char opponent[TABLE_NAME_SIZE];
    int64_t left_ms;   /* of the player to move; NONE: no clock, or an older server */
    bool is_mine;      /* it is the player's move */
    bool is_theirs;    /* the opponent's; neither: an older server tells no turns */
    bool is_real_time; /* the clock */
};

/* The games to go back to, on the terms of the command line; of any variant unless it names one. */
struct back {
    struct back_game games[BACK_GAMES_MAX]; /* the most urgent first */
    size_t count;
    size_t at;       /* those before this were offered */
    unsigned others; /* other games in progress, on any terms, not offered yet */
};

void back_take(struct back *back, const struct visit *visit, const struct notice *ready);
/* The next game to offer; NULL: there is none. */
const struct back_game *back_next(struct back *back);
bool back_has_more(const struct back *back);
/* Tells the opponent in a game, whose move it is with the time left, and that there are others. */
void back_say(const struct visit *visit, const struct back *back, const struct back_game *game);

/* A room of the player's that waits, on the terms of the command line, lent like the notice. NULL:
 * none. */
const struct room_record *back_find_open(const struct visit *visit, const struct notice *ready);
/* The room of the game whose clock runs in real time, or 0; there is at most one. */
uint64_t back_find_busy(const struct notice *ready);
/* The number of games in progress. */
unsigned back_count(const struct notice *ready);

#endif
