/* SPDX-License-Identifier: MIT */
/*
 * The acts of computers at tables: they ask for thoughts, which are work of the shell, play what
 * comes of them, and answer offers. A thought is about one ply of one match; whatever comes of it
 * later, or of an older one, is not played.
 */
#ifndef PENTAD_SERVER_CORE_COMPUTERS_H
#define PENTAD_SERVER_CORE_COMPUTERS_H

#include "brain/learnt.h"
#include "server/core/desk/happen.h"
#include "server/core/rules/deadlines.h"
#include "server/core/state.h"

struct computer;

/* The computer as a player in memory, who is stored with the open batch if need be. The caller
 * seats it in the same turn. */
struct player *computers_take(struct core *core, const struct computer *computer, unsigned level);
/* How many games in progress the player has against computers; and how many there are that began
 * from a network (desk/address.h). */
size_t computers_games_of(const struct core *core, const struct player *player);
size_t computers_games_from(const struct core *core, uint64_t customer);

/* Listens to WORK_TOLD: a computer thought about a move. */
void computers_work_told(struct core *core, const struct work_news *news);

/* Falls due (DUE_COMPUTER): the computer acts, or goes on waiting for its thoughts. */
void computer_fall_due(struct core *core, struct deadline *deadline);

/* ------------------------------------------------------------------ what a computer owes */
/*
 * Finds out what a computer owes at a table: an action, or an answer. That follows from the match
 * as it stands, after everything that changes it and after a start, so nothing of it is stored and
 * nothing can be lost. Here is what is wanted and by when; computers.c does it.
 */

/* Looks whether a computer sits there. */
void computer_turn_begin(struct match *match);
/* After the match changed: a thought that is not wanted any more is dropped, and what is owed has
 * its time. */
void computer_turn_update(struct core *core, struct match *match);
/* Listens to COMPUTER_GAME_ACTED: the same. */
void computer_turn_game_acted(struct core *core, struct room *room);
/* The match was taken back, or goes: nothing that is thought about it is wanted. */
void computer_turn_forget(struct core *core, struct match *match);

/* The thought under way, if there is one, is not wanted any more. */
void computer_turn_drop_thought(struct core *core, struct match *match);

/* Whether it is for the computer to act. */
bool computer_turn_owes_action(const struct match *match);
/* Whether the other player asks for a draw or for a takeback. */
bool computer_turn_owes_answer(const struct match *match);

/* ------------------------------------------------------------------ experience */
/*
 * The experience of the computer player `table` from games of people (brain/learnt.h): kept in
 * memory and stored with the game that taught it. As long as there is none, or after the operator
 * took it back, the player plays by what it brings along.
 */

/* Takes what is stored. What cannot be read counts for nothing. */
void experience_load(struct core *core, const struct store_experience *stored);
void experience_free(struct core *core);

/* Learns from a game that has just ended, if the server's options say so, `table` played in it and
 * it has a result; writes with the open batch. */
void experience_learn(struct core *core, const struct match *match);

/* Writes what the computer knows besides what it brings along, for a thought; NULL: nothing. */
const char *experience_format(const struct core *core, const struct computer *computer,
                              char text_out[LEARNT_TEXT_SIZE]);

#endif
