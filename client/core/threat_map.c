/* SPDX-License-Identifier: MIT */
/*
 * Marks the squares of all threats, the weakest first, so that a stronger one is written over it.
 */
#include "client/core/threat_map.h"

#include "engine/threats.h"

static enum mark other(enum mark mark)
{
    return mark == MARK_X ? MARK_O : MARK_X;
}

static void mark_squares(struct threat_map *map, const struct game *game, enum mark mark,
                         bool is_three, enum threat_sign sign)
{
    struct threats_search search;
    struct threat threat;
    threats_start(&search, game, mark);
    while (threats_next(&search, &threat)) {
        bool is_meant = (threat.kind == THREAT_THREE) == is_three;
        for (size_t i = 0; is_meant && i < threat.squares_count; i++)
            map->signs[threat.squares[i]] = (uint8_t)sign;
    }
}

void threat_map_init(struct threat_map *map, const struct game *game, enum mark own)
{
    enum mark me = own != MARK_NONE ? own : MARK_X;
    enum mark next = game_next_mark(game) != MARK_NONE ? game_next_mark(game) : me;
    enum mark last = other(next);
    *map = (struct threat_map){0};
    mark_squares(map, game, last, true,
                 last == me ? THREAT_SIGN_OWN_THREE : THREAT_SIGN_THEIR_THREE);
    mark_squares(map, game, next, true,
                 next == me ? THREAT_SIGN_OWN_THREE : THREAT_SIGN_THEIR_THREE);
    mark_squares(map, game, last, false, last == me ? THREAT_SIGN_OWN_WIN : THREAT_SIGN_THEIR_WIN);
    mark_squares(map, game, next, false, next == me ? THREAT_SIGN_OWN_WIN : THREAT_SIGN_THEIR_WIN);
}

/* ------------------------------------------------------------------ closing threats */

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
