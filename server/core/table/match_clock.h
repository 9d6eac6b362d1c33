/* SPDX-License-Identifier: MIT */
/*
 * Effects of time on matches: flags that fall, first moves that never come, games that both players
 * have abandoned, and the claim on a game in which it is for the other player to act, who stays
 * away. All of it in uptime.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_CLOCK_H
#define PENTAD_SERVER_CORE_MATCH_CLOCK_H

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
void matches_tick(struct core *core);
int64_t matches_next_ms(const struct core *core);

#endif
