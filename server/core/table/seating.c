/* SPDX-License-Identifier: MIT */
/*
 * The one place that knows who may not play with whom.
 */
#include "server/core/table/seating.h"

#include "server/core/meeting/invitation.h"
#include "server/core/people/player.h"
#include "server/core/people/presence.h"
#include "server/core/rules/account.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/room.h"

#include <utlist.h>

bool seating_is_busy(const struct player *player)
{
    const struct seat_link *link;
    DL_FOREACH(player->seats, link)
        if (room_is_playing(link->room) && match_is_real_time(link->room->state.match))
            return true;
    return false;
}

int seating_check(const struct player *player, const struct time_control *clock)
{
    return time_control_is_real_time(clock) && seating_is_busy(player) ? ERR_CLOCK_IS_RUNNING : 0;
}

int seating_check_pair(const struct player *player, const struct player *opponent,
                       const struct time_control *clock)
{
    if (opponent != NULL && players_are_apart(player, opponent))
        return ERR_BLOCKED;
    int status = seating_check(player, clock);
    if (status == 0 && opponent != NULL && seating_check(opponent, clock) != 0)
        status = ERR_OPPONENT_BUSY;
    return status;
}

static bool is_invited_by(const struct player *player, const struct player *opener)
{
    const struct seat_link *link;
    DL_FOREACH(player->invitations, link)
        if (link->room->state.seats[0] == opener->id)
            return true;
    return false;
}

int seating_check_invitation(const struct player *opener, const struct player *player,
                             const struct time_control *clock)
{
    if (player == opener)
        return ERR_THAT_IS_YOU;
    if (player_account(player)->is_deleted || player->is_leaving)
        return ERR_NO_SUCH_PLAYER;
    if (players_are_apart(opener, player))
        return ERR_BLOCKED;
    if (account_setting(player_account(player), SETTING_NO_INVITATIONS) == SWITCH_WORD_ON)
        return ERR_NOT_ACCEPTING;
    if (clock->kind != CLOCK_CORRESPONDENCE && !player_is_here(player))
        return ERR_NOT_HERE;
    if (is_invited_by(player, opener))
        return ERR_ALREADY_INVITED;
    return player->invitation_count >= INVITATIONS_MAX ? ERR_TOO_MANY_INVITATIONS : 0;
}
