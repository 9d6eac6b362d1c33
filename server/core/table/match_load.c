/* SPDX-License-Identifier: MIT */
/*
 * Matches from the store: the log read again, or the row of a game that is over.
 */
#include "server/core/table/match_load.h"

#include "base/memory.h"
#include "server/core/people/known.h"
#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/match_plan.h"
#include "server/core/table/match_turn.h"
#include "server/core/table/state.h"
#include "server/core/turn/uptime.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void load_given(struct match *match, const char *actions)
{
    int status = game_parse(&match->game, match->game.variant, actions, strlen(actions), NULL);
    assert(status == 0 && match->game.ply == match->given);
}

static void load_log(struct match *match, const struct store_game *stored)
{
    for (size_t i = 0; i < stored->log_count; i++) {
        const struct store_log_entry *entry = &stored->log[i];
        struct match_event event = {.kind = (uint8_t)entry->kind,
                                    .seat = (uint8_t)entry->seat,
                                    .at_ms = entry->at_ms,
                                    .spent_ms = entry->spent_ms,
                                    .lag_ms = entry->lag_ms,
                                    .given_ms = entry->given_ms,
                                    .planned = entry->planned};
        int status = 0;
        if (entry->kind == LOG_ACTION)
            status = action_parse(match->game.variant, entry->action, strlen(entry->action),
                                  &event.action);
        if (status == 0 && entry->kind == LOG_ACTION)
            status = game_check(&match->game, event.action);
        assert(status == 0); /* only legal actions are ever logged */
        match__apply(match, event);
    }
    for (size_t i = 0; i < stored->plans_count; i++)
        match__plan_load(match, &stored->plans[i]);
}

static void load_end(struct match *match, const struct store_game_over *end)
{
    struct match_state *state = &match->state;
    int status =
        game_parse(&match->game, match->game.variant, end->actions, strlen(end->actions), NULL);
    assert(status == 0);
    state->seq = end->last_seq;
    state->is_over = true;
    state->outcome = end->outcome;
    state->ended_ms = end->ended_ms;
    state->moves_ratings = end->moves_ratings;
    match->has_changes = end->moves_ratings;
    match->is_annulled = end->is_annulled;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        match->changes[seat] =
            (struct match_change){.before = end->changes[seat].before,
                                  .after = end->changes[seat].after.points,
                                  .was_provisional = end->changes[seat].was_provisional};
    memcpy(state->clocks, end->clocks, sizeof(state->clocks));
    match->spent = mem_text(end->spent);
    match->lags = mem_text(end->lags);
    match->planned = mem_text(end->planned);
}

struct match *match_from_store(struct core *core, const struct store_game *stored, bool is_live)
{
    struct match *match =
        match__alloc(stored->start.id, variant_get(stored->start.variant), &stored->start.clock);
    match->room = stored->start.room;
    match->rated = stored->start.rated;
    match->given = (uint16_t)stored->start.given;
    match->by_turns = stored->start.by_turns;
    match__lag_begin(core, match);
    match->started_ms = stored->start.started_ms;
    match->uptime_ms = stored->start.uptime_ms;
    match->state.turn_ms = match->uptime_ms;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        match->players[seat] = known_hold(core, stored->start.players[seat],
                                          stored->seats[seat].kind, stored->seats[seat].name);
    if (stored->is_over)
        load_end(match, &stored->end);
    else if (stored->start.given_actions != NULL)
        load_given(match, stored->start.given_actions);
    if (!stored->is_over)
        load_log(match, stored);
    /* Time while the server was down is nobody's. A clock of days goes on where the uptime does. */
    if (match_is_real_time(match))
        match->state.turn_ms = uptime_ms(core);
    match->return_ms = uptime_ms(core) + core->options.return_ms;
    match_wait_for_return(core, match);
    if (is_live)
        match__list(core, match);
    return match;
}
