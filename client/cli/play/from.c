/* SPDX-License-Identifier: MIT */
/*
 * The reading of client/cli/play/from.h.
 */
#include "client/cli/play/from.h"

#include "client/cli/play/table_needs.h"
#include "client/cli/terminal/i18n.h"

#include <string.h>

bool from_read(const struct visit *visit, const char *text, unsigned *ply_out)
{
    const struct game *game = &visit->table.game;
    int last = game_status(game) == GAME_OPEN ? game->ply : game->ply - 1;
    int64_t ply = strcmp(text, "0") == 0 ? 0 : option_number(text, last);
    if (!table_need_check(TABLE_NEED_OVER, visit))
        return false;
    if (ply < 0) {
        visit_say(visit, COLOUR_ERROR, _("Name a move of this game, 0 to %d: from 0"), last);
        return false;
    }
    *ply_out = (unsigned)ply;
    return true;
}

static bool has_computer(const struct visit *visit, const struct next_room *next)
{
    if (next->opponent.computer == NULL)
        visit_say(visit, COLOUR_ERROR, "%s", _("No computer here plays this game."));
    return next->opponent.computer != NULL;
}

bool from_plan(const struct levels *levels, const char *text, struct next_room *next_out)
{
    const struct visit *visit = levels->visit;
    if (!table_need_check(TABLE_NEED_BOARD, visit))
        return false;
    *next_out = (struct next_room){.keeps_seats = true, .opponent = levels->opponent};
    next_out->opponent.level = levels->next;
    if (next_out->opponent.computer == NULL)
        next_out->opponent.computer = computer_strongest(visit->table.variant);
    if (table_my_seat(&visit->table) == SEAT_NONE) {
        visit_say(visit, COLOUR_ERROR, "%s", _("Only the players in this room can do this."));
        return false;
    }
    return from_read(visit, text, &next_out->plies) && has_computer(visit, next_out);
}

bool from_plan_computer(const struct visit *visit, struct next_room *next_out)
{
    if (!table_need_check(TABLE_NEED_ALONE, visit))
        return false;
    *next_out = (struct next_room){.opponent = opponent_usual(visit->table.variant)};
    return has_computer(visit, next_out);
}
