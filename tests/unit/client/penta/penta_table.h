/* SPDX-License-Identifier: MIT */
/*
 * The server's side of a table at which penta (the guest "anna", first) plays mini against "boris":
 * room 7, game 9. For tests that run the program (penta_run.h).
 */
#ifndef PENTAD_TESTS_UNIT_CLIENT_PENTA_PENTA_TABLE_H
#define PENTAD_TESTS_UNIT_CLIENT_PENTA_PENTA_TABLE_H

#include <stdint.h>

/* Accepts the connection and lets anna in. */
void let_guest_in(void);
/* Answers the request for a new room. */
void open_room(void);
/* boris sits down, and the game begins. */
void begin_game(void);
/* All three. */
void sit_down_to_play(void);
/* The same at a terminal, where the turn is seen. */
void sit_down_at_a_screen(void);
/* Accepts the connection anew and tells that nothing was missed: the game has these actions. */
void answer_return(const char *actions, int64_t seq);
/* Accepts the connection anew and sends the whole game: penta has the events up to `known`. */
void return_to(const char *actions, int64_t known, int64_t seq);
/* The game goes back to `ply`, where `to_act` is to move. */
void take_back(int64_t seq, int64_t ply, int to_act);
/* Takes the next request, which is this move, answers it and tells of it. */
void answer_move(int64_t seq, int64_t ply, const char *at);
/* A first run, so that the next one comes back with a login. */
void be_the_guest(void);

#endif
