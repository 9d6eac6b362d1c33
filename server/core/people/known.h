/* SPDX-License-Identifier: MIT */
/*
 * Names of players: one entry for each player whom anything in memory names, whether the player is
 * in memory or not (seats of games, lines of chats). Everything that names a player holds the
 * entry, so a new name is one change. It follows the store: a name that is read again is older or
 * the same.
 */
#ifndef PENTAD_SERVER_CORE_KNOWN_H
#define PENTAD_SERVER_CORE_KNOWN_H

#include "server/core/state.h"

#define PLAYER_NAME_SIZE 81 /* of buffers */

/* The player's entry, which the caller holds from now on. If there was none it is called `name`.
 * `kind` is PLAYER_GUEST, too, where it is not known. */
struct known *known_hold(struct core *core, uint64_t id, enum player_kind kind, const char *name);
/* What is known of the player, who need not be in memory; the name is lent. */
uint64_t known_id(const struct known *known);
const char *known_name(const struct known *known);
enum player_kind known_kind(const struct known *known);
/* The computer that plays as this player; NULL: somebody does. */
const struct computer *known_computer(const struct known *known);
unsigned known_level(const struct known *known);
/* Whether it is a person without an account. */
bool known_is_guest(const struct known *known);
/* Holds an entry that somebody holds already. */
struct known *known_hold_again(struct known *known);
/* The caller holds it no more. NULL is nobody's. */
void known_let_go(struct core *core, struct known *known);

/* The player, who holds an entry, comes into memory, or leaves it and still holds the entry: it is
 * found by the player meanwhile, so that it needs no place in a table of its own. */
void known_join_player(struct core *core, struct player *player);
void known_leave_player(struct core *core, struct player *player);

/* The player has another name, which is stored; nothing happens if nobody names the player. */
void known_rename(struct core *core, uint64_t id, enum player_kind kind, const char *name);

#endif
