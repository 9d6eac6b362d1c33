/* SPDX-License-Identifier: MIT */
/*
 * What the files of the match share: match.c (life and log), match_load.c (from the store),
 * match_play.c and match_takeback.c (what players do), match_clock.c (what time does),
 * match_events.c (how it is told) and match_end.c (how it ends).
 */
#ifndef PENTAD_SERVER_CORE_MATCH_PRIVATE_H
#define PENTAD_SERVER_CORE_MATCH_PRIVATE_H

#include "server/core/state.h"

static inline enum seat match__other_seat(enum seat seat)
{
    return seat == SEAT_FIRST ? SEAT_SECOND : SEAT_FIRST;
}

/* A match with nothing but its board and its clocks, in no index. */
struct match *match__alloc(uint64_t id, const struct variant *variant,
                           const struct time_control *clock);
/* Into the index of matches; what it waits for is due from now on. */
void match__list(struct core *core, struct match *match);
void match__touch(struct core *core, struct match *match);

/* What an event does to a board and its clocks. 0, or what the engine refuses. */
int match__step(const struct time_control *clock, struct game *game,
                struct clock clocks[SEAT_COUNT], struct match_event event);
/* What it does to the whole state; it becomes the last of the log. */
int match__apply(struct match *match, struct match_event event);
/* Does, writes and tells one event; it says when and what it cost. */
int match__do(struct core *core, struct room *room, struct match_event event);
/* The milliseconds of each action that stands, from the log; returns how many. */
size_t match__spent(const struct match *match, int64_t spent_out[GAME_ACTIONS_MAX]);

/* Tells the room the event that was just applied. */
void match__tell_event(struct core *core, struct room *room, const struct match *match,
                       struct match_event event);
void match__tell_end(struct core *core, struct room *room, const struct match *match);
/* Ends the room's match: ratings, history, the event. */
void match__end(struct core *core, struct room *room, struct outcome outcome);

#endif
