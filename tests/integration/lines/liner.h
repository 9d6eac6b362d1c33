/* SPDX-License-Identifier: MIT */
/*
 * A player on a bad line: the client's core (session, table, moves) over a socket that the test can
 * cut and stall. The core is penta's; the line is the test's. One thread, no waiting: liner_pump()
 * does what can be done now. What is known of each ply is kept to be compared with the server's.
 */
#ifndef PENTAD_TESTS_INTEGRATION_LINES_LINER_H
#define PENTAD_TESTS_INTEGRATION_LINES_LINER_H

#include <stdbool.h>
#include <stdint.h>

#define LINER_PLIES 12 /* more than mini has */
#define LINER_TEXT 12

struct liner;

/* The fate of bytes that are under way when a line is cut. */
enum liner_cut {
    LINER_CUT_BEFORE, /* what was said last never arrives */
    LINER_CUT_AFTER,  /* it arrives, and the answer does not */
};

/* A guest who connects. `seed` is for its moves. */
struct liner *liner_new(uint16_t port, uint64_t seed);
void liner_free(struct liner *liner);

/* Opens a room of mini with this much time each and moves first, or joins one; when logged in. */
void liner_open(struct liner *liner, int64_t main_ms);
void liner_join(struct liner *liner, uint64_t room);
/* 0 before it is known. */
uint64_t liner_room(const struct liner *liner);
uint64_t liner_game(const struct liner *liner);
/* The text of such an id. */
void liner_format_id(uint64_t id, char text[16]);

/* Carries bytes, and takes what has come. Fails the test if something comes that should not. */
void liner_pump(struct liner *liner);

/* Breaks the connection; it is made anew `away_ms` later. */
void liner_cut(struct liner *liner, enum liner_cut cut, int64_t away_ms);
/* Nothing goes in either direction for so long. */
void liner_stall(struct liner *liner, int64_t ms);
/* Whether the line works and nothing is under way. */
bool liner_is_calm(const struct liner *liner);

/* Whether the player is to move and has not; makes a move then, or another one without a
 * connection. */
bool liner_is_to_move(const struct liner *liner);
void liner_move(struct liner *liner);

bool liner_is_over(const struct liner *liner);
unsigned liner_ply(const struct liner *liner);
/* The clock that is shown for a seat, and how late the last message came. */
int64_t liner_clock_ms(const struct liner *liner, int seat);
int64_t liner_late_ms(const struct liner *liner);

/* The action at a ply that the server has acknowledged to this player; "" for none. */
const char *liner_acknowledged(const struct liner *liner, unsigned ply);
/* Whether the player made this action at this ply. */
bool liner_has_made(const struct liner *liner, unsigned ply, const char *action);

#endif
