/* SPDX-License-Identifier: MIT */
/*
 * The side that each player is due, as server/core/table/sides.h describes it.
 */
#include "server/core/table/sides.h"

#include "server/core/people/player.h"
#include "server/core/turn/writes.h"

#include <assert.h>

static int draw_lot(struct core *core)
{
    uint8_t lot;
    core->ports.random(core->ports.ctx, &lot, sizeof(lot));
    return lot & 1;
}

static enum seat due_to(struct core *core, uint64_t id)
{
    const struct player *player = player_find(core, id);
    return player != NULL ? player->due_side : SEAT_NONE;
}

int sides_first(struct core *core, const struct room *room)
{
    if (room->first == FIRST_WORD_OPENER)
        return 0;
    if (room->first == FIRST_WORD_JOINER)
        return 1;
    enum seat opener = due_to(core, room->state.seats[0]);
    enum seat joiner = due_to(core, room->state.seats[1]);
    if (opener == joiner)
        return draw_lot(core);
    return opener == SEAT_FIRST || joiner == SEAT_SECOND ? 0 : 1;
}

int sides_rematch(const struct room *room)
{
    const struct match *last = room->state.match;
    bool is_kept = reason_is_before_play(last->state.outcome.reason);
    enum seat seat = is_kept ? SEAT_FIRST : SEAT_SECOND;
    return room->state.seats[0] == last->players[seat]->id ? 0 : 1;
}

static void put_due(struct core *core, struct player *player, enum seat due)
{
    if (player->due_side == due)
        return;
    writes_touch(core, &player->due_side, sizeof(player->due_side), NULL, NULL);
    player->due_side = due;
}

void sides_note_end(struct core *core, const struct room *room)
{
    const struct match *match = room->state.match;
    bool is_due = reason_is_before_play(match->state.outcome.reason);
    if (room->first != FIRST_WORD_RANDOM)
        return;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        struct player *player = player_find(core, match->players[seat]->id);
        assert(player != NULL); /* both sit at the table until the game is over */
        put_due(core, player, is_due ? (enum seat)seat : SEAT_NONE);
    }
}
