/* SPDX-License-Identifier: MIT */
/*
 * What the files of the match share: match.c (what players do), match_events.c (how it is told) and
 * match_end.c (how it ends).
 */
#ifndef PENTAD_SERVER_CORE_MATCH_PRIVATE_H
#define PENTAD_SERVER_CORE_MATCH_PRIVATE_H

#include "server/core/state.h"

void match__touch(struct core *core, struct match *match);
/* Tells the room the event that was just applied. */
void match__tell_event(struct core *core, struct room *room, const struct match *match,
                       struct match_event event);
void match__tell_end(struct core *core, struct room *room, const struct match *match);
/* Ends the room's match: ratings, history, the event. */
void match__end(struct core *core, struct room *room, struct outcome outcome);

#endif
