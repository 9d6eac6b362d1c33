/* SPDX-License-Identifier: MIT */
/*
 * How a match is told: its log entries as events, live to the room or again to one connection.
 */
#include "server/core/match.h"

#include "server/core/match_private.h"
#include "server/core/outbox.h"
#include "server/core/room.h"
#include "server/core/view.h"

static struct frame *moved_frame(struct core *core, const struct match *match,
                                 const struct game *after, uint32_t seq, struct match_event event)
{
    char at[ACTION_TEXT_SIZE];
    action_format(after->variant, event.action, at);
    const struct game_moved_event body = {
        .game = match->id,
        .seq = seq,
        .by = event.seat,
        .ply = after->ply - 1,
        .at = at,
        .mark = (int)game_cell(after, action_cell(event.action)),
        .expects = (int)game_expects(after),
        .to_act = (int)game_to_act(after),
    };
    return frame_event(core, EVENT_GAME_MOVED, &body);
}

static struct frame *chosen_frame(struct core *core, const struct match *match,
                                  const struct game *after, uint32_t seq, struct match_event event)
{
    const struct game_chosen_event body = {
        .game = match->id,
        .seq = seq,
        .by = event.seat,
        .ply = after->ply - 1,
        .choice = (int)action_choice(event.action),
        .first_mark = (int)game_seat_mark(after, SEAT_FIRST),
        .expects = (int)game_expects(after),
        .to_act = (int)game_to_act(after),
    };
    return frame_event(core, EVENT_GAME_CHOSEN, &body);
}

/* `after` is the game as the event left it. */
static struct frame *event_frame(struct core *core, const struct match *match,
                                 const struct game *after, uint32_t seq, struct match_event event)
{
    if (event.kind == LOG_ACTION && action_is_choice(event.action))
        return chosen_frame(core, match, after, seq, event);
    if (event.kind == LOG_ACTION)
        return moved_frame(core, match, after, seq, event);
    const struct game_draw_offered_event offered = {
        .game = match->id, .seq = seq, .by = event.seat};
    const struct game_draw_refused_event refused = {
        .game = match->id, .seq = seq, .by = event.seat};
    if (event.kind == LOG_DRAW_OFFER)
        return frame_event(core, EVENT_GAME_DRAW_OFFERED, &offered);
    return frame_event(core, EVENT_GAME_DRAW_REFUSED, &refused);
}

static struct frame *ended_frame(struct core *core, const struct match *match)
{
    struct rating_change_record changes[SEAT_COUNT];
    char line[VIEW_LINE_SIZE];
    const struct game_ended_event body = {
        .game = match->id,
        .seq = match->state.seq,
        .result = (int)match->state.outcome.result,
        .reason = (int)match->state.outcome.reason,
        .line = view_line(&match->state.game, line),
        .changes = changes,
        .changes_count = view_changes(match, changes),
        .ended = match->state.ended_ms,
    };
    return frame_event(core, EVENT_GAME_ENDED, &body);
}

void match__tell_event(struct core *core, struct room *room, const struct match *match,
                       struct match_event event)
{
    struct frame *frame = event_frame(core, match, &match->state.game, match->state.seq, event);
    room_tell(core, room, frame);
    frame_release(frame);
}

void match__tell_end(struct core *core, struct room *room, const struct match *match)
{
    struct frame *frame = ended_frame(core, match);
    room_tell(core, room, frame);
    frame_release(frame);
}

void match_resend(struct core *core, struct conn *conn, const struct match *match, uint32_t since)
{
    struct game game;
    game_init(&game, match->state.game.variant);
    for (uint32_t i = 0; i < match->state.log_count; i++) {
        if (match->log[i].kind == LOG_ACTION)
            game_act(&game, match->log[i].action);
        uint32_t seq = i + 1;
        if (seq <= since)
            continue;
        struct frame *frame = event_frame(core, match, &game, seq, match->log[i]);
        outbox_push(core, conn, frame);
        frame_release(frame);
    }
    if (!match->state.is_over || match->state.seq <= since)
        return;
    struct frame *frame = ended_frame(core, match);
    outbox_push(core, conn, frame);
    frame_release(frame);
}
