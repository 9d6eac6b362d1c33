/* SPDX-License-Identifier: MIT */
/*
 * The streams of events that a client follows: those of games and rooms, and the player's own; and
 * the number of the last event that it has of each. With it a repeated event is harmless, a missing
 * one is noticed, and coming back is a matter of asking `since`.
 * A plain value without pointers; the session owns it.
 */
#ifndef PENTAD_CLIENT_CORE_TRACKER_H
#define PENTAD_CLIENT_CORE_TRACKER_H

#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More than the rooms of one player; beyond it the game followed for longest is forgotten. */
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
    bool is_syncing; /* a request for what is missing is on its way */
};

#define TRACKER_ROOMS_MAX 64

struct tracker {
    struct tracked_game games[TRACKER_GAMES_MAX];
    size_t count;
    struct tracked_stream rooms[TRACKER_ROOMS_MAX];
    size_t rooms_count;
    struct tracked_stream player;
};

/* Tells what to do with an event. */
enum tracker_verdict {
    TRACKER_TAKE,   /* the next one, or not of a followed game */
    TRACKER_REPEAT, /* known already */
    TRACKER_GAP,    /* something before it is missing: ask `since` */
};

/* Follows the game as the record has it; a game that is over is followed no more. */
void tracker_set_game(struct tracker *tracker, const struct game_record *game);
/* NULL if it is not followed. Lent until the next call that changes the tracker. */
struct tracked_game *tracker_find(struct tracker *tracker, uint64_t game);
void tracker_forget(struct tracker *tracker, uint64_t game);

/* An event with a number in its game. */
struct numbered_event {
    uint64_t game;
    int64_t seq;
    const struct clocks_record *clocks; /* or NULL */
};

/* False for other events and for game.started, which brings its whole game. */
bool tracker_read_event(enum event event, const union event_body *body, struct numbered_event *out);
/* Follows a room from the number that the record has. Where there are too many, the last one to
 * come is not followed. */
void tracker_set_room(struct tracker *tracker, const struct room_record *room);
/* NULL if it is not followed. Lent until the next call that changes the tracker. */
struct tracked_stream *tracker_find_room(struct tracker *tracker, uint64_t room);
void tracker_forget_room(struct tracker *tracker, uint64_t room);
/* The stream of an event with a number in its head; NULL if it has none, or is not followed. */
struct tracked_stream *tracker_stream(struct tracker *tracker, enum event event,
                                      const union event_body *body);
/* The same as tracker_judge() for such an event. */
enum tracker_verdict tracker_judge_stream(struct tracked_stream *stream, int64_t seq);

/* Judges an event of a game. Takes note of it if the verdict is TRACKER_TAKE. */
enum tracker_verdict tracker_judge(struct tracker *tracker, enum event event,
                                   const union event_body *body);

#endif
