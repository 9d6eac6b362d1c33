/* SPDX-License-Identifier: MIT */
/*
 * Closing threats for the player, as client/core/closing.h describes it.
 */
#include "client/core/closing.h"

#include "engine/threats.h"

bool closing_is_due(const struct closing *closing, const struct table *table, size_t *cell_out)
{
    enum seat me = table_my_seat(table);
    bool is_left_alone =
        closing->game == table->game_id && closing->ply == (int64_t)table->game.ply;
    if (!table_is_my_turn(table) || is_left_alone || table->is_gone)
        return false;
    if (table_is_draw_offered_to(table, me) || table->takeback != NONE)
        return false;
    return threats_forced_answer(&table->game, me, cell_out);
}

void closing_is_done(struct closing *closing, const struct table *table)
{
    *closing = (struct closing){.game = table->game_id, .ply = (int64_t)table->game.ply};
}

/* Back at one's own move, it was to be made anew by hand. Back at the opponent's, what comes is
 * another position, whose answer is still to be given. */
void closing_take_back(struct closing *closing, const struct table *table)
{
    if (table_is_my_turn(table))
        closing_is_done(closing, table);
    else
        closing_forget(closing);
}

void closing_forget(struct closing *closing)
{
    *closing = (struct closing){0};
}
