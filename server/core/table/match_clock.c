/* SPDX-License-Identifier: MIT */
/*
 * Effects of time on matches: flags that fall, first moves that never come, games that both players
 * have abandoned, and the claim on a game in which it is for the other player to act, who stays
 * away. All of it in uptime.
 */
#include "server/core/table/match_clock.h"

#include "server/core/people/conduct.h"
#include "server/core/people/known.h"
#include "server/core/people/player.h"
#include "server/core/people/presence.h"
#include "server/core/table/match.h"
#include "server/core/table/match_end.h"
#include "server/core/table/match_play.h"
#include "server/core/table/match_turn.h"
#include "server/core/table/room.h"
#include "server/core/table/state.h"
#include "server/core/turn/uptime.h"

#include <string.h>

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
    deadline_set(&core->tables->match_deadlines, &match->deadline, due_ms(core, match));
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

static struct match *match_of_deadline(struct deadline *deadline)
{
    return (struct match *)((char *)deadline - offsetof(struct match, deadline));
}

void matches_tick(struct core *core)
{
    if (!core_can_store(core))
        return; /* an end is a write */
    struct deadline *deadline = deadlines_first(&core->tables->match_deadlines);
    while (deadline != NULL && deadline->at_ms <= uptime_due_ms(core)) {
        struct match *match = match_of_deadline(deadline);
        struct room *room = room_find(core, match->room);
        if (room == NULL || room->state.match != match)
            deadline_clear(&core->tables->match_deadlines,
                           deadline); /* its start was never stored */
        else if (!fall(core, room))
            match_deadline_update(core, match);
        deadline = deadlines_first(&core->tables->match_deadlines);
    }
}

int64_t matches_next_ms(const struct core *core)
{
    const struct deadline *deadline = deadlines_first(&core->tables->match_deadlines);
    if (deadline == NULL || !core_can_store(core))
        return INT64_MAX;
    return uptime_to_mono_ms(core, deadline->at_ms);
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
