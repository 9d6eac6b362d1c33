/* SPDX-License-Identifier: MIT */
/*
 * The side that each player is due, as server/core/table/sides.h describes it.
 */
#include "server/core/table/sides.h"

#include "server/core/people/known.h"
#include "server/core/rules/remembered.h"
#include "server/core/table/state.h"
#include "server/core/turn/writes.h"

static int draw_lot(struct core *core)
{
    uint8_t lot;
    core->ports.random(core->ports.ctx, &lot, sizeof(lot));
    return lot & 1;
}

/* The side that the player is due, as a number from 1; 0: none. */
static uint64_t due_to(const struct core *core, uint64_t player)
{
    return remembered_get(&core->tables->due_sides, player);
}

int sides_first(struct core *core, const struct room *room)
{
    if (room->first == FIRST_WORD_OPENER)
        return 0;
    if (room->first == FIRST_WORD_JOINER)
        return 1;
    uint64_t opener = due_to(core, room->state.seats[0]);
    uint64_t joiner = due_to(core, room->state.seats[1]);
    if (opener == joiner)
        return draw_lot(core);
    return opener == SEAT_FIRST + 1 || joiner == SEAT_SECOND + 1 ? 0 : 1;
}

int sides_rematch(const struct room *room)
{
    const struct match *last = room->state.match;
    bool is_kept = reason_is_before_play(last->state.outcome.reason);
    enum seat seat = is_kept ? SEAT_FIRST : SEAT_SECOND;
    return room->state.seats[0] == known_id(last->players[seat]) ? 0 : 1;
}

static void put_due(struct core *core, uint64_t player, uint64_t due)
{
    if (due_to(core, player) == due)
        return;
    uint64_t *place = remembered_place(&core->tables->due_sides, player);
    writes_touch(core, place, sizeof(*place), NULL, NULL);
    *place = due;
}

void sides_note_end(struct core *core, const struct room *room)
{
    const struct match *match = room->state.match;
    bool is_due = reason_is_before_play(match->state.outcome.reason);
    if (room->first != FIRST_WORD_RANDOM)
        return;
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++)
        put_due(core, known_id(match->players[seat]), is_due ? seat + 1 : 0);
}
