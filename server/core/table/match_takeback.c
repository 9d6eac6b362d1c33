/* SPDX-License-Identifier: MIT */
/*
 * Taking back: a player asks, the other grants or refuses, or has said in the settings to grant. A
 * takeback undoes the last turn of the player who asked, and all that followed it.
 */
#include "server/core/table/match_takeback.h"

#include "server/core/people/known.h"
#include "server/core/people/player.h"
#include "server/core/rules/account.h"
#include "server/core/table/match.h"
#include "server/core/table/seating.h"
#include "server/core/table/state.h"

bool match_takeback_is_help(struct core *core, const struct match *match, enum seat seat)
{
    const struct player *player = player_find(core, known_id(match->players[seat]));
    return match->computer.is_there && player != NULL &&
           seating_check_help(core, player, &match->game) != 0;
}

int match_takeback_ask(struct core *core, struct room *room, enum seat seat)
{
    const struct match *match = room->state.match;
    const struct match_state *state = &match->state;
    if (state->takeback == seat)
        return ERR_ALREADY_OFFERED;
    if (state->takeback != SEAT_NONE)
        return ERR_TAKEBACK_OPEN;
    if (state->takebacks[seat] >= TAKEBACKS_MAX)
        return ERR_TOO_MANY_TAKEBACKS;
    if (match->game.ply < state->takeback_from_ply[seat])
        return ERR_TAKEBACK_TOO_SOON;
    if (match__takeback_ply(match, &match->game, seat) < 0)
        return ERR_NOTHING_TO_TAKE_BACK;
    if (match_takeback_is_help(core, match, seat))
        return ERR_RATED_GAME_RUNNING;
    return match__do(core, room,
                     (struct match_event){.kind = LOG_TAKEBACK_ASK, .seat = (uint8_t)seat});
}

static int answer(struct core *core, struct room *room, enum seat seat, enum log_kind kind)
{
    if (room->state.match->state.takeback != seat_other(seat))
        return ERR_NO_TAKEBACK;
    return match__do(core, room,
                     (struct match_event){.kind = (uint8_t)kind, .seat = (uint8_t)seat});
}

bool match_takeback_grant(struct core *core, struct room *room, enum seat seat)
{
    const struct match *match = room->state.match;
    enum seat other = seat_other(seat);
    const struct player *opponent = player_find(core, known_id(match->players[other]));
    if (opponent == NULL || match->state.takebacks[seat] > 0 ||
        account_setting(player_account(opponent), SETTING_ALLOW_TAKEBACK) != SWITCH_WORD_ON)
        return false;
    return answer(core, room, other, LOG_TAKEBACK) == 0;
}

int match_takeback_accept(struct core *core, struct room *room, enum seat seat)
{
    return answer(core, room, seat, LOG_TAKEBACK);
}

int match_takeback_refuse(struct core *core, struct room *room, enum seat seat)
{
    return answer(core, room, seat, LOG_TAKEBACK_REFUSE);
}
