/* SPDX-License-Identifier: MIT */
/*
 * Whose time it is, where a clock runs in real time. A turn begins when the event that passed it
 * has left, so that nobody pays for the server's disk; and what of a turn was lag is not its
 * player's, within limits.
 *
 * Lag is compensated up to `lag_cap_ms` an action, out of a quota: a player begins with twice the
 * cap, gets half of it for every action, and keeps four times the cap at the most. Who has lag at
 * times gets all of it; who pretends to have some gains half the cap an action, and no more. The
 * scheme is that of lichess.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_TURN_H
#define PENTAD_SERVER_CORE_MATCH_TURN_H

#include "server/core/state.h"

/* Whether somebody's clock begins anew with the event. */
static inline bool match__passes_the_turn(struct match_event event)
{
    return event.kind == LOG_ACTION || event.kind == LOG_TAKEBACK;
}

/* Whether the turn is not told yet, because its batch is not durable: nobody's clock runs. */
bool match_is_held(const struct core *core, const struct match *match);
/* The turn was just passed, by the open batch: its clock stands until that is durable. */
void match_hold(struct core *core, struct match *match);
/* Listens to BATCH_TOLD: the turns that the batch passed begin. */
void match_batch_told(struct core *core, uint64_t batch);
/* Listens to BATCH_UNDONE: turns that waited for it never were. */
void match_batch_undone(struct core *core, uint64_t batch);
/* How long the clock of whoever is to act still waits for the player to come back; 0: it runs. */
int64_t match_waits_ms(const struct core *core, const struct match *match);
/* After a start, and when the turn passed: the clock of who is not back waits. */
void match_wait_for_return(struct core *core, struct match *match);
/* The player is back: his clock waits no more. */
void match_returned(struct core *core, struct match *match, const struct player *player);
/* How long whoever is to act has been thinking. */
int64_t match_thought_ms(const struct core *core, const struct match *match);
/* The player whose clock runs, NULL if nobody's does or the player is not in memory. */
struct player *match__runner(struct core *core, const struct match *match);
/* Uptime: from when the clock of whoever is to act runs. */
int64_t match__turn_ms(const struct core *core, const struct match *match);
/* No batch holds it any more. */
void match__let_go(struct core *core, struct match *match);
/* Whose clock waited came back while a batch was under way that failed. */
void match__returned_meanwhile(struct core *core, struct match *match);
/* Sets what the event costs and what of the time was lag. The match is touched. */
void match__measure(struct core *core, struct match *match, struct match_event *event);
/* Lag that whoever is to act could be compensated now. */
int64_t match__lag_left_ms(struct core *core, const struct match *match);
void match__lag_begin(const struct core *core, struct match *match);
void match__lag_spend(struct match *match, enum seat seat, int64_t lag_ms);

#endif
