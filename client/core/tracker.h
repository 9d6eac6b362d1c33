/* SPDX-License-Identifier: MIT */
/*
 * The streams of events that a client follows, those of games and rooms and the player's own, with
 * the number of the last event of each. So a repeated event is harmless, a missing one is noticed,
 * and a client that comes back asks `since` that number. A plain value without pointers; the
 * session owns it.
 */
#ifndef PENTAD_CLIENT_CORE_TRACKER_H
#define PENTAD_CLIENT_CORE_TRACKER_H

#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More than one player's rooms; beyond it the game followed for longest is forgotten. */
#define TRACKER_GAMES_MAX 64

struct tracked_game {
    uint64_t game;
    int64_t seq;     /* of the last event that was taken */
    bool is_syncing; /* a game.sync of it is on its way */
};

/* A room, or the player's own events. */
struct tracked_stream {
    uint64_t room;   /* 0: the player's */
    int64_t seq;     /* of the last event that was taken; NO_SEQ: not known */
    bool is_syncing; /* a request for missing events is on its way */
};

#define TRACKER_ROOMS_MAX 64

struct tracker {
    struct tracked_game games[TRACKER_GAMES_MAX];
    size_t count;
    struct tracked_stream rooms[TRACKER_ROOMS_MAX];
    size_t rooms_count;
    struct tracked_stream player;
};

/* The judgement on an event. */
enum tracker_verdict {
    TRACKER_TAKE,   /* it is the next one, or of no followed game */
    TRACKER_REPEAT, /* it is already known */
    TRACKER_GAP,    /* an event before it is missing: ask `since` */
};

/* Follows the game from the record on; stops following a game that is over. */
void tracker_set_game(struct tracker *tracker, const struct game_record *game);
/* NULL if it is not followed. Lent until the next call that changes the tracker. */
struct tracked_game *tracker_find(struct tracker *tracker, uint64_t game);
void tracker_forget(struct tracker *tracker, uint64_t game);

/* An event with its number in its game. */
struct numbered_event {
    uint64_t game;
    int64_t seq;
    const struct clocks_record *clocks; /* or NULL */
};

/* Reads such an event. False for others and for game.started, which brings the whole game. */
bool tracker_read_event(enum event event, const union event_body *body, struct numbered_event *out);
/* Follows a room from the number in the record on; not if too many are followed already. */
void tracker_set_room(struct tracker *tracker, const struct room_record *room);
/* NULL if it is not followed. Lent until the next call that changes the tracker. */
struct tracked_stream *tracker_find_room(struct tracker *tracker, uint64_t room);
void tracker_forget_room(struct tracker *tracker, uint64_t room);
/* The stream of an event with a number in its head; NULL if it has none, or is not followed. */
struct tracked_stream *tracker_stream(struct tracker *tracker, enum event event,
                                      const union event_body *body);
/* Judges such an event, as tracker_judge() does. */
enum tracker_verdict tracker_judge_stream(struct tracked_stream *stream, int64_t seq);

/* Judges an event of a game, and notes its number if the verdict is TRACKER_TAKE. */
enum tracker_verdict tracker_judge(struct tracker *tracker, enum event event,
                                   const union event_body *body);

#endif
