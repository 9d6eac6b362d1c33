/* SPDX-License-Identifier: MIT */
/*
 * What the files of the match share: match.c (life and log), match_load.c (from the store),
 * match_play.c and match_takeback.c (what players do), match_turn.c and match_clock.c (what time
 * does), match_events.c (how it is told) and match_end.c (how it ends).
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

/* What an event does to a board and its clocks. An action is one that the rules allow. */
void match__step(const struct time_control *clock, struct game *game,
                 struct clock clocks[SEAT_COUNT], struct match_event event);
/* What it does to the whole state; it becomes the last of the log. */
void match__apply(struct match *match, struct match_event event);
/* Does, writes and tells one event; it says when and what it cost. Returns 0: what could be refused
 * was looked at before. */
int match__do(struct core *core, struct room *room, struct match_event event);

/* match_turn.c: whose time it is. */
/* Whether somebody's clock begins anew with the event. */
static inline bool match__passes_the_turn(struct match_event event)
{
    return event.kind == LOG_ACTION || event.kind == LOG_TAKEBACK;
}
/* The player whose clock runs, NULL if nobody's does or the player is not in memory. */
struct player *match__runner(struct core *core, const struct match *match);
/* Uptime: from when the clock of whoever is to act runs. */
int64_t match__turn_ms(const struct core *core, const struct match *match);
/* No batch holds it any more. */
void match__let_go(struct core *core, struct match *match);
/* Whose clock waited came back while a batch was under way that failed. */
void match__returned_meanwhile(struct core *core, struct match *match);
/* Sets what the event costs and what of the time was lag. The match is touched. */
void match__measure(struct core *core, struct match *match, struct match_event *event);
/* Lag that whoever is to act could be compensated now. */
int64_t match__lag_left_ms(struct core *core, const struct match *match);
void match__lag_begin(const struct core *core, struct match *match);
void match__lag_spend(struct match *match, enum seat seat, int64_t lag_ms);

/* Tells the room the event that was just applied; `at` is its action as text, or "". */
void match__tell_event(struct core *core, struct room *room, struct match_event event,
                       const char *at);
void match__tell_end(struct core *core, struct room *room);
/* What the end did to ratings is known: its event can be told. */
void match__fill_ending(struct core *core, struct match *match);
/* Nobody will be told of the end. */
void match__drop_ending(struct core *core, struct match *match);
/* Ends the room's match: ratings, history, the event. */
void match__end(struct core *core, struct room *room, struct outcome outcome);

#endif
