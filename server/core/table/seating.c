/* SPDX-License-Identifier: MIT */
/*
 * The one place that knows who may not play with whom.
 */
#include "server/core/table/seating.h"

#include "engine/likeness.h"
#include "server/core/meeting/invitation.h"
#include "server/core/people/known.h"
#include "server/core/people/player.h"
#include "server/core/people/presence.h"
#include "server/core/rules/account.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/rated_pairs.h"
#include "server/core/table/sitter.h"
#include "server/core/table/state.h"

#include <utlist.h>

int seating_check_terms(const struct core *core, const struct player *player,
                        const struct room_terms *terms)
{
    const struct time_control *clock = &terms->clock;
    if (!terms->rated)
        return 0;
    if (!terms->variant->can_be_rated)
        return ERR_CANNOT_BE_RATED;
    if (!player_is_registered(player))
        return ERR_ACCOUNT_REQUIRED;
    bool is_ending = clock->kind != CLOCK_NONE &&
                     time_control_estimate_ms(clock) >= core->options.rated_clock_ms;
    return is_ending ? 0 : ERR_RATED_NEEDS_CLOCK;
}

bool seating_is_busy(const struct core *core, const struct player *player)
{
    struct room *room;
    if (player_is_computer(player))
        return false; /* it thinks of many games at once */
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++)
        if (room_is_playing(room) && match_is_real_time(room->state.match))
            return true;
    return false;
}

static int check_beside(const struct core *core, const struct player *player,
                        const struct game *board, bool may_not_at_all)
{
    struct room *room;
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++) {
        const struct match *match = room->state.match;
        if (!room->rated || !room_is_playing(room))
            continue;
        if ((may_not_at_all && match_is_real_time(match)) || likeness_is_of(&match->game, board))
            return ERR_RATED_GAME_RUNNING;
    }
    return 0;
}

int seating_check_help(const struct core *core, const struct player *player,
                       const struct game *board)
{
    return check_beside(core, player, board, true);
}

int seating_check_against(const struct core *core, const struct player *player,
                          const struct game *board, bool was_given)
{
    return check_beside(core, player, board, was_given);
}

int seating_check(const struct core *core, const struct player *player,
                  const struct time_control *clock)
{
    return time_control_is_real_time(clock) && seating_is_busy(core, player) ? ERR_CLOCK_IS_RUNNING
                                                                             : 0;
}

int seating_check_pair(const struct core *core, const struct player *player,
                       const struct player *opponent, const struct time_control *clock)
{
    if (opponent != NULL && players_are_apart(player, opponent))
        return ERR_BLOCKED;
    int status = seating_check(core, player, clock);
    if (status == 0 && opponent != NULL && seating_check(core, opponent, clock) != 0)
        status = ERR_OPPONENT_BUSY;
    return status;
}

int seating_check_rated(const struct core *core, const struct player *player,
                        const struct player *opponent, int64_t *retry_after_ms_out)
{
    if (opponent == NULL)
        return 0;
    return rated_pairs_check(core, player_id(player), player_id(opponent), retry_after_ms_out);
}

static bool is_invited_by(const struct core *core, const struct player *player,
                          const struct player *opener)
{
    struct room *room;
    for (size_t at = 0; (room = sitter_invitation(core, player_id(player), at)) != NULL; at++)
        if (room->state.seats[0] == player_id(opener))
            return true;
    return false;
}

/* Whether the player's settings let the opener invite. */
static bool is_accepting(const struct player *player, bool have_met)
{
    int from = account_setting(player_account(player), SETTING_INVITATIONS_FROM);
    return from == CONTACTS_WORD_EVERYONE || (from == CONTACTS_WORD_MET && have_met);
}

/* Guests, of whom there may be any number, do not take the places of accounts. */
static bool has_place(const struct core *core, const struct player *player,
                      const struct player *opener)
{
    struct room *room;
    size_t of_guests = 0;
    for (size_t at = 0; (room = sitter_invitation(core, player_id(player), at)) != NULL; at++)
        of_guests += known_kind(player_known(room_player(core, room, 0))) == PLAYER_GUEST ? 1 : 0;
    if (known_kind(player_known(opener)) == PLAYER_GUEST)
        return of_guests < INVITATIONS_OF_GUESTS_MAX &&
               sitter_invitation_count(core, player_id(player)) < INVITATIONS_MAX;
    return sitter_invitation_count(core, player_id(player)) - of_guests <
           INVITATIONS_MAX - INVITATIONS_OF_GUESTS_MAX;
}

int seating_check_invitation(const struct core *core, const struct seating_invitation *invitation,
                             const struct player *player)
{
    const struct player *opener = invitation->opener;
    if (player == opener)
        return ERR_THAT_IS_YOU;
    if (player_account(player)->is_deleted || player_is_leaving(player))
        return ERR_NO_SUCH_PLAYER;
    if (player_is_computer(player))
        return ERR_NOT_ACCEPTING;
    if (players_are_apart(opener, player))
        return ERR_BLOCKED;
    if (!is_accepting(player, invitation->have_met))
        return ERR_NOT_ACCEPTING;
    if (invitation->clock->kind != CLOCK_CORRESPONDENCE && !player_is_here(player))
        return ERR_NOT_HERE;
    if (is_invited_by(core, player, opener))
        return ERR_ALREADY_INVITED;
    return has_place(core, player, opener) ? 0 : ERR_TOO_MANY_INVITATIONS;
}
