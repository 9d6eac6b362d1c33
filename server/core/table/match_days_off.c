/* SPDX-License-Identifier: MIT */
#include "server/core/table/match_days_off.h"

#include "server/core/people/days_off.h"
#include "server/core/table/match.h"
#include "server/core/table/match_turn.h"

static bool counts_days(const struct match *match)
{
    return match->clock.kind == CLOCK_CORRESPONDENCE;
}

int64_t match__wait_for_days_off(struct core *core, struct match *match)
{
    struct match_state *state = &match->state;
    const struct player *player = match__runner(core, match);
    if (player == NULL || !counts_days(match))
        return 0;
    int64_t wait_ms = player_days_off_ms(core, player);
    clock_wait(&match->clock, &state->clocks[game_to_act(&match->game)], wait_ms);
    match->log[state->log_count - 1].given_ms = wait_ms;
    return wait_ms;
}

void match_days_off(struct core *core, struct room *room, const struct player *player,
                    int64_t later_ms)
{
    const struct match *match = room->state.match;
    enum seat seat = match_seat_of(match, player->id);
    if (counts_days(match) && seat != SEAT_NONE && game_to_act(&match->game) == seat)
        match__do(core, room,
                  (struct match_event){
                      .kind = LOG_DAYS_OFF, .seat = (uint8_t)seat, .given_ms = later_ms});
}

void match_begin_days_off(struct core *core, struct room *room)
{
    const struct player *player = match__runner(core, room->state.match);
    int64_t wait_ms = player != NULL ? player_days_off_ms(core, player) : 0;
    if (wait_ms > 0)
        match_days_off(core, room, player, wait_ms);
}
