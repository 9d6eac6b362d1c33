/* SPDX-License-Identifier: MIT */
/*
 * The list of connections for which something waits, in the order in which they last took some of
 * it: the first has the next deadline, and most connections are never in it.
 */
#include "server/core/desk/unsent.h"

#include "server/core/desk/conn.h"
#include "server/core/desk/happen.h"
#include "server/core/desk/state.h"
#include "server/core/state.h"

#include <assert.h>
#include <stdio.h>

#include <utlist.h>

/* ------------------------------------------------------------------ the list */

static void unlist(struct core *core, struct conn *conn)
{
    if (conn->unsent_bytes > 0)
        DL_DELETE2(core->desk->unsent, conn, unsent_prev, unsent_next);
}

/* Counts `bytes` in place of what was counted. The deadline begins anew, if the connection took
 * something or nothing waited for it. */
static void count(struct core *core, struct conn *conn, size_t bytes, bool begins_anew)
{
    core->desk->unsent_bytes += bytes;
    core->desk->unsent_bytes -= conn->unsent_bytes;
    if (begins_anew)
        unlist(core, conn);
    conn->unsent_bytes = bytes;
    if (!begins_anew || bytes == 0)
        return;
    conn->took_ms = core->now.mono_ms;
    DL_APPEND2(core->desk->unsent, conn, unsent_prev, unsent_next);
}

void unsent_forget(struct core *core, struct conn *conn)
{
    count(core, conn, 0, true);
}

void unsent_note(struct core *core, struct conn *conn, size_t bytes, size_t taken_bytes)
{
    if (conn->is_cut)
        return;
    bool has_grown = bytes > conn->unsent_bytes;
    count(core, conn, bytes, taken_bytes > 0 || bytes == 0 || conn->unsent_bytes == 0);
    if (bytes > core->options.output_bytes)
        unsent_cut(core, conn->id, "output_bytes");
    else if (has_grown && bytes > core->options.output_bytes_asking)
        happen_output_waits(core, conn->id);
}

size_t unsent_of_conn(const struct core *core, uint64_t id)
{
    const struct conn *conn = conn_find(core, id);
    return conn != NULL ? conn->unsent_bytes : 0;
}

uint64_t unsent_largest(const struct core *core, size_t *bytes_out)
{
    const struct conn *conn;
    uint64_t id = 0;
    *bytes_out = 0;
    DL_FOREACH2(core->desk->unsent, conn, unsent_next) {
        if (conn->unsent_bytes <= *bytes_out)
            continue;
        id = conn->id;
        *bytes_out = conn->unsent_bytes;
    }
    return id;
}

/* ------------------------------------------------------------------ cutting off */

static void log_cut(const struct core *core, const struct conn *conn, const char *because)
{
    char detail[ADDRESS_SIZE + 96];
    snprintf(detail, sizeof(detail), "address=%s because=%s unsent_bytes=%zu", conn->address,
             because, conn->unsent_bytes);
    core->ports.log(core->ports.ctx, LOG_LEVEL_INFO, "slow_reader", detail);
}

void unsent_cut(struct core *core, uint64_t id, const char *because)
{
    struct conn *conn = conn_find(core, id);
    assert(conn != NULL && !conn->is_cut);
    log_cut(core, conn, because);
    core->desk->meter.slow_readers++;
    unsent_forget(core, conn);
    conn_cut(core, conn);
    happen_conn_cut(core, id);
}

void unsent_tick(struct core *core)
{
    int64_t since_ms = core->due_ms - core->options.output_stall_ms;
    for (size_t left = CONNS_A_TURN;
         left > 0 && core->desk->unsent != NULL && core->desk->unsent->took_ms <= since_ms; left--)
        unsent_cut(core, core->desk->unsent->id, "output_stall_ms");
}

int64_t unsent_next_ms(const struct core *core)
{
    const struct conn *conn = core->desk->unsent;
    return conn != NULL ? conn->took_ms + core->options.output_stall_ms : INT64_MAX;
}

size_t unsent_bytes(const struct core *core)
{
    return core->desk->unsent_bytes;
}
