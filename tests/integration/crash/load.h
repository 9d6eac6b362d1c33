/* SPDX-License-Identifier: MIT */
/*
 * Load for a server that is killed: tables where two players play game after game, as fast as the
 * server answers, with draws, resignations, rematches, chat, and newcomers who register. One loop
 * drives them all, and what they are told goes to `told`. After a crash they come back with their
 * tokens, ask for what they missed, and go on. Owns the peers and what was told.
 */
#ifndef PENTAD_TESTS_INTEGRATION_CRASH_LOAD_H
#define PENTAD_TESTS_INTEGRATION_CRASH_LOAD_H

#include "engine/game.h"
#include "tests/integration/crash/told.h"
#include "tests/support/peer.h"
#include "tests/support/server.h"

#define LOAD_TABLES 8
#define LOAD_TOKEN_SIZE 80

struct load_player {
    struct peer *peer;
    char name[TOLD_NAME_SIZE];
    char token[LOAD_TOKEN_SIZE];
    int64_t request;            /* the one that waits for its answer; 0: none */
    char asked[TOLD_WORD_SIZE]; /* the action that it asks for; "" if it is something else */
    int64_t asked_ply;          /* which the game has after that action */
    char asked_game[TOLD_ID_SIZE];
    bool asks_again; /* the same action, since the server was killed before it answered */
    bool is_patient; /* was told to wait: asks nothing more in this life */
};

struct load_table {
    const struct variant *variant;
    bool is_rated;
    char room[TOLD_ID_SIZE];
    char game_id[TOLD_ID_SIZE]; /* the last game */
    struct game game;           /* what was told of it */
    size_t events;              /* how many of its events are in `game` */
    bool is_over;
    bool is_open; /* the joiner broke the first game off: the room waits for somebody again */
    struct load_player players[2]; /* opener, joiner */
};

struct load {
    struct server *server; /* borrowed */
    uint64_t random;
    struct told told;
    struct load_table tables[LOAD_TABLES];
    struct load_player newcomer;
    unsigned newcomers; /* so far */
    unsigned lines;     /* of chat, so far */
    size_t unavailable; /* requests that were answered with storage_unavailable */
    size_t repeats;     /* actions that were sent again after a crash and answered */
};

/* From 0 up to `end`, not included. */
uint64_t load_draw(struct load *load, uint64_t end);
int64_t load_now_us(void);

/* Everybody registers and sits down; the first games have begun. */
void load_begin(struct load *load, struct server *server, uint64_t seed);
/* Plays until the monotonic time `until_us`. */
void load_run(struct load *load, int64_t until_us);
/* Ends the waiting of all players who were told to wait. */
void load_wait_no_more(struct load *load);
/* The server is dead: everybody reads what it still said, and hangs up. */
void load_lose(struct load *load);
/* The server is there again: everybody comes back and has what was missed. */
void load_return(struct load *load);
void load_end(struct load *load);

#endif
