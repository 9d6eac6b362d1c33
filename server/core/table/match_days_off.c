/* SPDX-License-Identifier: MIT */
#include "server/core/table/match_days_off.h"

#include "server/core/people/days_off.h"
#include "server/core/people/known.h"
#include "server/core/people/player.h"
#include "server/core/table/state.h"

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
