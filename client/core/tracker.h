/* SPDX-License-Identifier: MIT */
/*
 * The games that a client follows, and the number of the last event that it has of each. With it a
 * repeated event is harmless, a missing one is noticed, and coming back is a matter of asking
 * `since`.
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

struct tracker {
    struct tracked_game games[TRACKER_GAMES_MAX];
    size_t count;
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
/* Takes note of the event if the verdict is TRACKER_TAKE. */
enum tracker_verdict tracker_judge(struct tracker *tracker, enum event event,
                                   const union event_body *body);

#endif
