/* SPDX-License-Identifier: MIT */
/*
 * The players of the load: two connections at each table that talk to the server as clients do
 * (hello, guest, room, join, moves, rematch), or only pass lines where there is a relay. Lines are
 * told apart by how they begin, so that the load costs little beside what it measures. An error
 * from the server ends the program: a load that is refused measures nothing.
 */
#ifndef PENTAD_TESTS_BENCH_PLAYER_H
#define PENTAD_TESTS_BENCH_PLAYER_H

#include "engine/action.h"
#include "engine/game.h"
#include "net/tls.h"
#include "tests/bench/tally.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uv.h>

#define SIDES 2
#define LINE_SIZE 16384
/* Rooms that a player of one of the other tables opens: as many as the server lets one sit in. */
#define ROOMS_EACH 16

enum stage { STAGE_CONNECTING, STAGE_HELLO, STAGE_GUEST, STAGE_ROOM, STAGE_PLAYING };

struct player {
    struct table *table;
    int side; /* 0 opens the room and begins the first game */
    enum stage stage;
    size_t games; /* over */
    size_t rooms; /* open, at one of the other tables */
    size_t seen;  /* actions of this game that have arrived */
    uv_tcp_t tcp;
    struct tls *tls;  /* NULL: lines go as they are */
    bool is_upgraded; /* WebSocket: the answer to its request was there */
    struct player *next_paced;
    size_t len;
    char bytes[LINE_SIZE + 1];
};

struct table {
    struct load *load;
    struct player players[SIDES];
    uint64_t sent_ns;
    char room[16];
    char game[16];
};

/* The state that all tables share. */
struct load {
    uv_loop_t *loop;
    struct sockaddr_in address;
    const char *variant;     /* NULL: the other end is a relay */
    size_t line_bytes;       /* relay: of a line */
    struct tls_context *tls; /* whom they believe; NULL: they speak no TLS */
    bool is_web;             /* they speak WebSocket */
    bool is_idle;            /* they log in and do nothing more */
    char (*script)[ACTION_TEXT_SIZE];
    size_t script_len; /* then the board is full, or the next to act resigns */
    bool script_is_whole;
    struct table *tables;
    size_t table_count;
    size_t other_count; /* tables behind these, whose players open rooms and wait in them */
    size_t connected;   /* connections, made one after the other */
    size_t playing;     /* tables that play, or wait as they should */
    bool is_paced;
    struct player *paced_first; /* whose turn it is, in order */
    struct player *paced_last;
    bool is_measuring;
    uint64_t moves;
    uint64_t bytes_out; /* by the load */
    uint64_t bytes_in;
    struct samples latency; /* from sending a move to the opponent's receipt */
};

/* All tables: those that play and the others. */
size_t load_tables(const struct load *load);
/* The moves of a game in which nobody wins, for as long as one can be found, at most `most`. */
void load_write_script(struct load *load, size_t most);
/* Begins with the first connection; the others and the games follow from the loop. */
void load_start(struct load *load);
/* Lets as many of those wait who are to act, the first to wait first. */
void load_release(struct load *load, size_t count);

#endif
