/* SPDX-License-Identifier: MIT */
/*
 * Rated games as the rules of a public place want them: with a clock, and played to a row; dates
 * and rated people for the monthly fine.
 */
#ifndef PENTAD_TESTS_UNIT_SERVER_RIG_RATED_H
#define PENTAD_TESTS_UNIT_SERVER_RIG_RATED_H

#include "tests/unit/server/rig.h"

/* The terms that a server has when nothing else is configured; nobody is sent away for silence. */
struct core_options rig_rated_options(void);

/* A rated game of the 3x3 board with a clock, in which `first` begins. */
struct rig_table rig_rated_table(struct rig_peer *first, struct rig_peer *second);
/* The first player makes a row. */
void rig_rated_win(const struct rig_table *table);
/* Both leave the room. */
void rig_rated_leave(const struct rig_table *table);

/* ------------------------------------------------------------------ the monthly fine */

/* Dates are UTC, like the rig's calendar. The rig begins on 2023-11-14 and has settled October by
 * then. */
#define HOUR_MS (INT64_C(3600) * 1000)
#define DAY_MS (24 * HOUR_MS)

/* Connections that outlive months of silence. */
struct core_options rig_fines_options(void);

/* Midnight of a day. */
int64_t rig_date(int year, int month, int day);
/* Lets time pass until then. */
void rig_until(struct rig *rig, int64_t wall_ms);
/* Only the wall clock is set. */
void rig_set_clock(struct rig *rig, int64_t wall_ms);
/* The server is down until then, and starts again. */
void rig_down_until(struct rig *rig, int64_t wall_ms);

/* A rated game: `winner` begins, and the other one resigns when a row is near. */
void rig_rated_game(struct rig_peer *winner, struct rig_peer *loser, const char *variant);
/* Anna has 1520 and Boris 1480, by a game now. */
void rig_two_rated(struct rig *rig, struct rig_peer **anna_out, struct rig_peer **boris_out);
/* A game in which only `player` makes a move: it is aborted after it. */
void rig_lone_move(struct rig_peer *player, struct rig_peer *opponent, const char *variant,
                   bool rated);

/* The classic rating as player.get tells it; 0 for none. `asker` may be anybody. */
int rig_rating(struct rig_peer *asker, const char *name);
/* The months of rating.fines, the newest first: "2024-02 2024-01". Lent until the next call. */
const char *rig_fines(struct rig_peer *asker, const char *name);
/* How many lines of the log begin with `event`. */
int rig_logged(const struct rig *rig, const char *event);

#endif
