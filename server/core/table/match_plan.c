/* SPDX-License-Identifier: MIT */
#include "server/core/table/match_plan.h"

#include "server/core/people/known.h"
#include "server/core/people/player.h"
#include "server/core/table/match_turn.h"
#include "server/core/table/state.h"
#include "server/core/turn/writes.h"

#include <assert.h>

static uint8_t bit_of(enum seat seat)
{
    return (uint8_t)(1U << seat);
}

const char *match_plan_lines(struct core *core, const struct match *match, enum seat seat)
{
    char *lines = arena_alloc(&core->arena, PLAN_TEXT_SIZE);
    plan_write(&match->state.plans[seat], match->game.variant, lines);
    return lines;
}

const struct action *match_plan_answer(const struct match *match)
{
    enum seat seat = game_to_act(&match->game);
    if (match->state.is_over || seat == SEAT_NONE || match->state.plans[seat].count == 0 ||
        match->state.draw_offer == seat_other(seat))
        return NULL;
    return &match->state.plans[seat].nodes[0].action;
}

/* ------------------------------------------------------------------ as the game goes on */

uint8_t match__plans_of(const struct match *match)
{
    uint8_t seats = 0;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        if (match->state.plans[seat].count > 0)
            seats |= bit_of((enum seat)seat);
    return seats;
}

void match__plans_follow(struct match *match, struct match_event event)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        struct plan *plan = &match->state.plans[seat];
        if (event.kind == LOG_ACTION)
            plan_follow(plan, event.action);
        if (event.kind == LOG_TAKEBACK)
            plan->count = 0;
    }
}

void match__plans_write(struct core *core, const struct match *match, uint8_t seats)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if ((seats & bit_of((enum seat)seat)) == 0)
            continue;
        const struct store_op op = {
            .kind = STORE_PLAN_PUT,
            .as.plan_put = {.game = match->id,
                            .seat = (enum seat)seat,
                            .lines = match_plan_lines(core, match, (enum seat)seat)}};
        writes_add(core, &op);
    }
}

void match__plans_tell(struct core *core, const struct match *match, uint8_t seats)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        struct player *owner = player_find(core, known_id(match->players[seat]));
        if ((seats & bit_of((enum seat)seat)) == 0 || owner == NULL)
            continue;
        const struct plan_changed_event changed = {
            .of = match->id,
            .ply = match->game.ply,
            .lines = match_plan_lines(core, match, (enum seat)seat)};
        player_tell(core, owner, EVENT_PLAN_CHANGED, &changed);
    }
}

void match_plan_slow_game_acted(struct core *core, const struct game_act *act)
{
    const struct match *match = act->room->state.match;
    if (!match__changes_board(*act->event) || game_status(&match->game) != GAME_OPEN)
        return; /* the end of the game, which follows, forgets plans and says so */
    match__plans_write(core, match, act->planned);
    match__plans_tell(core, match, act->planned);
}

void match__plan_load(struct match *match, const struct store_plan *stored)
{
    int status =
        plan_read(&match->state.plans[stored->seat], &match->game, stored->seat, stored->lines);
    assert(status == 0); /* only what was read is ever stored */
}
