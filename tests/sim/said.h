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

/* said_self.c: replies about one's own account. */
typedef void said_reply_fn(struct link *link, struct ask *ask, const union reply_body *reply);
said_reply_fn said__recovered;
said_reply_fn said__code;
said_reply_fn said__confirmed;
said_reply_fn said__password;
said_reply_fn said__deleted;
said_reply_fn said__settings;
said_reply_fn said__chosen;
said_reply_fn said__profile;
said_reply_fn said__photo_set;
said_reply_fn said__photo_removed;
said_reply_fn said__days_off;
said_reply_fn said__block;
said_reply_fn said__unblock;
said_reply_fn said__blocks;
said_reply_fn said__revoked;
said_reply_fn said__sessions;

/* said_follow.c: followed players. */
said_reply_fn said__followed;
said_reply_fn said__unfollowed;
said_reply_fn said__follows;
void said__came(struct link *link, const union event_body *body);

/* said_meet.c: invitations, pairing, the lobby. */
struct truth_room;
void said__lobby_audit(struct sim *sim, const struct link *link);
void said__lobby_presence(struct link *link, const union event_body *body);
void said__lobby_room(struct link *link, const union event_body *body);
void said__lobby_gone(struct link *link, const union event_body *body);
void said__room_list(struct link *link, struct ask *ask, const union reply_body *reply);
void said__link(struct link *link, struct ask *ask, const union reply_body *reply);
void said__looked(struct link *link, struct ask *ask, const union reply_body *reply);
void said__invited(struct link *link, const union event_body *body);
void said__declined(struct link *link, const union event_body *body);
void said__paired(struct link *link, const union event_body *body);
void said__watchers(struct link *link, const union event_body *body);
void said__unqueued(struct link *link, const union event_body *body);
void said__invitations(struct link *link, const struct room_record *rooms, size_t count);
void said__lobby(struct link *link, struct ask *ask, const union reply_body *reply);
void said__lobby_left(struct link *link, struct ask *ask, const union reply_body *reply);
void said__decline(struct link *link, struct ask *ask, const union reply_body *reply);
/* said_report.c: whether the line is stored like this; it is held to what is hidden, for what was
 * asked of the server at that moment. */
bool said__line(const struct link *link, const struct truth_room *room,
                const struct chat_line_record *line, int64_t at_ms);
/* When an event of the room that is told now was asked for: as one that is sent again, or by the
 * connection itself. */
int64_t said__asked_ms(const struct link *link, const struct truth_room *room);
void said__hidden(struct link *link, const union event_body *body);
void said__report(struct link *link, struct ask *ask, const union reply_body *reply);
/* A line of a chat may be told on this connection now. */
void said__line_is_for(struct link *link, const struct truth_room *room,
                       const struct chat_line_record *line);

/* said_rating.c: replies about players. */
said_reply_fn said__top;
said_reply_fn said__around;
said_reply_fn said__player;
said_reply_fn said__photo;
void said__no_photo(struct link *link, const struct ask *ask);
said_reply_fn said__found;
said_reply_fn said__fines;

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
/* A game as a file. */
void said__game_get(struct link *link, struct ask *ask, const union reply_body *reply);
void said__game_export(struct link *link, struct ask *ask, const union reply_body *reply);
/* The connection gets events of this game from the record's on. */
void said__base(struct link *link, const struct game_record *record);

/* said_key.c: whether a reply is one that was given before, which tells things as they were; a key
 * is said to have been used. */
bool said__is_repeated(struct link *link, const struct ask *ask, const char *line, size_t len);
void said__key_used(struct link *link, const struct ask *ask);
/* said_letter.c: replies and events about messages. */
void said__message_send(struct link *link, struct ask *ask, const union reply_body *reply);
void said__message_list(struct link *link, struct ask *ask, const union reply_body *reply);
void said__message_threads(struct link *link, struct ask *ask, const union reply_body *reply);
void said__message_received(struct link *link, const union event_body *body);
void said__message_sent(struct link *link, const union event_body *body);
/* said_memo.c: memos as they come, and their list; they were confirmed; whether a login says that
 * some wait. */
void said__memo(struct link *link, const union event_body *body);
void said__memos(struct link *link, struct ask *ask, const union reply_body *reply);
void said__memos_seen(struct link *link, struct ask *ask, const union reply_body *reply);
void said__memos_wait(struct link *link, const struct ask *ask, bool is_told);
/* said_games.c: replies about games in progress. */
said_reply_fn said__games;
/* said_history.c: replies about histories and what is added up from them. */
void said__history(struct link *link, struct ask *ask, const union reply_body *reply);
void said__export(struct link *link, struct ask *ask, const union reply_body *reply);
void said__star(struct link *link, struct ask *ask, const union reply_body *reply);
void said__graph(struct link *link, struct ask *ask, const union reply_body *reply);
void said__stats(struct link *link, struct ask *ask, const union reply_body *reply);
/* said_moderation.c: an act of who keeps order was refused, and for want of a role; was done; was a
 * new name, a role, a new password. */
void said__act_refused(struct link *link);
void said__not_allowed(struct link *link, const struct ask *ask);
void said__act(struct link *link, struct ask *ask, const union reply_body *reply);
void said__points(struct link *link, struct ask *ask, const union reply_body *reply);
void said__annulled(struct link *link, struct ask *ask, const union reply_body *reply);
void said__renamed(struct link *link, struct ask *ask, const union reply_body *reply);
said_reply_fn said__focus;
said_reply_fn said__mod_game;
void said__accounts(struct link *link, struct ask *ask, const union reply_body *reply);
void said__role(struct link *link, struct ask *ask, const union reply_body *reply);
/* A report; the reports that are open; one was judged. */
void said__reported(struct link *link, struct ask *ask, const union reply_body *reply);
void said__reports(struct link *link, struct ask *ask, const union reply_body *reply);
void said__cases(struct link *link, struct ask *ask, const union reply_body *reply);
void said__judged(struct link *link, struct ask *ask, const union reply_body *reply);
void said__reset(struct link *link, struct ask *ask, const union reply_body *reply);

/* said_appeal.c: appeals, verdicts on them, and what bans do to logins. */
void said__appealed(struct link *link, struct ask *ask, const union reply_body *reply);
void said__ban_appealed(struct link *link, struct ask *ask, const union reply_body *reply);
void said__appeals(struct link *link, struct ask *ask, const union reply_body *reply);
void said__answered(struct link *link, struct ask *ask, const union reply_body *reply);
void said__new_appeal(struct link *link, const union event_body *body);
void said__banned(struct link *link, const struct ask *ask, int appeal);
void said__not_banned(struct link *link, const struct ask *ask); /* who logs in */

/* said_keeper.c: the record, who is banned or muted, figures; an account that changed, a report
 * that just came; what a login says of the account. */
void said__log(struct link *link, struct ask *ask, const union reply_body *reply);
void said__related(struct link *link, struct ask *ask, const union reply_body *reply);
void said__sanctions(struct link *link, struct ask *ask, const union reply_body *reply);
void said__figures(struct link *link, struct ask *ask, const union reply_body *reply);
void said__account(struct link *link, const union event_body *body);
void said__new_report(struct link *link, const union event_body *body);
/* What a moderator is told of a player. */
void said__file(struct link *link, const struct ask *ask, const struct player_get_reply *page);
void said__standing(struct link *link, const struct ask *ask, const struct sanction_record *mute,
                    int role);

#endif
