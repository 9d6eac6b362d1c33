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
