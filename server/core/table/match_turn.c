/* SPDX-License-Identifier: MIT */
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

#include "server/core/table/match_turn.h"

#include "server/core/desk/lag.h"
#include "server/core/people/known.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/people/presence.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/state.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/writes.h"

#include <utlist.h>

static int64_t min_ms(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* ------------------------------------------------------------------ when it began */

struct player *match__runner(struct core *core, const struct match *match)
{
    enum seat runs = game_to_act(&match->game);
    if (match->state.is_over || runs == SEAT_NONE)
        return NULL;
    return player_find(core, known_id(match->players[runs]));
}

bool match_is_held(const struct core *core, const struct match *match)
{
    return match->state.turn_gate > writes_settled(core);
}

int64_t match__turn_ms(const struct core *core, const struct match *match)
{
    int64_t turn_ms = match->state.turn_ms;
    if (!match_is_real_time(match))
        return turn_ms;
    int64_t told_ms = match_is_held(core, match) ? uptime_ms(core) : match->told_ms;
    return turn_ms > told_ms ? turn_ms : told_ms;
}

void match_hold(struct core *core, struct match *match)
{
    if (!match_is_real_time(match))
        return;
    match->state.turn_gate = writes_gate(core);
    if (match->held_gate != 0)
        return;
    match->held_gate = match->state.turn_gate;
    DL_APPEND2(core->tables->held, match, held_prev, held_next);
}

void match__let_go(struct core *core, struct match *match)
{
    if (match->held_gate == 0)
        return;
    match->held_gate = 0;
    DL_DELETE2(core->tables->held, match, held_prev, held_next);
}

/* A turn of this batch may have been followed already by one of the next, which may still fail:
 * then this one is where the clock goes on, and it has to be known when it was told. */
void match_batch_told(struct core *core, uint64_t batch)
{
    struct match *match;
    struct match *next;
    DL_FOREACH_SAFE2(core->tables->held, match, next, held_next) {
        if (match->held_gate > batch)
            continue;
        match->told_ms = uptime_ms(core);
        if (match_is_held(core, match))
            match->held_gate = match->state.turn_gate;
        else
            match__let_go(core, match);
        match_deadline_update(core, match);
    }
}

void match_batch_undone(struct core *core, uint64_t batch)
{
    (void)batch;
    while (core->tables->held != NULL)
        match__let_go(core, core->tables->held);
}

/* ------------------------------------------------------------------ coming back after a start */

void match_wait_for_return(struct core *core, struct match *match)
{
    struct match_state *state = &match->state;
    enum seat runs = game_to_act(&match->game);
    if (state->is_over || runs == SEAT_NONE || !match_is_real_time(match) ||
        match->return_ms <= uptime_ms(core))
        return;
    const struct player *player = match__runner(core, match);
    if (player == NULL || !player_is_here(player))
        state->turn_ms = match->return_ms;
}

int64_t match_waits_ms(const struct core *core, const struct match *match)
{
    int64_t waits_ms = match->state.turn_ms - uptime_ms(core);
    bool is_running = match_is_real_time(match) && !match->state.is_over;
    return is_running && waits_ms > 0 ? waits_ms : 0;
}

void match_returned(struct core *core, struct match *match, const struct player *player)
{
    struct match_state *state = &match->state;
    enum seat runs = game_to_act(&match->game);
    if (state->is_over || runs == SEAT_NONE || known_id(match->players[runs]) != player_id(player))
        return;
    if (match_waits_ms(core, match) > 0)
        state->turn_ms = uptime_ms(core);
}

void match__returned_meanwhile(struct core *core, struct match *match)
{
    const struct player *player = match__runner(core, match);
    if (player != NULL && player_is_here(player))
        match_returned(core, match, player);
}

/* ------------------------------------------------------------------ what it costs */

int64_t match_thought_ms(const struct core *core, const struct match *match)
{
    int64_t thought_ms = uptime_ms(core) - match__turn_ms(core, match);
    return thought_ms > 0 ? thought_ms : 0;
}

/* In a short game a cap is small, too, for a player may get a dozen of them in all. */
static int64_t lag_cap_ms(const struct core *core, const struct time_control *clock)
{
    const struct core_options *options = &core->options;
    if (!time_control_is_real_time(clock))
        return 0;
    int64_t part_ms = time_control_estimate_ms(clock) / options->lag_cap_part;
    if (clock->kind == CLOCK_PER_MOVE)
        part_ms = min_ms(part_ms, clock->period_ms / LAG_CAP_PERIOD_PART);
    return min_ms(options->lag_cap_ms, part_ms);
}

void match__lag_begin(const struct core *core, struct match *match)
{
    match->lag_cap_ms = lag_cap_ms(core, &match->clock);
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        match->state.lag_quota_ms[seat] = 2 * match->lag_cap_ms;
}

void match__lag_spend(struct match *match, enum seat seat, int64_t lag_ms)
{
    int64_t *quota_ms = &match->state.lag_quota_ms[seat];
    int64_t left_ms = *quota_ms - lag_ms + match->lag_cap_ms / 2;
    *quota_ms = left_ms > 0 ? min_ms(left_ms, 4 * match->lag_cap_ms) : 0;
}

int64_t match__lag_left_ms(struct core *core, const struct match *match)
{
    const struct player *player = match->lag_cap_ms > 0 ? match__runner(core, match) : NULL;
    int64_t lag_ms = player != NULL ? login_lag(player) : NONE;
    if (lag_ms == NONE)
        return 0;
    int64_t quota_ms = match->state.lag_quota_ms[game_to_act(&match->game)];
    return min_ms(lag_ms, min_ms(match->lag_cap_ms, quota_ms));
}

/* Only an action is compensated. Between the end of the clock and the fall of the flag, which waits
 * for what was sent before, everything costs all but the last millisecond; behind an event that is
 * no action the rest of the time stays with the turn. */
void match__measure(struct core *core, struct match *match, struct match_event *event)
{
    struct match_state *state = &match->state;
    enum seat runs = game_to_act(&match->game);
    state->turn_ms = match__turn_ms(core, match);
    event->spent_ms = match_thought_ms(core, match);
    if (event->kind == LOG_ACTION) {
        event->lag_ms = (int32_t)min_ms(match__lag_left_ms(core, match), event->spent_ms);
        event->spent_ms -= event->lag_ms;
    }
    int64_t falls_ms = clock_falls_after_ms(&match->clock, &state->clocks[runs]);
    event->spent_ms = min_ms(event->spent_ms, falls_ms - 1);
}
