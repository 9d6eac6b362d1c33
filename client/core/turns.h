/* SPDX-License-Identifier: MIT */
/*
 * A player's games in progress, the most urgent first: those in which it is the player's move, by
 * the time left, those without a clock last; then the others, likewise. Pure; the records are lent
 * like the reply.
 */
#ifndef PENTAD_CLIENT_CORE_TURNS_H
#define PENTAD_CLIENT_CORE_TURNS_H

#include "client/core/table.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most games that a reply may have. */
#define TURNS_MAX 64

struct turns {
    const struct current_game_record *games[TURNS_MAX]; /* in order */
    size_t count;
    size_t waiting; /* how many of these, at the beginning, wait for the player */
};

/* Takes the games of the player that the reply names. */
void turns_take(struct turns *turns, const struct player_games_reply *reply);
/* The number of games in other rooms that wait for the player. */
size_t turns_waiting_elsewhere(const struct turns *turns, uint64_t room);

/* Rooms that the player looked at and passed by. Begins as zeros. */
struct turns_passed {
    uint64_t rooms[TURNS_MAX];
    size_t count;
};
void turns_pass(struct turns_passed *passed, uint64_t room);
/* The first game that waits for the player in a room that was not passed by; NULL: there is none.
 */
const struct current_game_record *turns_next(const struct turns *turns,
                                             const struct turns_passed *passed);
/* The game in that room; NULL: there is none. */
const struct current_game_record *turns_find(const struct turns *turns, uint64_t room);

/* News of games, from events. An event does not tell whose move it is nor the time left, so the
 * list of games is asked for, and the games noted until then are told by it. Begins as zeros. */
#define TURN_NEWS_MAX 8
struct turn_news {
    uint64_t games[TURN_NEWS_MAX]; /* when full, nothing is noted until these are told */
    size_t count;
    bool is_asked; /* the list is on its way */
};
/* Notes an event after which it may be the player's move in a game, except in the game and the room
 * where the player is. Returns true if the list is to be asked for. */
bool turn_news_take_event(struct turn_news *news, enum event event, const union event_body *body,
                          uint64_t here, uint64_t here_room);
/* Takes the next of the noted games, passing over those that do not wait for the player and that of
 * the room where the player is now (`here_room`, 0: none). NULL: nothing is left. */
const struct current_game_record *turn_news_next(struct turn_news *news, const struct turns *turns,
                                                 uint64_t here_room);

/* True if it is the move of the player with that name; and the opponent's name. */
bool turns_waits_for(const struct current_game_record *game, const char *name);
const char *turns_opponent(const struct current_game_record *game, const char *name);

/* True if a game comes before another one: one that waits first, then by the time left (NONE: no
 * clock). */
bool turns_is_sooner(bool waits, int64_t left_ms, bool other_waits, int64_t other_left_ms);

#endif
