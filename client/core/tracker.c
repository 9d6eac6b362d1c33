/* SPDX-License-Identifier: MIT */
/*
 * The followed streams, as client/core/tracker.h describes them. Owns nothing, allocates nothing.
 */
#include "client/core/tracker.h"

#include "proto/codec.h"

#include <string.h>

struct tracked_game *tracker_find(struct tracker *tracker, uint64_t game)
{
    for (size_t i = 0; i < tracker->count; i++)
        if (tracker->games[i].game == game)
            return &tracker->games[i];
    return NULL;
}

static void forget_at(struct tracker *tracker, size_t at)
{
    tracker->count--;
    memmove(&tracker->games[at], &tracker->games[at + 1],
            (tracker->count - at) * sizeof(tracker->games[0]));
}

void tracker_forget(struct tracker *tracker, uint64_t game)
{
    struct tracked_game *found = tracker_find(tracker, game);
    if (found != NULL)
        forget_at(tracker, (size_t)(found - tracker->games));
}

void tracker_set_game(struct tracker *tracker, const struct game_record *game)
{
    if (game->result != NONE) {
        tracker_forget(tracker, game->game);
        return;
    }
    struct tracked_game *found = tracker_find(tracker, game->game);
    if (found == NULL) {
        if (tracker->count == TRACKER_GAMES_MAX)
            forget_at(tracker, 0);
        found = &tracker->games[tracker->count++];
        *found = (struct tracked_game){.game = game->game};
    }
    if (game->seq > found->seq)
        found->seq = game->seq;
}

/* ---------------------------------------------------------------- rooms and the player */

struct tracked_stream *tracker_find_room(struct tracker *tracker, uint64_t room)
{
    for (size_t i = 0; i < tracker->rooms_count; i++)
        if (tracker->rooms[i].room == room)
            return &tracker->rooms[i];
    return NULL;
}

void tracker_set_room(struct tracker *tracker, const struct room_record *room)
{
    struct tracked_stream *found = tracker_find_room(tracker, room->room);
    if (found == NULL && tracker->rooms_count == TRACKER_ROOMS_MAX)
        return;
    if (found == NULL)
        found = &tracker->rooms[tracker->rooms_count++];
    *found = (struct tracked_stream){.room = room->room, .seq = room->seq};
}

void tracker_forget_room(struct tracker *tracker, uint64_t room)
{
    struct tracked_stream *found = tracker_find_room(tracker, room);
    if (found != NULL)
        *found = tracker->rooms[--tracker->rooms_count];
}

struct tracked_stream *tracker_stream(struct tracker *tracker, enum event event,
                                      const union event_body *body)
{
    if (event_stream(event) == STREAM_PLAYER)
        return &tracker->player;
    uint64_t room = event_room(event, body);
    return room != 0 ? tracker_find_room(tracker, room) : NULL;
}

enum tracker_verdict tracker_judge_stream(struct tracked_stream *stream, int64_t seq)
{
    if (stream->seq != NO_SEQ && seq <= stream->seq)
        return TRACKER_REPEAT;
    if (stream->seq != NO_SEQ && seq > stream->seq + 1)
        return TRACKER_GAP;
    stream->seq = seq;
    return TRACKER_TAKE;
}

/* ---------------------------------------------------------------- events of games */

/* All of these events have the same three members. */
#define NUMBERED(from) ((struct numbered_event){(from).game, (from).seq, (from).clocks})

bool tracker_read_event(enum event event, const union event_body *body, struct numbered_event *out)
{
    switch (event) {
    case EVENT_GAME_MOVED:
        *out = NUMBERED(body->game_moved);
        return true;
    case EVENT_GAME_DRAW_OFFERED:
        *out = NUMBERED(body->game_draw_offered);
        return true;
    case EVENT_GAME_DRAW_REFUSED:
        *out = NUMBERED(body->game_draw_refused);
        return true;
    case EVENT_GAME_TAKEBACK_ASKED:
        *out = NUMBERED(body->game_takeback_asked);
        return true;
    case EVENT_GAME_TAKEBACK_REFUSED:
        *out = NUMBERED(body->game_takeback_refused);
        return true;
    case EVENT_GAME_TIME_GIVEN:
        *out = NUMBERED(body->game_time_given);
        return true;
    case EVENT_GAME_DAYS_OFF:
        *out = NUMBERED(body->game_days_off);
        return true;
    case EVENT_GAME_TAKEN_BACK:
        *out = NUMBERED(body->game_taken_back);
        return true;
    case EVENT_GAME_ENDED:
        *out = NUMBERED(body->game_ended);
        return true;
    default:
        return false;
    }
}

enum tracker_verdict tracker_judge(struct tracker *tracker, enum event event,
                                   const union event_body *body)
{
    struct numbered_event numbered;
    if (event == EVENT_GAME_STARTED) {
        tracker_set_game(tracker, body->game_started.game);
        return TRACKER_TAKE;
    }
    if (!tracker_read_event(event, body, &numbered))
        return TRACKER_TAKE;
    struct tracked_game *found = tracker_find(tracker, numbered.game);
    if (found == NULL)
        return TRACKER_TAKE;
    if (numbered.seq <= found->seq)
        return TRACKER_REPEAT;
    if (numbered.seq > found->seq + 1)
        return TRACKER_GAP;
    found->seq = numbered.seq;
    if (event == EVENT_GAME_ENDED)
        tracker_forget(tracker, numbered.game);
    return TRACKER_TAKE;
}
