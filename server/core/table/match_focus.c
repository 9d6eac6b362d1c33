/* SPDX-License-Identifier: MIT */
/*
 * The focus of players' clients: who has turned away is in memory, and what that means for an
 * action is stored at once.
 */
#include "server/core/table/match_focus.h"

#include "server/core/desk/conn.h"
#include "server/core/table/match_plan.h"
#include "server/core/table/match_turn.h"
#include "server/core/table/state.h"
#include "server/core/turn/writes.h"

/* Writes for the action that is to come now that its player has turned away, if that is so. */
static void note_focus(struct core *core, const struct match *match)
{
    enum seat seat = game_to_act(&match->game);
    if (seat == SEAT_NONE || match->unfocused[seat] == 0 ||
        !conn_is_open(core, match->unfocused[seat]) || match_plan_answer(match) != NULL)
        return; /* what a plan answers, nobody looks up elsewhere */
    const struct store_op op = {
        .kind = STORE_FOCUS_LOST,
        .as.focus_lost = {.game = match->id, .ply = (uint32_t)match->game.ply, .seat = seat}};
    writes_add(core, &op);
}

void match_focus_game_acted(struct core *core, const struct game_act *act)
{
    if (match__changes_board(*act->event))
        note_focus(core, act->room->state.match);
}

void match_focus(struct core *core, struct match *match, enum seat seat, uint64_t conn)
{
    match->unfocused[seat] = match->rated ? conn : 0;
    if (game_to_act(&match->game) == seat)
        note_focus(core, match);
}
