/* SPDX-License-Identifier: MIT */
/*
 * The acts of computers at tables: they ask for thoughts, which are work of the shell, play the
 * actions that thoughts find, and answer offers. A thought is about one ply of one match; its
 * action is never played at another ply.
 */
#ifndef PENTAD_SERVER_CORE_COMPUTERS_H
#define PENTAD_SERVER_CORE_COMPUTERS_H

#include "brain/learnt.h"
#include "server/core/desk/happen.h"
#include "server/core/rules/deadlines.h"
#include "server/core/state.h"

struct computer;

/* Returns the computer as a player in memory, and stores it with the open batch if it is not stored
 * yet. The caller seats it in the same turn. */
struct player *computers_take(struct core *core, const struct computer *computer, unsigned level);
/* The number of games in progress that the player has against computers; and of those that began
 * from a network (desk/address.h). */
size_t computers_games_of(const struct core *core, const struct player *player);
size_t computers_games_from(const struct core *core, uint64_t customer);

/* Listens to WORK_TOLD: a computer thought about a move. */
void computers_work_told(struct core *core, const struct work_news *news);

/* Falls due (DUE_COMPUTER): the computer acts, or goes on waiting for its thoughts. */
void computer_fall_due(struct core *core, struct deadline *deadline);

/* ------------------------------------------------------------------ what a computer owes */
/*
 * The acts that a computer owes at a table: an action, or an answer. It is found out from the match
 * as it stands, after every change and after a start, so nothing of it is stored and nothing can be
 * lost.
 */

/* Finds out if a computer sits there. */
void computer_turn_begin(struct match *match);
/* Called after the match changed: drops a thought that is not wanted any more, and sets the time
 * for what is owed now. */
void computer_turn_update(struct core *core, struct match *match);
/* Listens to COMPUTER_GAME_ACTED: does the same. */
void computer_turn_game_acted(struct core *core, struct room *room);
/* Called when the match was taken back, or leaves memory: no thought about it is wanted. */
void computer_turn_forget(struct core *core, struct match *match);

/* Drops the thought under way, if there is one. */
void computer_turn_drop_thought(struct core *core, struct match *match);

/* True if it is the computer's turn. */
bool computer_turn_owes_action(const struct match *match);
/* True if the other player asks for a draw or for a takeback. */
bool computer_turn_owes_answer(const struct match *match);

/* ------------------------------------------------------------------ experience */
/*
 * The experience of the computer player `table` from games of people (brain/learnt.h): kept in
 * memory and stored with the game that taught it. While there is none, or after the operator took
 * it back, the player plays by its built-in knowledge.
 */

/* Takes the stored experience. If it cannot be read it counts as none. */
void experience_load(struct core *core, const struct store_experience *stored);
void experience_free(struct core *core);

/* Learns from a game that has just ended, if the server's options say so, `table` played in it and
 * it has a result; writes with the open batch. */
void experience_learn(struct core *core, const struct match *match);

/* Writes what the computer knows beyond its built-in knowledge, for a thought; NULL: nothing. */
const char *experience_format(const struct core *core, const struct computer *computer,
                              char text_out[LEARNT_TEXT_SIZE]);

#endif
