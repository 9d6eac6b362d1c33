/* SPDX-License-Identifier: MIT */
/*
 * Telling a match: its log entries as events, live to the room or again to one connection. An event
 * that is told again is the same, byte for byte.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_EVENTS_H
#define PENTAD_SERVER_CORE_MATCH_EVENTS_H

#include "server/core/state.h"

/* Sends the events after `since` to one connection. */
void match_resend(struct core *core, uint64_t conn, const struct match *match, uint32_t since);
/* Tells the room the event that was just applied; `action` is its action as text, or "". */
void match__tell_event(struct core *core, struct room *room, struct match_event event,
                       const char *action);
void match__tell_end(struct core *core, struct room *room);
/* Completes the event of the end: the effect on ratings is known now. */
void match__fill_ending(struct core *core, struct match *match);
/* Drops the event of the end: nobody will be told of it. */
void match__drop_ending(struct core *core, struct match *match);

/* The number of the last event. */
uint32_t match_seq(const struct match *match);
/* True if the events after `since` are in memory. A game that was loaded after its end has no log:
 * it can only be sent whole. */
bool match_can_resend(const struct match *match, int64_t since);

#endif
