/* SPDX-License-Identifier: MIT */
/*
 * Effects of time on matches: flags that fall, first moves that never come, games that both players
 * have abandoned, and the claim on a game in which it is for the other player to act, who stays
 * away. All of it in uptime.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_CLOCK_H
#define PENTAD_SERVER_CORE_MATCH_CLOCK_H

#include "server/core/rules/deadlines.h"
#include "server/core/state.h"

/* ERR_CLAIM_TOO_SOON says when it is not. */
int match_claim(struct core *core, struct room *room, enum seat seat, int64_t *retry_after_ms_out);
/* Times are uptime (uptime.h). */
/* Whether it has a clock that is measured in less than days. */
bool match_is_real_time(const struct match *match);
/* Both clocks as they stand now, or at the end. */
void match_clocks(const struct core *core, const struct match *match,
                  struct clock clocks_out[SEAT_COUNT]);
/* The time that the clock at `seat` has left, with all its periods; NONE without a clock. */
int64_t match_left_ms(const struct core *core, const struct match *match, enum seat seat);
/* In how many ms the opponent of `away` may claim the match (may be NULL); NONE: there is nothing
 * to claim, because the player is here, need not act, or has days. */
int64_t match_claim_in_ms(const struct core *core, const struct match *match,
                          const struct player *away);
/* When the flag of a correspondence game falls; 0 for others. */
int64_t match_due_ms(const struct match *match);
/* After anything that may change when something is due: turns, ends, presence. */
void match_deadline_update(struct core *core, struct match *match);
/* Falls due (DUE_MATCH): ends the match, if its time is over. */
void match_fall_due(struct core *core, struct deadline *deadline);

/* ------------------------------------------------------------------ turns */
/*
 * The time of a turn, where a clock runs in real time. A turn begins when the event that passed it
 * has left, so that nobody pays for the server's disk; and a player does not pay for the lag in a
 * turn, within limits.
 *
 * Lag is compensated up to `lag_cap_ms` an action, out of a quota: a player begins with twice the
 * cap, gets half of it for every action, and keeps four times the cap at the most. A player who has
 * lag at times gets all of it; one who pretends to have some gains half the cap an action, and no
 * more. The scheme is that of lichess. The cap of a short game is smaller (`lag_cap_part`).
 */

/* The cap is at most one part of so many of the time for a move, where each has its own. */
#define LAG_CAP_PERIOD_PART 4

/* Whether the turn is not told yet, because its batch is not durable: nobody's clock runs. */
bool match_is_held(const struct core *core, const struct match *match);
/* The turn was just passed, by the open batch: its clock stands until that is durable. */
void match_hold(struct core *core, struct match *match);
/* Listens to BATCH_TOLD: the turns that the batch passed begin. */
void match_batch_told(struct core *core, uint64_t batch);
/* Listens to BATCH_UNDONE: turns that waited for it are taken back. */
void match_batch_undone(struct core *core, uint64_t batch);
/* How long the clock of the player to act still waits for the player to come back; 0: it runs. */
int64_t match_waits_ms(const struct core *core, const struct match *match);
/* After a start, and when the turn passed: the clock of a player who is not back waits. */
void match_wait_for_return(struct core *core, struct match *match);
/* The player is back: his clock waits no more. */
void match_returned(struct core *core, struct match *match, const struct player *player);
/* How long the player to act has been thinking. */
int64_t match_thought_ms(const struct core *core, const struct match *match);
/* The player whose clock runs, NULL if nobody's does or the player is not in memory. */
struct player *match__runner(struct core *core, const struct match *match);
/* Uptime: from when the clock of the player to act runs. */
int64_t match__turn_ms(const struct core *core, const struct match *match);
/* No batch holds it any more. */
void match__let_go(struct core *core, struct match *match);
/* Ends the wait of the clock if its player came back during a batch that failed. */
void match__returned_meanwhile(struct core *core, struct match *match);
/* The time that the turn had cost when the event at `index` of the log ended it, or went by. */
int64_t match_turn_took_ms(const struct match *match, uint32_t index);
/* Sets the time that the event costs, and the lag in it. The match is touched. */
void match__measure(struct core *core, struct match *match, struct match_event *event);
/* Lag for which the player to act could be compensated now. */
int64_t match__lag_left_ms(struct core *core, const struct match *match);
void match__lag_begin(const struct core *core, struct match *match);
void match__lag_spend(struct match *match, enum seat seat, int64_t lag_ms);

/* ------------------------------------------------------------------ days off */
/*
 * Days off at tables. The clock of a player who is to act and has days off runs so much longer as
 * these last: the log says so, so that whoever reads it again has the same clocks and need not know
 * who had days off.
 */

/* The event that was applied last passed the turn: if it is now a player's who has days off, the
 * clock waits for their end. Returns how long, which is the event's `given_ms` then. */
int64_t match__wait_for_days_off(struct core *core, struct match *match);

#endif
