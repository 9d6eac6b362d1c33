/* SPDX-License-Identifier: MIT */
/*
 * Effects of time on matches: flags that fall, first moves that never come, games that both players
 * have abandoned, and claims on games whose player to act stays away. All times are uptime.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_CLOCK_H
#define PENTAD_SERVER_CORE_MATCH_CLOCK_H

#include "server/core/rules/deadlines.h"
#include "server/core/state.h"

/* Claims the game. Returns 0 or an error; ERR_CLAIM_TOO_SOON comes with the time until it may be
 * claimed. */
int match_claim(struct core *core, struct room *room, enum seat seat, int64_t *retry_after_ms_out);
/* Times are uptime (uptime.h). */
/* True if the match has a clock that is not one of days. */
bool match_is_real_time(const struct match *match);
/* Both clocks as they stand now, or at the end. */
void match_clocks(const struct core *core, const struct match *match,
                  struct clock clocks_out[SEAT_COUNT]);
/* The time that the clock at `seat` has left, with all its periods; NONE without a clock. */
int64_t match_left_ms(const struct core *core, const struct match *match, enum seat seat);
/* The ms until the opponent of `away` (may be NULL) may claim the match; NONE: there is nothing to
 * claim, because the player is here, need not act, or has days. */
int64_t match_claim_in_ms(const struct core *core, const struct match *match,
                          const struct player *away);
/* The time at which the flag of a correspondence game falls; 0 for others. */
int64_t match_due_ms(const struct match *match);
/* Called after anything that may change what is due next: turns, ends, presence. */
void match_deadline_update(struct core *core, struct match *match);
/* Falls due (DUE_MATCH): ends the match, if its time is over. */
void match_fall_due(struct core *core, struct deadline *deadline);

/* ------------------------------------------------------------------ turns */
/*
 * The time of a turn in games with a real-time clock. A turn begins when the event that passed it
 * has left, so that nobody pays for the server's disk; and, within limits, players do not pay for
 * the lag in their turns.
 *
 * Lag is compensated up to `lag_cap_ms` an action, out of a quota: a player begins with twice the
 * cap, gets half of it for every action, and keeps four times the cap at the most. A player who has
 * lag at times is compensated for all of it; one who pretends to have lag gains no more than half
 * the cap an action. The scheme is that of lichess. The cap of a short game is smaller
 * (`lag_cap_part`).
 */

/* The cap is at most the time for a move divided by this, if each move has a time of its own. */
#define LAG_CAP_PERIOD_PART 4

/* True if the turn is not told yet because its batch is not durable: nobody's clock runs. */
bool match_is_held(const struct core *core, const struct match *match);
/* Holds the turn that the open batch just passed: its clock stands until the batch is durable. */
void match_hold(struct core *core, struct match *match);
/* Listens to BATCH_TOLD: the turns that the batch passed begin. */
void match_batch_told(struct core *core, uint64_t batch);
/* Listens to BATCH_UNDONE: turns that waited for it are taken back. */
void match_batch_undone(struct core *core, uint64_t batch);
/* The time that the clock of the player to act still waits for the player to come back; 0: it
 * runs. */
int64_t match_waits_ms(const struct core *core, const struct match *match);
/* After a start, and when the turn passed: the clock of a player who is not back waits. */
void match_wait_for_return(struct core *core, struct match *match);
/* The player is back: the player's clock waits no more. */
void match_returned(struct core *core, struct match *match, const struct player *player);
/* The ms that the player to act has been thinking. */
int64_t match_thought_ms(const struct core *core, const struct match *match);
/* The player whose clock runs; NULL if no clock runs or the player is not in memory. */
struct player *match__runner(struct core *core, const struct match *match);
/* Uptime: from when the clock of the player to act runs. */
int64_t match__turn_ms(const struct core *core, const struct match *match);
/* Takes the match out of the list of those that a batch holds. */
void match__let_go(struct core *core, struct match *match);
/* Ends the wait of the clock if its player came back during a batch that failed. */
void match__returned_meanwhile(struct core *core, struct match *match);
/* The time that the turn had cost at the event at `index` of the log. */
int64_t match_turn_took_ms(const struct match *match, uint32_t index);
/* Sets the time that the event costs, and the lag in it. The match has been touched. */
void match__measure(struct core *core, struct match *match, struct match_event *event);
/* The lag for which the player to act could be compensated now. */
int64_t match__lag_left_ms(struct core *core, const struct match *match);
void match__lag_begin(const struct core *core, struct match *match);
void match__lag_spend(struct match *match, enum seat seat, int64_t lag_ms);

/* ------------------------------------------------------------------ days off */
/*
 * Days off at tables. The clock of a player who is to act and has days off is given the time that
 * these last. It is in the log, so that a reader of the log gets the same clocks without knowing
 * who had days off.
 */

/* Called after an event that passed the turn: if the player to act has days off, the clock waits
 * for their end. Returns how long; the event's `given_ms` is set to it. */
int64_t match__wait_for_days_off(struct core *core, struct match *match);

#endif
