/* SPDX-License-Identifier: MIT */
/*
 * The subscribers to each row of happenings.def, in the order in which they are told. A subscriber
 * is a function of the part that cares, named after the row.
 */
#include "server/core/subscribers.h"

#include "server/core/meeting/invitation.h"
#include "server/core/meeting/lobby.h"
#include "server/core/meeting/meeting.h"
#include "server/core/meeting/quick.h"
#include "server/core/operations/credentials.h"
#include "server/core/operations/request.h"
#include "server/core/people/follows.h"
#include "server/core/people/login.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/people/ratings.h"
#include "server/core/table/computers.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/match_end.h"
#include "server/core/table/match_play.h"
#include "server/core/table/room.h"
#include "server/core/table/room_chat.h"
#include "server/core/table/room_game.h"
#include "server/core/table/room_presence.h"
#include "server/core/table/room_watch.h"
#include "server/core/table/seating.h"
#include "server/core/table/sleep.h"
#include "server/core/turn/outbox.h"

#include <assert.h>

#define NOW_TO(type, ...)                                                                          \
    (void (*const[])(struct core *, type))                                                         \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }
#define TURN_END_TO(...) NOW_TO(uint64_t, __VA_ARGS__)
#define SECOND_TO(...)                                                                             \
    (bool (*const[])(struct core *, uint64_t))                                                     \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

#define STORED_TO(...)                                                                             \
    (void (*const[])(struct core *, const struct store_op *))                                      \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

/* The subscribers to operations that are stored, by their kind. A move has none. */
static void (*const *const stored_to[STORE_OP_COUNT])(struct core *, const struct store_op *) = {
    [STORE_GAME_START] = STORED_TO(rated_pairs_stored),
    [STORE_GAME_END] = STORED_TO(ratings_stored, rated_pairs_stored),
    [STORE_RATING_ACTIVE] = STORED_TO(ratings_stored),
    [STORE_FINE] = STORED_TO(ratings_stored, memos_stored),
    [STORE_ACT] = STORED_TO(ratings_stored, room_chat_stored, memos_stored),
    [STORE_MEMO_ADD] = STORED_TO(memos_stored),
};

/* Tells each operation to its subscribers. One that moves ratings, hides lines or leaves memos has
 * some. */
static void tell_by_kind(struct core *core, const struct store_batch *batch)
{
    for (size_t i = 0; i < store_batch_count(batch); i++) {
        const struct store_op *op = store_batch_get(batch, i);
        void (*const *subscriber)(struct core *, const struct store_op *) = stored_to[op->kind];
        assert(subscriber != NULL || op->moved_count + op->hidden_count + op->memos_count == 0);
        for (; subscriber != NULL && *subscriber != NULL; subscriber++)
            (*subscriber)(core, op);
    }
}

due_fall_fn *const core_falls[DUE_KIND_COUNT] = {
    [DUE_MATCH] = match_fall_due,       [DUE_SLEEPER] = sleeper_fall_due,
    [DUE_COMPUTER] = computer_fall_due, [DUE_ANSWER] = invitation_fall_due,
    [DUE_PAIRING] = quick_fall_due,     [DUE_FOLLOWS] = follows_fall_due,
};

const struct subscribers core_subscribers = {
    .frame_came = NOW_TO(const struct incoming_frame *, request_frame_came),
    .conn_ends = NOW_TO(const struct conn_end *, outbox_conn_ends),
    .output_waits = NOW_TO(uint64_t, excess_output_waits),
    .conn_cut = NOW_TO(uint64_t, outbox_conn_cut),
    .conn_gone = NOW_TO(uint64_t, outbox_conn_gone),
    .conn_parted = NOW_TO(uint64_t, room_watch_conn_parted, lobby_conn_parted, login_conn_parted),
    .lag_due = NOW_TO(uint64_t, room_lag_due),
    .lag_measured = NOW_TO(const struct lag_sample *, login_lag_measured),
    .work_told = NOW_TO(const struct work_news *, rehash_work_told, computers_work_told),
    .batch_stored = NOW_TO(const struct store_batch *, tell_by_kind),
    .batch_told = NOW_TO(uint64_t, match_batch_told),
    .batch_undone = NOW_TO(uint64_t, player_batch_undone, room_batch_undone, match_batch_undone),
    .batch_failed =
        NOW_TO(uint64_t, room_presence_batch_failed, room_chat_batch_failed, lobby_batch_failed),
    .game_rated = NOW_TO(const struct store_op *, match_game_rated),
    .games_annulled = NOW_TO(const struct store_annulment *, match_games_annulled),
    .player_came = NOW_TO(struct player *, room_player_moved, follows_player_came),
    .player_unshown = NOW_TO(struct player *, room_player_moved),
    .player_went =
        NOW_TO(struct player *, quick_player_went, room_player_moved, follows_player_went),
    .name_changed = NOW_TO(const struct name_change *, room_name_changed),
    .game_acted = NOW_TO(const struct game_act *, match_focus_game_acted, room_presence_game_acted),
    .slow_game_acted = NOW_TO(const struct game_act *, match_plan_slow_game_acted,
                              match_focus_game_acted, room_presence_slow_game_acted),
    .computer_game_acted = NOW_TO(struct room *, computer_turn_game_acted),
    .match_began = NOW_TO(struct room *, quick_match_began, lobby_clocks_changed),
    .match_ended = NOW_TO(struct room *, lobby_clocks_changed, lobby_conduct_changed),
    .lag_changed = TURN_END_TO(room_lag_changed),
    .presence_changed = SECOND_TO(room_presence_changed, lobby_presence_changed),
    .points_changed = TURN_END_TO(lobby_points_changed, quick_points_changed),
    .room_spoilt = TURN_END_TO(room_game_spoilt),
    .room_deserted = TURN_END_TO(sleep_room_deserted),
    .watchers_changed = SECOND_TO(room_watchers_changed),
    .room_changed = SECOND_TO(lobby_room_changed, quick_room_changed),
    .room_forgotten = NOW_TO(uint64_t, lobby_room_forgotten),
};
