/* SPDX-License-Identifier: MIT */
/*
 * Everything that the core sends, held against the truth at the moment when it leaves: nothing may
 * be said that is not stored by then, and everything asked is answered once.
 */
#ifndef PENTAD_TESTS_SIM_SAID_H
#define PENTAD_TESTS_SIM_SAID_H

#include "tests/sim/link.h"

/* One or more whole lines. */
void said_check(struct link *link, const char *bytes, size_t len);

/* said_reply.c, said_event.c: one decoded line. */
void said__reply(struct link *link, struct ask *ask, const union reply_body *reply);
void said__event(struct link *link, enum event event, const union event_body *body);
void said__error(struct link *link, struct ask *ask, const struct incoming *in);

/* The promise of one of them; handlers.def has them all. */
typedef void said_reply_fn(struct link *link, struct ask *ask, const union reply_body *reply);
typedef void said_event_fn(struct link *link, const union event_body *body);
#define REPLY(op, function) said_reply_fn function;
#define EVENT(event, function) said_event_fn function;
#include "tests/sim/handlers.def"

/* said_meet.c: invitations, pairing, the lobby. */
struct truth_room;
void said__lobby_audit(struct sim *sim, const struct link *link);
void said__invitations(struct link *link, const struct room_record *rooms, size_t count);
/* said_report.c: whether the line is stored like this; it is held to what is hidden, for what was
 * asked of the server at that moment. */
bool said__line(const struct link *link, const struct truth_room *room,
                const struct chat_line_record *line, int64_t at_ms);
/* When an event of the room that is told now was asked for: as one that is sent again, or by the
 * connection itself. */
int64_t said__asked_ms(const struct link *link, const struct truth_room *room);
/* A line of a chat may be told on this connection now. */
void said__line_is_for(struct link *link, const struct truth_room *room,
                       const struct chat_line_record *line);

/* said_rating.c: replies about players. */
void said__no_photo(struct link *link, const struct ask *ask);

/* said_record.c: records inside messages. */
void said__game(struct link *link, const struct game_record *record, uint32_t floor);
/* Whether the game is annulled is told as it is, or a moment ago was. */
void said__annulled_game(struct link *link, const struct truth_game *game, bool is_said);
/* The same of a record of it; `json` is NULL where there is a text. */
void said__annulled_record(struct link *link, const struct truth_game *game, const char *text,
                           const struct saved_game_record *json);
void said__room(struct link *link, const struct room_record *record);
/* Checks a room; the connection gets this room's events from now on. */
void said__room_base(struct link *link, const struct room_record *record);
/* The rooms of a login. */
void said__own_rooms(struct link *link, const struct room_record *rooms, size_t count);
/* The connection gets events of this game from the record's on. */
void said__base(struct link *link, const struct game_record *record);

/* said_key.c: whether a reply is one that was given before, which tells things as they were; a key
 * is said to have been used. */
bool said__is_repeated(struct link *link, const struct ask *ask, const char *line, size_t len);
void said__key_used(struct link *link, const struct ask *ask);
/* said_memo.c: whether a login says that memos wait. */
void said__memos_wait(struct link *link, const struct ask *ask, bool is_told);
/* said_moderation.c: an act of who keeps order was refused, and for want of a role. */
void said__act_refused(struct link *link);
void said__not_allowed(struct link *link, const struct ask *ask);

/* said_appeal.c: what bans do to logins. */
void said__banned(struct link *link, const struct ask *ask, int appeal);
void said__not_banned(struct link *link, const struct ask *ask); /* who logs in */

/* said_keeper.c: what a moderator is told of a player; what a login says of the account. */
void said__file(struct link *link, const struct ask *ask, const struct player_get_reply *page);
void said__standing(struct link *link, const struct ask *ask, const struct sanction_record *mute,
                    int role);

#endif
