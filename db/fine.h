/* SPDX-License-Identifier: MIT */
/*
 * The rule of the monthly fine. The databases apply it to stored ratings, the server's core to the
 * ratings that it has in memory. A player with a rating in a fined variant (engine/variants.def)
 * who made no move in a rated game of it during a calendar month loses FINE_POINTS, down to the
 * floor. Pure functions of values, any thread.
 *
 * A month is a number: year * 12 + month - 1. A month is settled when its fines are stored; months
 * are settled in order, each once.
 */
#ifndef PENTAD_DB_FINE_H
#define PENTAD_DB_FINE_H

#include "db/store.h"

#define FINE_POINTS 100

/* The number of consecutive months whose moves can be told apart: a rating has a bit for each,
 * month % 62. So no more months than that may wait to be settled. */
#define FINE_MONTHS_MAX 62

/* "2026-11" and its NUL. */
#define FINE_MONTH_SIZE 8

/* The bit of `month` in store_rating.active_months. */
uint64_t fine_bit(int month);

/* The month that games played in `month` count for when `settled` is the last settled one: a
 * settled month is over, whatever the clock says. */
int fine_playing_month(int settled, int month);

/* True if a move made in `month` has to be remembered when `settled` is the last settled month (0:
 * none is). Moves too far ahead cannot be told apart, and earlier ones no longer count. */
bool fine_counts_moves(int settled, int month);

/* True if a player with `rating`, in a fined variant, is fined for `month`. False if the player got
 * the rating in that month or later, made a move, or has no points to lose. */
bool fine_applies(const struct store_rating *rating, int month);

/* True if a player with `account` pays no fine for `month`, which fell or falls at `fell_ms`. */
bool fine_spares(const struct store_account *account, int month, int64_t fell_ms);

/* Records if the account is banned when the fine for `month` falls, because the ban may change
 * before the month is settled. Months are judged in order, each once. */
void fine_judge(struct store_account *account, int month, int64_t fell_ms);

/* The points after a fine. */
int fine_after(int points);

/* The bits of active_months that still have a meaning when `month` is settled after `settled`, in a
 * rating that its player has had since `since_month`. */
uint64_t fine_bits_kept(int settled, int month, int since_month);

/* Returns a rating in a fined variant as it is once `month` is settled after `settled`.
 * `is_spared`: the player pays nothing. */
struct store_rating fine_settle(const struct store_rating *rating, int settled, int month,
                                bool is_spared);

/* "2026-11" */
void fine_month_text(int month, char text_out[FINE_MONTH_SIZE]);
/* The month of such a text; 0 if it is none. */
int fine_month_parse(const char *text);

#endif
