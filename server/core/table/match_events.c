/* SPDX-License-Identifier: MIT */
/*
 * Telling a match: its log entries as events, live to the room or again to one connection. An event
 * that is told again is the same, byte for byte.
 */
#include "server/core/table/match_events.h"

#include "base/getter.h"
#include "proto/family.h"
#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/match_end.h"
#include "server/core/table/room.h"
#include "server/core/table/state.h"
#include "server/core/table/view.h"
#include "server/core/turn/outbox.h"

/* One event, and the state of the match after it. */
struct told {
    const struct match *match;
    const struct game *game;
    const struct clock *clocks;
    uint32_t seq;
    struct match_event event;
    const char *action; /* as text, of an action */
};

/* The fields that every kind of event has. */
#define TOLD(core, told)                                                                           \
    .game = (told)->match->id, .seq = (told)->seq, .by = (told)->event.seat,                       \
    .clocks = view_clocks((core), (told)->match, (told)->clocks),                                  \
    .server_now = (told)->event.at_ms

static struct frame *moved_frame(struct core *core, const struct told *told)
{
    struct family_room room;
    const struct game_moved_event body = {
        TOLD(core, told),
        .ply = told->game->ply - 1,
        .action = told->action,
        .spent_ms = match_turn_took_ms(told->match, told->seq - 1),
        .planned = told->event.planned,
        .lag_ms = told->event.lag_ms,
        .to_act = (int)game_to_act(told->game),
        .board = family_moved(told->game, &room),
    };
    return frame_event(core, EVENT_GAME_MOVED, &body);
}

static struct frame *asked_frame(struct core *core, const struct told *told)
{
    const struct game_takeback_asked_event body = {
        TOLD(core, told),
        .to_ply = match__takeback_ply(told->match, told->game, (enum seat)told->event.seat),
    };
    return frame_event(core, EVENT_GAME_TAKEBACK_ASKED, &body);
}

static struct frame *taken_back_frame(struct core *core, const struct told *told)
{
    struct family_room room;
    const struct game_taken_back_event body = {
        TOLD(core, told),
        .ply = told->game->ply,
        .to_act = (int)game_to_act(told->game),
        .board = family_state(told->game, false, &room),
    };
    return frame_event(core, EVENT_GAME_TAKEN_BACK, &body);
}

static struct frame *given_frame(struct core *core, const struct told *told)
{
    const struct game_time_given_event body = {TOLD(core, told), .ms = told->event.given_ms};
    return frame_event(core, EVENT_GAME_TIME_GIVEN, &body);
}

static struct frame *days_off_frame(struct core *core, const struct told *told)
{
    const struct game_days_off_event body = {TOLD(core, told), .ms = told->event.given_ms};
    return frame_event(core, EVENT_GAME_DAYS_OFF, &body);
}

/* Events that have no fields but those of every kind. */
static struct frame *plain_frame(struct core *core, const struct told *told, enum event event)
{
    const struct game_draw_offered_event body = {TOLD(core, told)};
    return frame_event(core, event, &body);
}

_Static_assert(sizeof(struct game_draw_offered_event) == sizeof(struct game_draw_refused_event) &&
                   sizeof(struct game_draw_offered_event) ==
                       sizeof(struct game_takeback_refused_event),
               "these events have the same fields");

static struct frame *event_frame(struct core *core, const struct told *told)
{
    switch ((enum log_kind)told->event.kind) {
    case LOG_ACTION:
        return moved_frame(core, told);
    case LOG_DRAW_OFFER:
        return plain_frame(core, told, EVENT_GAME_DRAW_OFFERED);
    case LOG_DRAW_REFUSE:
        return plain_frame(core, told, EVENT_GAME_DRAW_REFUSED);
    case LOG_TAKEBACK_ASK:
        return asked_frame(core, told);
    case LOG_TAKEBACK:
        return taken_back_frame(core, told);
    case LOG_GIVE_TIME:
        return given_frame(core, told);
    case LOG_DAYS_OFF:
        return days_off_frame(core, told);
    default:
        return plain_frame(core, told, EVENT_GAME_TAKEBACK_REFUSED);
    }
}

static struct frame *ended_frame(struct core *core, const struct match *match)
{
    struct rating_change_record changes[SEAT_COUNT];
    struct family_room room;
    const struct game_ended_event body = {
        .game = match->id,
        .seq = match->state.seq,
        .result = (int)match->state.outcome.result,
        .reason = (int)match->state.outcome.reason,
        .changes = changes,
        .changes_count = view_changes(match, changes),
        .board = family_ended(&match->game, &room),
        .ended = match->state.ended_ms,
        .clocks = view_clocks(core, match, match->state.clocks),
        .server_now = match->state.ended_ms,
    };
    return frame_event(core, EVENT_GAME_ENDED, &body);
}

void match__tell_event(struct core *core, struct room *room, struct match_event event,
                       const char *action)
{
    const struct match *match = room->state.match;
    const struct told told = {.match = match,
                              .game = &match->game,
                              .clocks = match->state.clocks,
                              .seq = match->state.seq,
                              .event = event,
                              .action = action};
    struct frame *frame = event_frame(core, &told);
    room_tell(core, room, frame);
    frame_release(core, frame);
}

/* The figures in the event are the store's: it has its place in every queue before they are known.
 */
void match__tell_end(struct core *core, struct room *room)
{
    struct match *match = room->state.match;
    struct frame *frame = ended_frame(core, match);
    room_tell(core, room, frame);
    if (match_is_settling(match))
        match->ending = frame;
    else
        frame_release(core, frame);
}

void match__fill_ending(struct core *core, struct match *match)
{
    struct frame *told = ended_frame(core, match);
    frame_become(match->ending, told);
    frame_release(core, told);
    match__drop_ending(core, match);
}

void match__drop_ending(struct core *core, struct match *match)
{
    if (match->ending != NULL)
        frame_release(core, match->ending);
    match->ending = NULL;
}

void match_resend(struct core *core, uint64_t conn, const struct match *match, uint32_t since)
{
    struct game game;
    struct clock clocks[SEAT_COUNT] = {clock_start(&match->clock), clock_start(&match->clock)};
    char action[ACTION_TEXT_SIZE];
    match__begin_board(match, &game);
    for (uint32_t i = 0; i < match->state.log_count; i++) {
        const struct told told = {.match = match,
                                  .game = &game,
                                  .clocks = clocks,
                                  .seq = i + 1,
                                  .event = match->log[i],
                                  .action = action};
        match__step(match, &game, clocks, told.event);
        if (told.seq <= since)
            continue;
        if (told.event.kind == LOG_ACTION)
            action_format(game.variant, told.event.action, action);
        struct frame *frame = event_frame(core, &told);
        outbox_push(core, conn, frame);
        frame_release(core, frame);
    }
    if (!match->state.is_over || match->state.seq <= since)
        return;
    struct frame *frame = ended_frame(core, match);
    outbox_push(core, conn, frame);
    frame_release(core, frame);
}

GETTER(uint32_t, match_seq, match, match->state.seq)

bool match_can_resend(const struct match *match, int64_t since)
{
    uint32_t events = match->state.log_count + (match->state.is_over ? 1 : 0);
    return since != NONE && since <= match->state.seq && events == match->state.seq;
}
