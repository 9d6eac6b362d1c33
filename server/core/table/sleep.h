/* SPDX-License-Identifier: MIT */
/*
 * Tables that sleep: the table of a correspondence game where nobody is present is kept in the
 * store alone; the core knows only its room and when the flag falls. It wakes when one of its
 * players logs in, when somebody wants to watch it, and when its time is up.
 */
#ifndef PENTAD_SERVER_CORE_SLEEP_H
#define PENTAD_SERVER_CORE_SLEEP_H

#include "server/core/rules/deadlines.h"
#include "server/core/state.h"

/* Listens to ROOM_DESERTED: the room sleeps as soon as everything about it is settled, if nobody is
 * there by then. */
void sleep_room_deserted(struct core *core, uint64_t room);
/* Takes the tables of an answer into memory; those that are awake stay as they are. */
void sleep_wake(struct core *core, const struct store_table *tables, size_t count);

/* Wakes the room that the request names and carries it out again by `again`, which returns as
 * commands do. */
int sleep_wake_for(struct call *call, uint64_t room,
                   int (*again)(struct call *call, uint64_t room));

/* Called when DUE_SLEEPER falls: wakes the table, whose time is up. */
void sleeper_fall_due(struct core *core, struct deadline *deadline);

/* ------------------------------------------------------------------ the index of those that sleep
 */
/*
 * The tables that sleep, and when the flag falls at each.
 */

struct sleeper;

/* The room's table; NULL if it does not sleep. */
struct sleeper *sleepers_find(struct core *core, uint64_t room);
/* True if the room exists and its table sleeps. */
bool sleepers_have(struct core *core, uint64_t room);
void sleepers_add(struct core *core, uint64_t room, int64_t due_ms);
void sleepers_hide(struct sleeper *sleeper, uint32_t n);
void sleepers_remove(struct core *core, struct sleeper *sleeper);
/* The number of tables that sleep. */
size_t sleepers_count(const struct core *core);
void sleepers_free(struct core *core);

#endif
