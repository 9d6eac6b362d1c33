/* SPDX-License-Identifier: MIT */
/*
 * A room that the player is about to join by its name or its link: whether its terms are those that
 * were asked for, and the question where they are not. Functions of a visit and a room.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_OFFER_H
#define PENTAD_CLIENT_CLI_PLAY_OFFER_H

#include "client/cli/play/visit.h"
#include "client/core/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether what was typed has the form of a link. */
bool offer_is_link(const char *text);
/* Asks for the one room in the list of all, to know its terms before it is joined. */
void offer_ask(const struct visit *visit, uint64_t room);
/* Whether the opener is there, or need not be. */
bool offer_can_begin(const struct visit *visit, const struct room_record *room);
/* Whether the room is for the rating or not, and has a clock or none, exactly as asked. */
bool offer_suits_terms(const struct visit *visit, const struct room_record *room);
/* Whether who begins there is as asked; the room says it of its opener, the player of oneself. */
bool offer_suits_first(const struct visit *visit, const struct room_record *room);
/* Whether joining it would surprise: by its variant, its stakes, its clock, or who begins. */
bool offer_surprises(const struct visit *visit, const struct room_record *room);
/* The question whether to join it. */
void offer_put_question(const struct visit *visit, const struct room_record *room, char *text,
                        size_t size);
/* Whether the room is as it was asked for; what nobody named may be anything: stakes and clock, or
 * the variant and who begins besides, in a room that this player can join. */
bool offer_keeps_to_terms(const struct visit *visit, const struct room_record *room);
bool offer_is_for_any(const struct visit *visit, const struct room_record *room);
/* Those who wait in quick pairing for what was asked for likewise; NULL: nobody. */
const struct waiting_record *offer_find_waiting(const struct visit *visit,
                                                const struct lobby_watch_reply *lobby);
/* The question whether to open a room on their terms, in which they sit down. */
void offer_put_waiting(const struct waiting_record *waiting, char *text, size_t size);
/* The question whether to join it rather than to open a room. */
void offer_put_near(const struct visit *visit, const struct room_record *room, char *text,
                    size_t size);
/* The question whether to accept an invitation. */
void offer_put_invitation(const struct visit *visit, const struct room_record *room, char *text,
                          size_t size);

/* ------------------------------------------------------------------ the way back */
/*
 * To which of the rooms where one sits, as the login tells of them.
 */

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
