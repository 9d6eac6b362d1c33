/* SPDX-License-Identifier: MIT */
/*
 * Clocks: time controls and what they do to a player's time. Pure arithmetic on whole
 * milliseconds that the caller measured; nothing here knows what time it is. Values that own
 * nothing, safe on every thread.
 *
 * A time control as text is, for instance, "none", "30s/move", "5m+3s" (Fischer: main time and
 * increment), "10m+3x30s" (byo-yomi: main time and periods) or "3d/move" (correspondence: whole
 * days). Units are ms, s, m, h and d. The text is stored and never changes.
 */
#ifndef PENTAD_ENGINE_CLOCK_H
#define PENTAD_ENGINE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum clock_kind {
#define CLOCK_KIND(id, doc) CLOCK_##id,
#include "engine/clocks.def"
#undef CLOCK_KIND
    CLOCK_KIND_COUNT
};

/* The speed of a game, by the estimate of one player's time. */
enum speed {
#define SPEED(ID, word, below_ms, doc) SPEED_##ID,
#include "engine/speeds.def"
#undef SPEED
    SPEED_COUNT
};

#define CLOCK_SECOND_MS INT64_C(1000)
#define CLOCK_MINUTE_MS (60 * CLOCK_SECOND_MS)
#define CLOCK_HOUR_MS (60 * CLOCK_MINUTE_MS)
#define CLOCK_DAY_MS (24 * CLOCK_HOUR_MS)

/* The limits of time_control_is_valid(). The shortest times are for programs, not for people. */
#define CLOCK_MAIN_MAX_MS CLOCK_DAY_MS
#define CLOCK_INCREMENT_MAX_MS CLOCK_HOUR_MS
#define CLOCK_PERIOD_MIN_MS INT64_C(100)
#define CLOCK_PERIOD_MAX_MS (CLOCK_DAY_MS - 1) /* a whole day and more is correspondence */
#define CLOCK_PERIODS_MAX 99
#define CLOCK_DAYS_MAX 30

/* Members that the kind does not use are 0. */
struct time_control {
    enum clock_kind kind;
    int64_t main_ms;      /* Fischer, byo-yomi; 0: it begins with the increment or the periods */
    int64_t increment_ms; /* Fischer */
    int64_t period_ms;    /* per move, correspondence: each move; byo-yomi: each period */
    int periods;          /* byo-yomi */
};

/* One player's time. In byo-yomi, main time runs while `periods` equals that of the control. */
struct clock {
    int64_t left_ms; /* of the main time, the period or the move; 0: the flag has fallen */
    int periods;     /* byo-yomi: whole periods after what `left_ms` counts */
};

/* True if the control is of a known kind and within the limits above. */
bool time_control_is_valid(const struct time_control *control);

#define TIME_CONTROL_TEXT_SIZE 64
/* Writes a valid control as text; returns the length. */
size_t time_control_format(const struct time_control *control, char text[TIME_CONTROL_TEXT_SIZE]);
/* Reads the `len` bytes at `text`. False if they are no valid control; then `control_out` is
 * undefined. */
bool time_control_parse(const char *text, size_t len, struct time_control *control_out);

/* Both players' time at the beginning of a game. */
struct clock clock_start(const struct time_control *control);
/* The time until the flag falls, if the player goes on thinking; INT64_MAX without a clock. */
int64_t clock_falls_after_ms(const struct time_control *control, const struct clock *clock);
/* Takes `spent_ms` (not negative), the player's thinking time, off the clock. Returns false if the
 * flag fell; then the clock shows 0. */
bool clock_spend(const struct time_control *control, struct clock *clock, int64_t spent_ms);
/* Ends a turn that was in time: adds the increment, or begins the period anew. */
void clock_press(const struct time_control *control, struct clock *clock);
/* True if the control counts less than days, so that players watch the clock. */
bool time_control_is_real_time(const struct time_control *control);
/* The time that one player of an ordinary game is expected to have in all: 40 moves, 25 of them
 * after the main time of byo-yomi. INT64_MAX without a clock and for correspondence. */
int64_t time_control_estimate_ms(const struct time_control *control);
/* The speed of games with this control, by that estimate. */
enum speed time_control_speed(const struct time_control *control);
/* Adds `given_ms` to what `left_ms` counts: the main time, the period or the move that runs or
 * comes next. Returns false, and changes nothing, if the control is not in real time or more than
 * CLOCK_MAIN_MAX_MS would be left. */
bool clock_give(const struct time_control *control, struct clock *clock, int64_t given_ms);
/* Adds `ms`, which may be negative, to a correspondence clock whose player has days off; never
 * leaves less than 0. Other kinds stay as they are. */
void clock_wait(const struct time_control *control, struct clock *clock, int64_t ms);

#endif
