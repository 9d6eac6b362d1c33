/* SPDX-License-Identifier: MIT */
/*
 * Measuring lag. Connections that are measured stand in one list in the order in which heartbeats
 * are due; one that does not play any more leaves it when its next heartbeat would be due.
 */
#include "server/core/desk/lag.h"

#include "server/core/desk/conn.h"
#include "server/core/desk/happen.h"

#include <assert.h>

#include <utlist.h>

/* ------------------------------------------------------------------ measuring */

void lag_beat(struct core *core, struct conn *conn)
{
    struct lag *lag = &conn->lag;
    lag->beat_n++;
    lag->beat_ms = core->now.mono_ms;
    lag->is_awaited = true;
    const struct heartbeat_event heartbeat = {.now = core->now.wall_ms, .n = lag->beat_n};
    int len = event_encode(EVENT_HEARTBEAT, &heartbeat, core->encoded, sizeof(core->encoded));
    assert(len > 0);
    conn_send(core, conn, core->encoded, (size_t)len);
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

/* ------------------------------------------------------------------ who is measured */

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

void lag_measure(struct core *core, struct conn *conn)
{
    if (core->options.lag_beat_ms > 0 && !conn->is_measured && !conn->is_ending)
        list_last(core, conn);
}

void lag_measure_now(struct core *core, struct conn *conn)
{
    bool was_measured = conn->is_measured;
    lag_measure(core, conn);
    if (!was_measured && conn->is_measured)
        lag_beat(core, conn);
}

void lags_tick(struct core *core)
{
    struct conn *conn = core->measured;
    while (conn != NULL && conn->lag.measured_ms + core->options.lag_beat_ms <= core->now.mono_ms) {
        lag_forget(core, conn);
        happen_lag_due(core, conn);
        conn = core->measured;
    }
}

int64_t lags_next_ms(const struct core *core)
{
    const struct conn *conn = core->measured;
    return conn != NULL ? conn->lag.measured_ms + core->options.lag_beat_ms : INT64_MAX;
}

/* ------------------------------------------------------------------ answers */

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
    happen_lag_changed(core, conn->id);
}
