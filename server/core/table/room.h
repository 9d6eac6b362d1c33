/* SPDX-License-Identifier: MIT */
/*
 * Rooms: two seats, watchers, a chat, and a series of games. A room is stored from its opening on.
 * It closes when its last player leaves, or when no game is going on and its players have been away
 * for room_idle_ms, unless it waits for days.
 */
#ifndef PENTAD_SERVER_CORE_ROOM_H
#define PENTAD_SERVER_CORE_ROOM_H

#include "server/core/core.h"
#include "server/core/desk/happen.h"
#include "server/core/rules/deadlines.h"
#include "server/core/rules/spoken_code.h"
#include "server/core/state.h"

#define ROOM_SEATS 2

struct room_terms {
    const struct variant *variant;
    bool rated;
    int first; /* enum first_word */
    struct time_control clock;
    const struct player *invited; /* the other seat is kept for this player; NULL: for anybody */
    bool has_link;                /* the seat is kept for a holder of the room's link */
    bool resigns;                 /* against a computer: it gives up what it has proven lost */
    const struct game *from;      /* an open game that the first one goes on from; NULL: none */
};

/* Opens a room; `player` takes the first seat. */
struct room *room_open(struct core *core, struct player *player, const struct room_terms *terms);
/* The room, or NULL if there is none or it is closed. */
struct room *room_find(const struct core *core, uint64_t id);
/* The room in memory, closed or not, or NULL. */
struct room *room_find_any(const struct core *core, uint64_t id);
int room_state_word(const struct room *room);
bool room_is_playing(const struct room *room);
/* True if the match's room, closed or not, still points to it. */
bool room_has_match(struct core *core, const struct match *match);

/* The index of a player's seat, -1 for others. */
int room_seat_of(const struct room *room, const struct player *player);
/* True if the player with this id sits there. */
bool room_seats(const struct room *room, uint64_t player);
/* The terms of its games; nobody is invited by them. */
struct room_terms room_get_terms(const struct room *room);
/* True if the player sits in as many rooms as one may. */
bool room_is_one_too_many(const struct core *core, const struct player *player);
/* True if the player is a guest with as many rooms that wait for somebody as a guest may have. */
bool room_is_open_one_too_many(const struct core *core, const struct player *player);

/* Sends a frame to every connection of the players and to all who watch: an event of the game. */
void room_tell(struct core *core, struct room *room, struct frame *frame);
/* Tells an event of the room's stream. Each player there has a stream, and each who watches: an
 * event that is hidden from somebody has no number in theirs. */
void room_tell_event(struct core *core, struct room *room, enum event event, const void *body);
/* Listens to BATCH_UNDONE: events of rooms that waited for it were not told. */
void room_batch_undone(struct core *core, uint64_t failed);

/* An event of a room while it is told to those who may have it. */
struct telling {
    enum event event;
    const void *body;
    const struct room_chat_line *line; /* room.said: not everybody gets it; else NULL */
    bool is_for_seats;                 /* watchers have it already */
    struct frame *frame;               /* as it was told last, with `seq` */
    uint64_t seq;
};
void room__tell(struct core *core, struct room *room, struct telling *telling);

/* Closes the room for everybody and tells `reason`; NULL: there is none. */
void room_close(struct core *core, struct room *room, const char *reason);
/* Forgets the room, if it is closed, when the closing is settled and lists of rooms were told. */
void room_recheck(struct core *core, struct room *room);

/* True if the free seat waits for days, wherever the opener is: in correspondence by invitation or,
 * until its time is over, for anybody, and in any game for a holder of the link. The latter two
 * only if the opener has an account: nobody can be sure that a guest comes back. */
bool room_waits_for_days(const struct core *core, const struct room *room);
/* Starts or stops the time after which the room closes by itself. Called after games and presence
 * changed. */
void room_idle_check(struct core *core, struct room *room);

/* Take a room, and a line of its chat, from the store. */
void room_load(struct core *core, const struct store_room *stored);
void room_load_chat(struct core *core, const struct store_chat_line *line);

/* Takes an awake room and its match out of memory; the store has them in this state. */
void room_forget(struct core *core, struct room *room);

void rooms_tick(struct core *core);
int64_t rooms_next_ms(const struct core *core);
/* The facts of a room, for the parts above. Only its state changes. */
uint64_t room_id(const struct room *room);
const struct variant *room_variant(const struct room *room);
const struct time_control *room_clock(const struct room *room);
bool room_is_rated(const struct room *room);
/* True if its players met by chance, in quick pairing or in an open room. */
bool room_is_public(const struct room *room);
/* True if the room is as good as gone. */
bool room_is_closed(const struct room *room);
/* True if anybody may take its free seat, and no game was played there. */
bool room_is_open_to_all(const struct room *room);
/* The current game or the last one; NULL: there was none. */
struct match *room_match(const struct room *room);
/* The seat that offers a rematch, -1: none. */
int room_rematch_offer(const struct room *room);
/* The id of the player at the seat; 0: nobody. See room_player(). */
uint64_t room_player_id(const struct room *room, int seat);
/* The network (desk/address.h) from which it was opened; 0: not known, as after a start. */
uint64_t room_customer(const struct room *room);
void room_note_customer(struct room *room, uint64_t customer);

/* All in memory, from the one that was opened last. */
struct room *room_newest(const struct core *core);
struct room *room_older(const struct core *core, const struct room *room);
void rooms_free(struct core *core);

/* Remembers the state before a change (writes_touch). */
void room_touch(struct core *core, struct room *room);

/* A new room by these terms, touched; nobody sits there yet. */
struct room *room__new_by(struct core *core, const struct room_terms *terms);
/* Writes the room as it is. */
void room__write(struct core *core, const struct room *room);
/* Remembers what was told at a chair of the room, as somebody else may take it in the open
 * batch. */
void room__chair_touch(struct core *core, struct chair *chair);
/* Updates the players' lists after seats or the invitation changed. */
void room__reindex(struct core *core, struct room *room);

/* ------------------------------------------------------------------ names */
/*
 * Names of players at tables.
 */

/* Listens to NAME_CHANGED. */
void room_name_changed(struct core *core, const struct name_change *change);

/* ------------------------------------------------------------------ the free seat */
/*
 * The free seat of a room: the player it is kept for, and until when. Open correspondence rooms
 * have the same time, but keep it for nobody.
 */

/* The end of an invitation that is sent now to a game with this clock (uptime). */
int64_t room_invited_until_ms(const struct core *core, const struct time_control *clock);
/* The time left for the invited player to answer, or for anybody if the room waits for days; else
 * NONE. */
int64_t room_invited_left_ms(const struct core *core, const struct room *room);
/* Updates the player's list and the deadline by the room's state. */
void room_invited_reindex(struct core *core, struct room *room);
/* Tells the invited player, if there is one, that the room closed. */
void room_invited_tell_closed(struct core *core, const struct room *room, const char *reason);

/* The id of the player that the free seat is kept for; 0: nobody. */
uint64_t room_invited(const struct room *room);
/* The end of the time to answer, or to take the seat (uptime); 0: none. */
int64_t room_answer_until_ms(const struct room *room);
/* The time of a room for anybody is over: from now on it stays only while its opener is there. */
void room_wait_no_more(struct core *core, struct room *room);
/* The room whose free seat has this deadline (DUE_ANSWER). */
struct room *room_of_answer(struct deadline *deadline);

/* ------------------------------------------------------------------ links */
/*
 * The link of a room: a secret whose holder alone may take the free seat. The room owns it; memory
 * and the store have only its hash, and only those who ask for it at the table are told it. It
 * counts until somebody has joined, another one is made, or the room closes, which it does when the
 * link's time is over.
 */

/* 130 bits. */
#define ROOM_LINK_CHARS 26
#define ROOM_LINK_SIZE SPOKEN_CODE_SIZE(ROOM_LINK_CHARS)

/* True if the free seat is kept for a holder of the link. */
bool room_link_keeps(const struct room *room);
/* Gives the room, which is touched, a new link with its full time; the one before counts no
 * more. */
void room_link_renew(struct core *core, struct room *room, char link_out[ROOM_LINK_SIZE]);
/* The room that last had this link, or NULL; the link may have been used by now. */
struct room *room_link_find(struct core *core, const char *typed);
/* Put the link into a stored room, and take it from there. */
void room_link_put(const struct room *room, struct store_room *stored);
void room_link_load(struct room *room, const struct store_room *stored);
/* Updates the table of links by the room's state. */
void room_link_reindex(struct core *core, struct room *room);

/* ------------------------------------------------------------------ the part's state */
/*
 * The state of tables: rooms and their games, watchers, and computers that play.
 */

/* Makes the part's state, core->tables; the parts below have theirs. */
void tables_new(struct core *core);
/* Frees it; the parts above have freed theirs. */
void tables_free(struct core *core);
/* True if anything is timed across lives of the server: days, or how long both players are away. */
bool tables_need_uptime(const struct core *core);

#endif
