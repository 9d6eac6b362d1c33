/* SPDX-License-Identifier: MIT */
/*
 * Conduct: what becomes of players who spoil games of people whom they met by chance: who break
 * them off, do not begin them, stay away on their turn, or leave. The last STORE_CONDUCT_GAMES
 * games are kept. When more than a share of them were spoilt, and there are enough to judge by, one
 * more spoilt game pauses the player; each pause in a row is longer. A share that is small again
 * ends the row. As lichess does it ("playban").
 */
#ifndef PENTAD_SERVER_CORE_CONDUCT_RULES_H
#define PENTAD_SERVER_CORE_CONDUCT_RULES_H

#include "db/store.h"

#include <stdbool.h>

struct conduct_rules {
    int percent;      /* of the games that may be spoilt; 100: all */
    int games;        /* to judge by */
    int64_t pause_ms; /* the first pause; the next ones are 3, 12 and 288 times as long */
};

/* Whether more than that share was spoilt, of enough games. */
bool conduct_is_poor(const struct store_conduct *conduct, const struct conduct_rules *rules);
/* Whether fewer games were played well than are needed to judge by: whoever comes back under
 * another name is new, too. */
bool conduct_is_new(const struct store_conduct *conduct, const struct conduct_rules *rules);
/* How many of the games were spoilt. */
int conduct_broken(const struct store_conduct *conduct);
/* Whether the player spoilt two of the last five games: others are offered before such a player. */
bool conduct_ranks_behind(const struct store_conduct *conduct);
/* One more game has ended. */
void conduct_count(struct store_conduct *conduct, const struct conduct_rules *rules, bool is_broken,
                   int64_t wall_ms);

/* ------------------------------------------------------------------ days off */
/*
 * Days off: a player may take so many in a year (UTC). They begin at once or behind those that run,
 * and the clocks of days at which the player is to act wait for their end. Days count for the year
 * in which they are taken. Who ends them early gets the whole days back that are left, if it is
 * that year still; so a clock cannot be made to wait for less than the price of a day, not even in
 * the millisecond in which the day begins.
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
/* Takes some, no more than days_off_left(). */
void days_off_take(struct store_days_off *off, const struct days_off_now *now, int days);
/* Ends those that run. */
void days_off_end(struct store_days_off *off, const struct days_off_now *now);

#endif
