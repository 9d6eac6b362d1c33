/* SPDX-License-Identifier: MIT */
/*
 * The other end of a session in tests: reads the requests that the session sends and feeds it the
 * replies and events of a server, all made and read by proto's coders. No socket, no clock.
 */
#ifndef PENTAD_TESTS_UNIT_CLIENT_CORE_WIRE_H
#define PENTAD_TESTS_UNIT_CLIENT_CORE_WIRE_H

#include "client/core/session.h"

struct wire {
    struct session *session;
    struct arena arena;
    char block[4096];
    int64_t now_ms;
    int64_t room_seq; /* of the last event of the one room, and of the player */
    int64_t player_seq;
};

void wire_init(struct wire *wire, const struct session_login *login);
void wire_deinit(struct wire *wire);

/* The next request that the session has sent; fails the test if there is none or its op is another.
 * Lent until the next call. */
struct request wire_take(struct wire *wire, enum op op);
/* Fails the test if the session has sent something. */
void wire_take_nothing(struct wire *wire);

void wire_reply(struct wire *wire, enum op op, int64_t id, const void *reply);
void wire_error(struct wire *wire, int64_t id, int error, int64_t retry_after_ms);
/* The next event of its stream, or one with a number of its own. */
void wire_event(struct wire *wire, enum event event, const void *body);
void wire_numbered(struct wire *wire, enum event event, int64_t seq, const void *body);
void wire_raw(struct wire *wire, const char *line);

/* The session's next notice; fails the test if there is none or it is of another kind. */
struct notice wire_expect(struct wire *wire, enum notice_kind kind);
void wire_expect_nothing(struct wire *wire);

/* Connects and answers hello (heartbeat 1000 ms, idle limit 6000 ms). */
void wire_connect(struct wire *wire);
/* Answers the login that follows with the name "anna". */
void wire_let_in(struct wire *wire, enum op op);

/* A game of mini with these actions, between anna (first) and boris; `seq` is its last event. */
/* Boards that say nothing but that a stone comes next; clients replay games by themselves. */
extern const struct board_state_record wire_board;
extern const struct board_moved_record wire_board_moved;

struct game_record wire_game(uint64_t game, const char *actions, int64_t seq);
/* A room of mini where anna sits, and boris unless it is open. */
struct room_record wire_room(uint64_t room, int state);
struct game_moved_event wire_moved(uint64_t game, int64_t seq, int by, int64_t ply,
                                   const char *action);

#endif
