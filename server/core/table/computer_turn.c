/* SPDX-License-Identifier: MIT */
/*
 * The deadline of a computer at a table. Times are of uptime, which stands while nothing can be
 * stored.
 */
#include "server/core/table/computer_turn.h"

#include "server/core/people/known.h"
#include "server/core/table/state.h"
#include "server/core/turn/jobs.h"
#include "server/core/turn/uptime.h"

void computer_turn_begin(struct match *match)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const struct known *known = match->players[seat];
        if (known_computer(known) == NULL)
            continue;
        match->computer.is_there = true;
        match->computer.seat = (enum seat)seat;
    }
}

bool computer_turn_owes_action(const struct match *match)
{
    return match->computer.is_there && !match->state.is_over &&
           game_to_act(&match->game) == match->computer.seat;
}

bool computer_turn_owes_answer(const struct match *match)
{
    const struct match_state *state = &match->state;
    enum seat other = seat_other(match->computer.seat);
    return match->computer.is_there && !state->is_over &&
           (state->draw_offer == other || state->takeback == other);
}

void computer_turn_drop_thought(struct core *core, struct match *match)
{
    struct computer_turn *turn = &match->computer;
    if (turn->is_asked) {
        core->tables->promised_ms -= turn->within_ms;
        jobs_drop(core, (struct work_owner){OWNER_GAME, match->id});
    }
    turn->is_asked = false;
}

static void drop(struct core *core, struct match *match)
{
    struct computer_turn *turn = &match->computer;
    computer_turn_drop_thought(core, match);
    turn->has_answer = false;
    turn->has_look = false;
    turn->act_ms = 0;
}

void computer_turn_forget(struct core *core, struct match *match)
{
    if (!match->computer.is_there)
        return;
    drop(core, match);
    deadline_clear(&core->tables->computer_deadlines, &match->computer.deadline);
}

/* From when on something is to be done; INT64_MAX: nothing is. */
static int64_t due_ms(const struct core *core, const struct match *match)
{
    if (computer_turn_owes_answer(match))
        return uptime_ms(core);
    if (!computer_turn_owes_action(match))
        return INT64_MAX;
    if (match->computer.is_asked)
        return match->computer.give_up_ms;
    return match->computer.act_ms > uptime_ms(core) ? match->computer.act_ms : uptime_ms(core);
}

void computer_turn_update(struct core *core, struct match *match)
{
    struct computer_turn *turn = &match->computer;
    if (!turn->is_there)
        return;
    if (!computer_turn_owes_action(match) || turn->ply != match->game.ply)
        drop(core, match);
    if (match->game.ply < turn->ply)
        manners_forget(&turn->manners); /* it was taken back */
    turn->ply = match->game.ply;
    deadline_set(&core->tables->computer_deadlines, &turn->deadline, due_ms(core, match));
}

void computer_turn_game_acted(struct core *core, const struct game_act *act)
{
    computer_turn_update(core, act->room->state.match);
}
