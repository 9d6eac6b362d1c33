/* SPDX-License-Identifier: MIT */
/*
 * Rooms: two seats, those who watch, a chat, and a series of games. A room is stored from its
 * opening on. It closes when its last player leaves, or when no game is going on and its players
 * have been away for room_idle_ms, unless it waits for days.
 */
#ifndef PENTAD_SERVER_CORE_ROOM_H
#define PENTAD_SERVER_CORE_ROOM_H

#include "server/core/state.h"

struct room_terms {
    const struct variant *variant;
    bool rated;
    int first; /* enum first_word */
    struct time_control clock;
    const struct player *invited; /* for whom the other seat is kept; NULL: for anybody */
};

/* Opens a room; `player` takes the first seat. */
struct room *room_open(struct core *core, struct player *player, const struct room_terms *terms);
/* The room, or NULL if there is none or it is closed. */
struct room *room_find(struct core *core, uint64_t id);
/* The same of those that are closed and still in memory. */
struct room *room_find_any(struct core *core, uint64_t id);
int room_state_word(const struct room *room);
bool room_is_playing(const struct room *room);
/* Whether the match's room, closed or not, still points to it. */
bool room_has_match(struct core *core, const struct match *match);

/* The index of a player's seat, -1 for others. */
int room_seat_of(const struct room *room, const struct player *player);
/* Rated games are between registered players: 0 or an error. */
int room_check_rated(const struct player *player, bool rated, const struct variant *variant);
/* Whether the player sits in as many rooms as one may. */
bool room_is_one_too_many(const struct core *core, const struct player *player);

/* What players do; 0 or an error. Rights are the caller's to check. */
int room_join(struct core *core, struct room *room, struct player *player);
void room_leave(struct core *core, struct room *room, int seat);
/* The player went for good or for long: closes what was opened and is not joined yet, but for
 * rooms that wait for days if `keeps_slow`, and takes offers of a rematch back. Not while nothing
 * can be saved: then they idle. */
void rooms_close_open(struct core *core, struct player *player, bool keeps_slow);
/* Offers a rematch or accepts one: then room->state.match is the new game. */
int room_rematch(struct core *core, struct room *room, int seat);
/* A room for two whom quick.c brought together, and its first game. */
void room_pair(struct core *core, struct player *const players[ROOM_SEATS],
               const struct room_terms *terms);

/* Those who watch. Watching twice is once. Who watches and takes a seat counts as a player and is
 * told everything once, but goes on watching should the commit fail. */
void room_watch(struct core *core, struct room *room, struct conn *conn);
bool room_is_watched_by(const struct room *room, const struct conn *conn);
void room_watch_end(struct core *core, struct room *room, struct conn *conn);
/* Listens to CONN_PARTED. */
void room_watch_conn_parted(struct core *core, struct conn *conn);
void room_watch_end_player(struct core *core, struct room *room, const struct player *player);
/* Seats changed: counts who watches without sitting there. */
void room_watch_recount(struct core *core, struct room *room);
/* How many watch is told when it changed, but not with every one who comes. */
void room_watchers_tick(struct core *core);
int64_t room_watchers_next_ms(const struct core *core);
/* A batch failed, and the last word on it was not told. */
void room_watchers_tell_again(struct core *core, struct room *room);

/* Sends a frame to every connection of the players and to all who watch. */
void room_tell(struct core *core, struct room *room, struct frame *frame);
/* The same, but to no connection of `player`. */
void room_tell_others(struct core *core, struct room *room, const struct player *player,
                      struct frame *frame);
void room_tell_event(struct core *core, struct room *room, enum event event, const void *body);

/* Tells the table whether the player is there, and with which lag. */
/* Closes the room for everybody; `reason` is told, NULL where there is none. */
void room_close(struct core *core, struct room *room, const char *reason);

/* Whether the free seat waits for somebody for days, wherever the opener is: correspondence, by
 * invitation or, until its time is over, for anybody. The latter only of an account: nobody can
 * be sure that a guest comes back. */
bool room_waits_for_days(const struct room *room);
/* The time of a room for anybody is over: it stays as long as its opener is there. */
void room_wait_no_more(struct core *core, struct room *room);
/* Whether the time until the room closes by itself runs: after games and presence changed. */
void room_idle_check(struct core *core, struct room *room);

/* From the store. */
void room_load(struct core *core, const struct store_room *stored);
void room_load_chat(struct core *core, const struct store_chat_line *line);

/* Takes an awake room and its match out of memory; the store has them as they are. */
void room_forget(struct core *core, struct room *room);

void rooms_tick(struct core *core);
int64_t rooms_next_ms(const struct core *core);
void rooms_free(struct core *core);

/* room_chat.c */
struct room_chat_line *room_chat_add(struct room *room, const struct store_chat_line *line);
/* What the player said bears this name from now on. */
void rooms_rename(struct core *core, uint64_t player, const char *name);
/* The number of the first of the last lines, which are shown to who comes. */
uint32_t room_chat_first(const struct room *room);
/* The line with number `n`, or NULL if it is not kept any more. */
const struct room_chat_line *room_chat_get(const struct room *room, uint32_t n);
/* Whether a line is for this player to read now: not who plays the game that its speaker watched,
 * and not who blocked the speaker. */
bool room_chat_is_for(const struct room *room, const struct room_chat_line *line,
                      const struct player *player);
/* The room's game is over: its players are told which of the last lines were not for them. */
void room_chat_tell_withheld(struct core *core, const struct room *room);
/* Forgets lines that were never stored. */
void room_chat_trim(struct room *room);
void room_chat_free(struct room *room);
/* Says something: writes and tells it. Returns the line. */
const struct room_chat_line *room_say(struct core *core, struct room *room,
                                      const struct player *player, const char *text);
/* Remembers the state before a change (writes_touch). */
void room_touch(struct core *core, struct room *room);

#endif
