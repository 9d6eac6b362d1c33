/* SPDX-License-Identifier: MIT */
/*
 * Measuring lag. Who is measured stands in one list in the order in which heartbeats are due; who
 * does not play any more leaves it when the next one would be.
 */
#include "server/core/lag.h"

#include "server/core/match.h"
#include "server/core/outbox.h"
#include "server/core/room.h"
#include "server/core/seating.h"

#include <string.h>

#include <utlist.h>

/* ------------------------------------------------------------------ measuring */

void lag_beat(struct core *core, struct conn *conn)
{
    struct lag *lag = &conn->lag;
    lag->beat_n++;
    lag->beat_ms = core->now.mono_ms;
    lag->is_awaited = true;
    const struct heartbeat_event heartbeat = {.now = core->now.wall_ms, .n = lag->beat_n};
    outbox_heartbeat(core, conn, &heartbeat);
}

/* The median: one answer that was late, or two, change nothing. Of an even number the smaller. */
int64_t lag_of_conn(const struct conn *conn)
{
    const struct lag *lag = &conn->lag;
    for (int i = 0; i < lag->count; i++) {
        int below = 0;
        int equal = 0;
        for (int j = 0; j < lag->count; j++) {
            below += lag->samples_ms[j] < lag->samples_ms[i] ? 1 : 0;
            equal += lag->samples_ms[j] == lag->samples_ms[i] ? 1 : 0;
        }
        int middle = (lag->count - 1) / 2;
        if (below <= middle && middle < below + equal)
            return lag->samples_ms[i];
    }
    return NONE;
}

int64_t lag_of_player(const struct player *player)
{
    int64_t best_ms = NONE;
    const struct conn *conn;
    DL_FOREACH2(player->conns, conn, player_next)
    {
        int64_t lag_ms = lag_of_conn(conn);
        if (lag_ms != NONE && (best_ms == NONE || lag_ms < best_ms))
            best_ms = lag_ms;
    }
    return best_ms;
}

/* ------------------------------------------------------------------ who is measured */

static bool is_timed(const struct room *room)
{
    return room_is_playing(room) && match_is_real_time(room->state.match);
}

static void list_last(struct core *core, struct conn *conn)
{
    conn->is_measured = true;
    conn->lag.measured_ms = core->now.mono_ms;
    DL_APPEND2(core->measured, conn, measured_prev, measured_next);
}

void lag_forget(struct core *core, struct conn *conn)
{
    if (!conn->is_measured)
        return;
    conn->is_measured = false;
    DL_DELETE2(core->measured, conn, measured_prev, measured_next);
}

void lag_measure_conn(struct core *core, struct conn *conn)
{
    bool is_wanted = core->options.lag_beat_ms > 0 && seating_is_busy(conn->player);
    if (is_wanted && !conn->is_measured && !conn->is_ending)
        list_last(core, conn);
}

void lag_measure_room(struct core *core, const struct room *room)
{
    if (core->options.lag_beat_ms == 0 || !is_timed(room))
        return;
    for (int i = 0; i < ROOM_SEATS; i++) {
        struct conn *conn;
        if (room->links[i].player == NULL)
            continue;
        DL_FOREACH2(room->links[i].player->conns, conn, player_next)
        if (!conn->is_measured && !conn->is_ending) {
            list_last(core, conn);
            lag_beat(core, conn);
        }
    }
}

void lags_tick(struct core *core)
{
    struct conn *conn = core->measured;
    while (conn != NULL && conn->lag.measured_ms + core->options.lag_beat_ms <= core->now.mono_ms) {
        lag_forget(core, conn);
        if (!conn->is_ending && seating_is_busy(conn->player)) {
            list_last(core, conn);
            lag_beat(core, conn);
        }
        conn = core->measured;
    }
}

int64_t lags_next_ms(const struct core *core)
{
    const struct conn *conn = core->measured;
    return conn != NULL ? conn->lag.measured_ms + core->options.lag_beat_ms : INT64_MAX;
}

/* ------------------------------------------------------------------ telling */

static bool is_news(const struct core *core, const struct player *player, int64_t lag_ms)
{
    int64_t told_ms = player->lag_told;
    if (told_ms == NONE)
        return true;
    int64_t change_ms = lag_ms > told_ms ? lag_ms - told_ms : told_ms - lag_ms;
    return change_ms >= LAG_STEP_MS && change_ms >= told_ms / 2 &&
           core->now.mono_ms >= player->lag_told_ms + LAG_TELL_MS;
}

static void tell(struct core *core, struct player *player)
{
    int64_t lag_ms = lag_of_player(player);
    if (!is_news(core, player, lag_ms) || !seating_is_busy(player))
        return;
    player->lag_told = lag_ms;
    player->lag_told_ms = core->now.mono_ms;
    const struct seat_link *link;
    DL_FOREACH(player->seats, link)
    if (is_timed(link->room))
        room_tell_presence(core, link->room, player);
}

void lag_answered(struct core *core, struct conn *conn, int64_t n)
{
    struct lag *lag = &conn->lag;
    if (!lag->is_awaited || n != lag->beat_n)
        return;
    int64_t took_ms = core->now.mono_ms - lag->beat_ms;
    lag->is_awaited = false;
    lag->samples_ms[lag->next] = (int32_t)(took_ms < LAG_MAX_MS ? took_ms : LAG_MAX_MS);
    lag->next = (uint8_t)((lag->next + 1) % LAG_SAMPLES);
    if (lag->count < LAG_SAMPLES)
        lag->count++;
    if (conn->player != NULL)
        tell(core, conn->player);
}
