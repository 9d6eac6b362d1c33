/* SPDX-License-Identifier: MIT */
/*
 * Players in memory: those who are connected or sit in a room. Everybody else is only in the store.
 */
#ifndef PENTAD_SERVER_CORE_PLAYER_H
#define PENTAD_SERVER_CORE_PLAYER_H

#include "server/core/core.h"
#include "server/core/state.h"

/* Parts that only some players have: those who played counted games, or took days off. */
struct player_past {
    struct store_conduct conduct;   /* changed after writes_touch() */
    struct store_days_off days_off; /* changed after writes_touch() */
};

struct player *player_find(const struct core *core, uint64_t id);
/* The player who asks, NULL for a stranger. */
struct player *call_player(const struct call *call);
/* The player in memory, made from the store's answer if not there yet; what memory has is never
 * older than the answer. */
struct player *player_take(struct core *core, const struct store_player *stored);

uint64_t player_id(const struct player *player);
/* The name and kind of the player, and the name alone; lent. */
struct known *player_known(const struct player *player);
const char *player_name(const struct player *player);
/* True if the player has an account, or is one that the server moves. */
bool player_is_registered(const struct player *player);
bool player_is_computer(const struct player *player);
/* Wall: when the guest or the account was made. */
int64_t player_created_ms(const struct player *player);
/* The number of unread letters. */
int64_t player_unread(const struct player *player);
/* The events of the player. */
struct stream *player_stream(struct player *player);
/* True while the end of the account is on its way to the store: the player can do nothing more. */
bool player_is_leaving(const struct player *player);
void player_set_leaving(struct player *player, bool is_leaving);
/* The most that the player may ask for. */
enum who player_rights(const struct player *player);

/* Takes a player's new name, which is stored; one who was a guest has an account with it. The
 * player may be gone by now. */
void player_rename(struct core *core, uint64_t id, const char *name);

/* The account with this id was deleted, which is stored: everybody sees this name in its place
 * now. */
void player_deleted(struct core *core, uint64_t id, const char *name);

/* Adds to the number of unread letters (negative: subtracts); a failed commit takes that back. */
void player_add_unread(struct core *core, struct player *player, int64_t letters);

/* The conduct and the days off of the player; never NULL. */
const struct player_past *player_past(const struct player *player);
/* The same, to be changed after writes_touch(). */
struct player_past *player_own_past(struct player *player);

/* The player's account; never NULL. */
const struct store_account *player_account(const struct player *player);
/* Remembers the account and returns it to be changed; player_put_account() then writes all of
 * it. */
struct store_account *player_touch_account(struct core *core, struct player *player);
void player_put_account(struct core *core, const struct player *player);
/* Writes the account with a new photo; the account has the photo's id already. */
void player_put_photo(struct core *core, const struct player *player, const uint8_t *photo,
                      size_t size);

/* Blocks or unblocks another player: writes it, with the way back after a failed commit. Returns
 * false and does nothing if that changes nothing, or if no more players can be blocked. */
bool player_block(struct core *core, struct player *player, uint64_t other);
bool player_unblock(struct core *core, struct player *player, uint64_t other);
bool player_has_blocked(const struct player *player, uint64_t other);
bool player_can_block_more(const struct player *player);
/* True if one of the two has blocked the other: then nothing of one reaches the other. The second
 * function is for somebody that the store just told of. */
bool players_are_apart(const struct player *a, const struct player *b);
bool player_is_apart_from(const struct player *player, const struct store_player *other);

/* Forgets the player as soon as nothing needs it. */
void player_recheck(struct core *core, struct player *player);
/* Sends a frame to every connection of the player. */
void player_push(struct core *core, const struct player *player, struct frame *frame);
/* Tells an event of the player's stream, and keeps it for connections that broke. */
void player_tell(struct core *core, struct player *player, enum event event, const void *body);
/* Listens to BATCH_UNDONE: events of players that waited for it were not told. */
void player_batch_undone(struct core *core, uint64_t failed);
/* Keeps the player in memory while a request is under way that will look at the player or change
 * something. */
void player_hold(struct player *player);
void player_let_go(struct core *core, struct player *player);
/* All in memory, from the one that came into it last. */
struct player *player_newest(const struct core *core);
struct player *player_older(const struct core *core, const struct player *player);
/* Those with at least one connection. */
size_t players_here(const struct core *core);
/* Forgets the players that nothing needs. */
void players_recheck(struct core *core);
void players_free(struct core *core);

/* ------------------------------------------------------------------ lists of players */
/*
 * Lists of other players that a player picked, by id: to block, or to follow. A list is in order,
 * has its full size from its first entry on, and belongs to the player. A change keeps the way back
 * after a failed commit; the owner writes it.
 */

struct writes_owner;

/* The list with these ids, which are in order; NULL if there are none. */
struct player_list *player_list_of(const uint64_t *ids, size_t count, size_t max);
/* `list` may be NULL, which is an empty one. */
bool player_list_has(const struct player_list *list, uint64_t id);
bool player_list_is_full(const struct player_list *list);

/* Adds an id that is not there to a list that is not full. `kind` and `owner` as for
 * writes_touch(). */
void player_list_add(struct core *core, struct player_list *list, uint64_t id,
                     const struct writes_owner *kind, void *owner);
/* Removes an id that is there. */
void player_list_remove(struct core *core, struct player_list *list, uint64_t id,
                        const struct writes_owner *kind, void *owner);
/* Returns the list, and makes it if there is none yet. */
struct player_list *player_list_own(struct player_list **list, size_t max);

/* ------------------------------------------------------------------ what players are called */
/*
 * Names of players: one entry for each player whom anything in memory names (seats of games, lines
 * of chats), also if the player is not in memory. Everything that names a player holds the entry,
 * so a new name is one change. It follows the store: a name that is read again later is older or
 * the same.
 */

#define PLAYER_NAME_SIZE 81 /* of buffers for a name */

/* The player's entry, which the caller holds from now on. A new entry gets `name`. `kind` is
 * PLAYER_GUEST also if it is not known. */
struct known *known_hold(struct core *core, uint64_t id, enum player_kind kind, const char *name);
/* Facts about the player, who need not be in memory; the name is lent. */
uint64_t known_id(const struct known *known);
const char *known_name(const struct known *known);
enum player_kind known_kind(const struct known *known);
/* The computer that plays as this player; NULL: a person. */
const struct computer *known_computer(const struct known *known);
unsigned known_level(const struct known *known);
/* True if the player is a person without an account. */
bool known_is_guest(const struct known *known);
/* Holds an entry that somebody holds already. */
struct known *known_hold_again(struct known *known);
/* The caller holds the entry no more. NULL: does nothing. */
void known_let_go(struct core *core, struct known *known);

/* The player, who holds an entry, comes into memory, or leaves it and still holds the entry. In
 * between the entry is found by the player, and needs no place in the table of names. */
void known_join_player(struct core *core, struct player *player);
void known_leave_player(struct core *core, struct player *player);

/* Gives the player another name, which is stored; does nothing if nothing names the player. */
void known_rename(struct core *core, uint64_t id, enum player_kind kind, const char *name);

/* ------------------------------------------------------------------ the part's state */
/*
 * The state of people: players in memory, their acts, and the months that are settled.
 */

/* Makes the part's state, core->people; the parts below have theirs. */
void people_new(struct core *core);
/* Frees it; the parts above have freed theirs. */
void people_free(struct core *core);
/* Fills in the part's counts. */
void people_count(const struct core *core, struct core_counts *counts);

#endif
