/* SPDX-License-Identifier: MIT */
/*
 * Conduct: the consequences for players who spoil games with people whom they met by chance: who
 * break games off, do not begin them, stay away on their turn, or leave. The last
 * STORE_CONDUCT_GAMES games are kept. If a player spoilt more than a share of them, and there are
 * enough to judge by, one more spoilt game pauses the player; each pause in a row is longer. A
 * share that is small again ends the row. Lichess does the same ("playban").
 */
#ifndef PENTAD_SERVER_CORE_CONDUCT_RULES_H
#define PENTAD_SERVER_CORE_CONDUCT_RULES_H

#include "db/store.h"

#include <stdbool.h>

struct conduct_rules {
    int percent;      /* share of the games that may be spoilt; 100: all */
    int games;        /* the fewest to judge by */
    int64_t pause_ms; /* the first pause; the next ones are 3, 12 and 288 times as long */
};

/* True if there are enough games, and more than the share was spoilt. */
bool conduct_is_poor(const struct store_conduct *conduct, const struct conduct_rules *rules);
/* True if fewer games were played well than are needed to judge by: somebody who comes back under
 * another name is new too. */
bool conduct_is_new(const struct store_conduct *conduct, const struct conduct_rules *rules);
/* The number of spoilt games. */
int conduct_broken(const struct store_conduct *conduct);
/* True if the player spoilt two of the last five games: others are offered as opponents first. */
bool conduct_ranks_behind(const struct store_conduct *conduct);
/* Counts one more game that has ended. */
void conduct_count(struct store_conduct *conduct, const struct conduct_rules *rules, bool is_broken,
                   int64_t wall_ms);

/* ------------------------------------------------------------------ days off */
/*
 * Days off: a player may take a number of them in a year (UTC). They begin at once or after those
 * that run, and clocks of days at which the player is to act wait for their end. Days count for the
 * year in which they are taken. A player who ends them early gets back the whole days that are
 * left, if it is still that year; so a clock never waits for free, not even if a day off ends in
 * the millisecond in which it begins.
 */

/* The moment: the year by the wall clock, and uptime. */
struct days_off_now {
    int year;
    int64_t uptime_ms;
};

/* The year (UTC) of a wall time since 1970. */
int days_off_year(int64_t wall_ms);
/* The number of days, of `per_year`, that may still be taken. */
int days_off_left(const struct store_days_off *off, int per_year, int year);
/* The time for which they still last; 0: none run. */
int64_t days_off_remaining_ms(const struct store_days_off *off, int64_t uptime_ms);
/* Takes `days`, at most days_off_left(). */
void days_off_take(struct store_days_off *off, const struct days_off_now *now, int days);
/* Ends the days off that run. */
void days_off_end(struct store_days_off *off, const struct days_off_now *now);

#endif
