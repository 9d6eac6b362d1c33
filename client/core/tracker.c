/* SPDX-License-Identifier: MIT */
/*
 * The followed games, as client/core/tracker.h describes them. Owns nothing, allocates nothing.
 */
#include "client/core/tracker.h"

#include <string.h>

struct tracked_game *tracker_find(struct tracker *tracker, uint64_t game)
{
    for (size_t i = 0; i < tracker->count; i++) {
        if (tracker->games[i].game == game) {
            return &tracker->games[i];
        }
    }
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
    if (found != NULL) {
        forget_at(tracker, (size_t)(found - tracker->games));
    }
}

void tracker_set_game(struct tracker *tracker, const struct game_record *game)
{
    if (game->result != NONE) {
        tracker_forget(tracker, game->game);
        return;
    }
    struct tracked_game *found = tracker_find(tracker, game->game);
    if (found == NULL) {
        if (tracker->count == TRACKER_GAMES_MAX) {
            forget_at(tracker, 0);
        }
        found = &tracker->games[tracker->count++];
        *found = (struct tracked_game){.game = game->game};
    }
    if (game->seq > found->seq) {
        found->seq = game->seq;
    }
}

bool tracker_event_number(enum event event, const union event_body *body, uint64_t *game_out,
                          int64_t *seq_out)
{
    switch (event) {
    case EVENT_GAME_MOVED:
        *game_out = body->game_moved.game;
        *seq_out = body->game_moved.seq;
        return true;
    case EVENT_GAME_CHOSEN:
        *game_out = body->game_chosen.game;
        *seq_out = body->game_chosen.seq;
        return true;
    case EVENT_GAME_DRAW_OFFERED:
        *game_out = body->game_draw_offered.game;
        *seq_out = body->game_draw_offered.seq;
        return true;
    case EVENT_GAME_DRAW_REFUSED:
        *game_out = body->game_draw_refused.game;
        *seq_out = body->game_draw_refused.seq;
        return true;
    case EVENT_GAME_TAKEBACK_ASKED:
        *game_out = body->game_takeback_asked.game;
        *seq_out = body->game_takeback_asked.seq;
        return true;
    case EVENT_GAME_TAKEBACK_REFUSED:
        *game_out = body->game_takeback_refused.game;
        *seq_out = body->game_takeback_refused.seq;
        return true;
    case EVENT_GAME_TIME_GIVEN:
        *game_out = body->game_time_given.game;
        *seq_out = body->game_time_given.seq;
        return true;
    case EVENT_GAME_TAKEN_BACK:
        *game_out = body->game_taken_back.game;
        *seq_out = body->game_taken_back.seq;
        return true;
    case EVENT_GAME_ENDED:
        *game_out = body->game_ended.game;
        *seq_out = body->game_ended.seq;
        return true;
    default:
        return false;
    }
}

enum tracker_verdict tracker_judge(struct tracker *tracker, enum event event,
                                   const union event_body *body)
{
    uint64_t game;
    int64_t seq;
    if (event == EVENT_GAME_STARTED) {
        tracker_set_game(tracker, body->game_started.game);
        return TRACKER_TAKE;
    }
    if (!tracker_event_number(event, body, &game, &seq)) {
        return TRACKER_TAKE;
    }
    struct tracked_game *found = tracker_find(tracker, game);
    if (found == NULL) {
        return TRACKER_TAKE;
    }
    if (seq <= found->seq) {
        return TRACKER_REPEAT;
    }
    if (seq > found->seq + 1) {
        return TRACKER_GAP;
    }
    found->seq = seq;
    if (event == EVENT_GAME_ENDED) {
        tracker_forget(tracker, game);
    }
    return TRACKER_TAKE;
}
