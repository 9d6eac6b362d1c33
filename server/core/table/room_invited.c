/* SPDX-License-Identifier: MIT */
/*
 * The player for whom a room's free seat is kept, and until when.
 */
#include "server/core/table/room_invited.h"

#include "server/core/people/player.h"
#include "server/core/table/room.h"
#include "server/core/table/room_link.h"
#include "server/core/table/sitter.h"
#include "server/core/table/state.h"
#include "server/core/turn/uptime.h"

#include <utlist.h>

int64_t room_invited_until_ms(const struct core *core, const struct time_control *clock)
{
    bool is_slow = clock->kind == CLOCK_CORRESPONDENCE;
    return uptime_ms(core) + (is_slow ? core->options.slow_answer_ms : core->options.answer_ms);
}

int64_t room_invited_left_ms(const struct core *core, const struct room *room)
{
    if (room->state.invited == 0 && !room_link_keeps(room) && !room_waits_for_days(core, room))
        return NONE;
    int64_t left_ms = room->state.answer_until_ms - uptime_ms(core);
    return left_ms > 0 ? left_ms : 0;
}

void room_invited_reindex(struct core *core, struct room *room)
{
    uint64_t id = room->state.is_closed ? 0 : room->state.invited;
    bool has_end = !room->state.is_closed && room->state.answer_until_ms != 0;
    deadline_set(&core->tables->answer_deadlines, &room->answer_deadline,
                 has_end ? room->state.answer_until_ms : INT64_MAX);
    (void)sitter__list_invited(core, room, &room->invited, id);
}

void room_invited_tell_closed(struct core *core, const struct room *room, const char *reason)
{
    const struct room_uninvited_event closed = {.room = room->id, .reason = reason};
    if (room->invited != 0)
        player_tell(core, room_invited_player(core, room), EVENT_ROOM_UNINVITED, &closed);
}

/* ------------------------------------------------------------------ until when one may answer */

struct room *room_answer_due(const struct core *core)
{
    const struct deadline *deadline = deadlines_first(&core->tables->answer_deadlines);
    if (deadline == NULL || deadline->at_ms > uptime_due_ms(core))
        return NULL;
    return (struct room *)((char *)deadline - offsetof(struct room, answer_deadline));
}

int64_t room_answers_next_ms(const struct core *core)
{
    const struct deadline *deadline = deadlines_first(&core->tables->answer_deadlines);
    return deadline != NULL ? uptime_to_mono_ms(core, deadline->at_ms) : INT64_MAX;
}

void room_wait_no_more(struct core *core, struct room *room)
{
    room_touch(core, room);
    room->state.answer_until_ms = 0;
    room__reindex(core, room);
    room__write(core, room);
    happen_room_changed(core, room->id);
    room_idle_check(core, room);
}

uint64_t room_invited(const struct room *room)
{
    return room->state.invited;
}

int64_t room_answer_until_ms(const struct room *room)
{
    return room->state.answer_until_ms;
}
