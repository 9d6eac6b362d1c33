/* SPDX-License-Identifier: MIT */
/*
 * Effects of time on matches: flags that fall, first moves that never come, games that both players
 * have abandoned, and claims on games whose player to act stays away. All times are uptime.
 */
#include "server/core/table/match_clock.h"

#include "server/core/desk/conn.h"
#include "server/core/people/conduct.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/table/match.h"
#include "server/core/table/match_end.h"
#include "server/core/table/match_play.h"
#include "server/core/table/room.h"
#include "server/core/table/state.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/writes.h"

#include <string.h>

#include <utlist.h>

static bool is_clocked(const struct match *match)
{
    return match->clock.kind != CLOCK_NONE;
}

bool match_is_real_time(const struct match *match)
{
    return time_control_is_real_time(&match->clock);
}

/* ------------------------------------------------------------------ clocks */

void match_clocks(const struct core *core, const struct match *match,
                  struct clock clocks_out[SEAT_COUNT])
{
    const struct match_state *state = &match->state;
    enum seat runs = game_to_act(&match->game);
    memcpy(clocks_out, state->clocks, sizeof(state->clocks));
    if (!state->is_over && runs != SEAT_NONE)
        clock_spend(&match->clock, &clocks_out[runs], match_thought_ms(core, match));
}

int64_t match_left_ms(const struct core *core, const struct match *match, enum seat seat)
{
    struct clock clocks[SEAT_COUNT];
    match_clocks(core, match, clocks);
    return match->clock.kind != CLOCK_NONE ? clock_falls_after_ms(&match->clock, &clocks[seat])
                                           : NONE;
}

/* ------------------------------------------------------------------ deadlines */

/* How long after the beginning of the turn the clock is at its end. */
static int64_t falls_after_ms(const struct match *match)
{
    enum seat runs = game_to_act(&match->game);
    return clock_falls_after_ms(&match->clock, &match->state.clocks[runs]);
}

/* When the flag of the player to act falls: a move that is still under way then, and in time but
 * for the lag, counts. */
static int64_t flag_ms(struct core *core, const struct match *match)
{
    return match__turn_ms(core, match) + falls_after_ms(match) + match__lag_left_ms(core, match);
}

/* A player who was not here since the start was last seen at the last event, or before; but there
 * has to be time to come back. */
static int64_t last_seen_ms(const struct match *match, int64_t limit_ms)
{
    int64_t at_ms = match->return_ms - limit_ms;
    return at_ms > match->state.turn_ms ? at_ms : match->state.turn_ms;
}

/* When the last of both players has been away for `limit_ms`, or the one of them who is not always
 * here; INT64_MAX while one is at a desk. */
static int64_t both_away_ms(struct core *core, const struct match *match, int64_t limit_ms)
{
    int64_t since_ms = 0;
    int people = 0;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const struct player *player = player_find(core, known_id(match->players[seat]));
        if (player == NULL || player_is_connected(player))
            return INT64_MAX;
        if (presence_is_always(player))
            continue;
        int64_t away_ms = presence_away_since_ms(player);
        if (away_ms == NONE)
            away_ms = last_seen_ms(match, limit_ms);
        if (away_ms > since_ms)
            since_ms = away_ms;
        people++;
    }
    return people > 0 ? since_ms + limit_ms : INT64_MAX;
}

static int64_t due_ms(struct core *core, const struct match *match)
{
    if (match->state.is_over || game_to_act(&match->game) == SEAT_NONE)
        return INT64_MAX; /* over, or about to be */
    if (!is_clocked(match))
        return both_away_ms(core, match, core->options.abandon_ms);
    if (match_is_held(core, match))
        return INT64_MAX; /* until the turn is told */
    int64_t first_ms =
        match__turn_ms(core, match) - match->state.turn_spent_ms + core->options.first_move_ms;
    bool is_starting = match_can_abort(match) && match_is_real_time(match);
    int64_t falls_ms = flag_ms(core, match);
    return is_starting && first_ms < falls_ms ? first_ms : falls_ms;
}

void match_deadline_update(struct core *core, struct match *match)
{
    due_set(core, DUE_MATCH, &match->deadline, due_ms(core, match));
}

int64_t match_due_ms(const struct match *match)
{
    bool is_running = !match->state.is_over && game_to_act(&match->game) != SEAT_NONE;
    bool is_slow = match->clock.kind == CLOCK_CORRESPONDENCE && !match->computer.is_there;
    return is_slow && is_running ? match->state.turn_ms + falls_after_ms(match) : 0;
}

/* ------------------------------------------------------------------ what is due */

/* Nobody loses a game in which not both have acted. */
static struct outcome outcome_of_time(const struct match *match)
{
    if (!is_clocked(match))
        return (struct outcome){.result = RESULT_NONE, .reason = REASON_ABANDONED};
    if (match_can_abort(match))
        return (struct outcome){.result = RESULT_NONE, .reason = REASON_NO_START};
    enum seat late = game_to_act(&match->game);
    return (struct outcome){.result = (enum result)seat_other(late), .reason = REASON_TIME};
}

/* Ends the room's match if that is due. */
static bool fall(struct core *core, struct room *room)
{
    const struct match *match = room->state.match;
    if (due_ms(core, match) > uptime_due_ms(core))
        return false;
    match__end(core, room, outcome_of_time(match), game_to_act(&match->game));
    return true;
}

void match_fall_due(struct core *core, struct deadline *deadline)
{
    struct match *match = (struct match *)((char *)deadline - offsetof(struct match, deadline));
    struct room *room = room_find(core, match->room);
    if (room == NULL || room->state.match != match)
        return; /* its start was never stored */
    if (!fall(core, room))
        match_deadline_update(core, match);
}

/* ------------------------------------------------------------------ claims */

/* How long the player may be away on the own turn: half as long for who often leaves. */
static int64_t absence_ms(const struct core *core, const struct match *match,
                          const struct player *away)
{
    int64_t allowed_ms = is_clocked(match)
                             ? core->options.absent_ms[time_control_speed(&match->clock)]
                             : core->options.claim_ms;
    return player_conduct_is_poor(core, away) ? allowed_ms / 2 : allowed_ms;
}

static int64_t later_ms(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* From when that counts: the player is gone, the turn has begun, and the clock does not wait for
 * the player after a start, nor did so to the end; whoever was back waits for nobody. */
static int64_t absent_since_ms(const struct core *core, const struct match *match,
                               const struct player *away)
{
    int64_t turn_ms = match__turn_ms(core, match) - match->state.turn_spent_ms;
    int64_t since_ms = later_ms(presence_left_since_ms(away), turn_ms);
    bool was_waited_for = match_is_real_time(match) && match->state.turn_ms == match->return_ms;
    return was_waited_for ? later_ms(since_ms, match->return_ms) : since_ms;
}

int64_t match_claim_in_ms(const struct core *core, const struct match *match,
                          const struct player *away)
{
    if (match == NULL || match->state.is_over || match->clock.kind == CLOCK_CORRESPONDENCE ||
        player_is_here(away))
        return NONE;
    enum seat seat = match_seat_of(match, player_id(away));
    if (seat == SEAT_NONE || seat != game_to_act(&match->game))
        return NONE;
    int64_t until_ms = absent_since_ms(core, match, away) + absence_ms(core, match, away);
    return later_ms(until_ms - uptime_ms(core), 0);
}

int match_claim(struct core *core, struct room *room, enum seat seat, int64_t *retry_after_ms_out)
{
    const struct match *match = room->state.match;
    enum seat other = seat_other(seat);
    const struct player *away = player_find(core, known_id(match->players[other]));
    if (match->clock.kind == CLOCK_CORRESPONDENCE)
        return ERR_CLOCK_DECIDES;
    if (player_is_here(away))
        return ERR_OPPONENT_PRESENT;
    int64_t in_ms = match_claim_in_ms(core, match, away);
    if (in_ms == NONE)
        return ERR_YOUR_TURN;
    *retry_after_ms_out = in_ms;
    if (in_ms > 0)
        return ERR_CLAIM_TOO_SOON;
    match__end(core, room, match_outcome_of_loss(match, other, REASON_CLAIM), other);
    return 0;
}

/* ------------------------------------------------------------------ turns */

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

int64_t match_turn_took_ms(const struct match *match, uint32_t index)
{
    int64_t turn_ms = match->log[index].spent_ms;
    while (index > 0 && !match__changes_board(match->log[index - 1]))
        turn_ms += match->log[--index].spent_ms;
    return turn_ms;
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

/* ------------------------------------------------------------------ days off */

int64_t match__wait_for_days_off(struct core *core, struct match *match)
{
    struct match_state *state = &match->state;
    enum seat runs = game_to_act(&match->game);
    if (runs == SEAT_NONE || match->clock.kind != CLOCK_CORRESPONDENCE)
        return 0;
    const struct player *player = player_find(core, known_id(match->players[runs]));
    int64_t wait_ms = player != NULL ? player_days_off_ms(core, player) : 0;
    clock_wait(&match->clock, &state->clocks[runs], wait_ms);
    match->log[state->log_count - 1].given_ms = wait_ms;
    return wait_ms;
}
