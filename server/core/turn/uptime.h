/* SPDX-License-Identifier: MIT */
/*
 * Uptime: the milliseconds that this server was ever up and able to save, over all its lives. Games
 * measure players' time in it, so that time in which the server was down, or could save nothing,
 * counts for nobody. While there are games without a real-time clock it is stored every
 * uptime_mark_ms; a crash takes back what came after that.
 */
#ifndef PENTAD_SERVER_CORE_UPTIME_H
#define PENTAD_SERVER_CORE_UPTIME_H

#include "server/core/rules/deadlines.h"
#include "server/core/state.h"
#include "server/core/turn/date.h"

/* Goes on from the stored uptime. */
void uptime_start(struct core *core, int64_t stored_ms);
int64_t uptime_ms(const struct core *core);
/* The uptime at core->due_ms. */
int64_t uptime_due_ms(const struct core *core);
/* Makes the uptime stand: nothing can be saved. */
void uptime_stand(struct core *core);
/* Makes it stand from a moment in the past: changes after that moment were taken back. */
void uptime_stand_since(struct core *core, int64_t at_ms);
void uptime_go_on(struct core *core);
/* The monotonic time at which the uptime will be `at_ms`, INT64_MAX while it stands. */
int64_t uptime_to_mono_ms(const struct core *core, int64_t at_ms);

/* Stores the uptime now: called also when a game without a real-time clock begins. */
void uptime_mark(struct core *core);
/* Stores the uptime if that is due. */
void uptime_tick(struct core *core);
int64_t uptime_next_ms(const struct core *core);

/* ------------------------------------------------------------------ what falls due */
/*
 * Everything that falls due in uptime and may write when it does: one heap, so that a turn in which
 * nothing is due costs nothing. A deadline falls once all is heard that had come by then
 * (core_due()); while nothing can be saved it waits.
 */

enum due_kind {
    DUE_MATCH,    /* a clock, or what stands in for one */
    DUE_SLEEPER,  /* a game that is not in memory */
    DUE_COMPUTER, /* a computer's act */
    DUE_ANSWER,   /* the free seat of a room waits no more */
    DUE_PAIRING,  /* those who wait look further */
    DUE_FOLLOWS,  /* followers are told who came */
    DUE_KIND_COUNT,
};

/* Called when a deadline has come; the deadline is cleared before. Defined in subscribers.c. */
typedef void due_fall_fn(struct core *core, struct deadline *deadline);

/* Sets or moves the deadline; INT64_MAX clears it, which must be done before it is freed. */
void due_set(struct core *core, enum due_kind kind, struct deadline *deadline, int64_t at_ms);
bool due_waits(const struct core *core, enum due_kind kind);
void dues_tick(struct core *core);
/* The time at which dues_tick() has something to do (monotonic). */
int64_t dues_next_ms(const struct core *core);

/* ------------------------------------------------------------------ the wall clock */
/*
 * The trust in the wall clock. Anything that waits for a date (the monthly fine) must not happen
 * because somebody set the clock, a machine woke up in another year, or a battery is empty. The
 * wall clock is compared with the monotonic one, and at the start with what is stored; once it
 * looks wrong, it has to keep steady for a day before it is believed again.
 */

/* A clock that is off by more than this was set; by less, it was corrected. */
#define WALL_JUMP_MS (INT64_C(3600) * 1000)
/* A clock that was set has to keep steady for this long (monotonic). */
#define WALL_STEADY_MS (INT64_C(24) * 3600 * 1000)

/* Takes the clocks as they are at the start. */
void wall_init(struct core *core);
/* Checks the clock against `youngest_ms`, the date of the youngest record (wall, 0: unknown). */
void wall_check_stored(struct core *core, int64_t youngest_ms);
/* Looks at the clocks: in every turn. */
void wall_watch(struct core *core);

/* The wall time, or what it would be if nobody had set the clock since it was last believed. */
int64_t wall_believed_ms(const struct core *core);
bool wall_is_trusted(const struct core *core);
/* Tells the operator that the clock is not believed, once until it is believed again. `detail` is
 * more of the line in the log, "key=value". */
void wall_refuse(struct core *core, const char *because, const char *detail);

/* The time of the next look (monotonic). */
int64_t wall_next_ms(const struct core *core);

/* ------------------------------------------------------------------ dates */
/*
 * Things that happen at a date of the wall clock: the monthly fine. Nothing happens before the
 * clock can be believed, and nothing twice: the owner of a date sets it anew, or clears it, when it
 * has come. Players' time has deadlines of uptime and no dates.
 */

/* Sets the date, or moves it. `fall` is called when it has come, once in each turn for as long as
 * it is not set to a later time or cleared. It returns false if it has to wait for something else
 * that will cause a turn: until then no turn is made for it. */
void date_set(struct core *core, struct date *date, int64_t at_ms, date_fall_fn *fall);
void date_clear(struct core *core, struct date *date);

/* Calls what is due, if the clock is believed. Called in every turn after core_time(). */
void dates_tick(struct core *core);
/* The time at which dates_tick() has something to do by itself (monotonic). */
int64_t dates_next_ms(const struct core *core);

#endif
