/* SPDX-License-Identifier: MIT */
/*
 * Measuring lag. Connections that are measured stand in one list in the order in which heartbeats
 * are due; one that does not play any more leaves it when its next heartbeat would be due.
 */
#include "server/core/desk/lag.h"

#include "server/core/desk/conn.h"
#include "server/core/desk/frame.h"
#include "server/core/desk/happen.h"
#include "server/core/desk/state.h"
#include "server/core/state.h"

#include <assert.h>
#include <string.h>

#include <utlist.h>

/* ------------------------------------------------------------------ measuring */

/* The least: a client can answer late, but not before it was asked. What varies on the way is the
 * client's own choice as well as the network's. */
static int64_t least(const struct lag *lag)
{
    int64_t least_ms = NONE;
    for (int i = 0; i < lag->count; i++)
        if (least_ms == NONE || lag->samples_ms[i] < least_ms)
            least_ms = lag->samples_ms[i];
    return least_ms;
}

void lag_beat(struct core *core, struct conn *conn)
{
    struct lag *lag = &conn->lag;
    lag->beat_n++;
    lag->beat_ms = core->now.mono_ms;
    if (!lag->is_awaited)
        lag->silent_ms = lag->beat_ms;
    lag->is_awaited = true;
    const struct heartbeat_event heartbeat = {.now = core->now.wall_ms, .n = lag->beat_n};
    int len =
        event_encode(EVENT_HEARTBEAT, NO_SEQ, &heartbeat, core->encoded, sizeof(core->encoded));
    assert(len > 0);
    struct frame *frame = frame_new(core, len, 0);
    conn_send_to(core, conn, frame);
    frame_release(core, frame);
    if (lag->count > 0 && core->now.mono_ms - lag->silent_ms >= LAG_SILENT_MS)
        happen_lag_measured(core, &(struct lag_sample){conn->id, least(lag), true});
}

int64_t lag_of_conn(const struct core *core, uint64_t id)
{
    const struct conn *conn = conn_find(core, id);
    return conn != NULL ? least(&conn->lag) : NONE;
}

/* ------------------------------------------------------------------ who is measured */

static void list_last(struct core *core, struct conn *conn)
{
    conn->is_measured = true;
    conn->measured_ms = core->now.mono_ms;
    DL_APPEND2(core->desk->measured, conn, measured_prev, measured_next);
}

void lag_forget(struct core *core, struct conn *conn)
{
    if (!conn->is_measured)
        return;
    conn->is_measured = false;
    DL_DELETE2(core->desk->measured, conn, measured_prev, measured_next);
}

/* Whether it is measured from now on, and was not. */
static bool begin(struct core *core, struct conn *conn)
{
    if (conn == NULL || conn->is_measured || conn->is_ending || core->options.lag_beat_ms == 0)
        return false;
    list_last(core, conn);
    return true;
}

void lag_measure(struct core *core, uint64_t id)
{
    (void)begin(core, conn_find(core, id));
}

void lag_measure_now(struct core *core, uint64_t id)
{
    struct conn *conn = conn_find(core, id);
    if (begin(core, conn))
        lag_beat(core, conn);
}

void lags_tick(struct core *core)
{
    struct conn *conn = core->desk->measured;
    for (size_t left = CONNS_A_TURN;
         left > 0 && conn != NULL && conn->measured_ms + core->options.lag_beat_ms <= core->due_ms;
         left--) {
        lag_forget(core, conn);
        happen_lag_due(core, conn->id);
        conn = core->desk->measured;
    }
}

int64_t lags_next_ms(const struct core *core)
{
    const struct conn *conn = core->desk->measured;
    return conn != NULL ? conn->measured_ms + core->options.lag_beat_ms : INT64_MAX;
}

/* ------------------------------------------------------------------ answers */

/* What the client's answer may say of the way at the most. The system's measurement is without the
 * client's own delay, which an honest one has a little of. */
static int64_t believed_ms(const struct core *core, const struct conn *conn)
{
    const struct core_ports *ports = &core->ports;
    int64_t trip_ms =
        ports->round_trip_ms != NULL ? ports->round_trip_ms(ports->ctx, conn->peer) : NONE;
    if (trip_ms == NONE || trip_ms > LAG_MAX_MS - LAG_CLIENT_MS)
        return LAG_MAX_MS;
    return trip_ms + LAG_CLIENT_MS;
}

void lag_answered(struct core *core, uint64_t id, int64_t n)
{
    struct conn *conn = conn_find(core, id);
    if (conn == NULL || !conn->lag.is_awaited || n != conn->lag.beat_n)
        return;
    struct lag *lag = &conn->lag;
    int64_t took_ms = core->now.mono_ms - lag->beat_ms;
    int64_t most_ms = believed_ms(core, conn);
    lag->is_awaited = false;
    memmove(&lag->samples_ms[1], lag->samples_ms, (LAG_SAMPLES - 1) * sizeof(lag->samples_ms[0]));
    lag->samples_ms[0] = (uint16_t)(took_ms < most_ms ? took_ms : most_ms);
    if (lag->count < LAG_SAMPLES)
        lag->count++;
    happen_lag_measured(core, &(struct lag_sample){id, least(lag), false});
}
