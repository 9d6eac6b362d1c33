/* SPDX-License-Identifier: MIT */
/*
 * Connections. Deadlines are equal for all of a kind, so lists in the order of the last event are
 * sorted by deadline, and neither a quiet connection nor a busy one costs a search.
 */
#include "server/core/desk/conn.h"

#include "base/memory.h"
#include "server/core/desk/happen.h"
#include "server/core/desk/lag.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

/* A partial frame with the CR LF that may follow the longest one. */
#define PARTIAL_SIZE (FRAME_REQUEST_MAX + 2)
#define PARTIAL_SIZE_FIRST 512

/* ------------------------------------------------------------------ life */

/* The list that `conn` is in by its last input. */
static struct conn **heard_list(struct core *core, const struct conn *conn)
{
    return conn->player == NULL && !conn->is_local ? &core->strangers : &core->heard;
}

struct conn *conn_new(struct core *core, void *peer, const char *address)
{
    struct conn *conn = mem_zero(sizeof(*conn));
    conn->id = ++core->last_conn;
    conn->peer = peer;
    snprintf(conn->address, sizeof(conn->address), "%s", address);
    conn->heard_ms = core->now.mono_ms;
    conn->spoke_ms = core->now.mono_ms;
    id_table_add(&core->conns_by_id, conn->id, conn);
    DL_APPEND(core->conns, conn);
    DL_APPEND2(core->strangers, conn, heard_prev, heard_next);
    DL_APPEND2(core->spoke, conn, spoke_prev, spoke_next);
    return conn;
}

void conn_make_local(struct core *core, struct conn *conn)
{
    DL_DELETE2(core->strangers, conn, heard_prev, heard_next);
    conn->is_local = true;
    DL_APPEND2(core->heard, conn, heard_prev, heard_next);
}

void conn_free(struct core *core, struct conn *conn)
{
    struct conn **heard = heard_list(core, conn);
    DL_DELETE2(*heard, conn, heard_prev, heard_next);
    DL_DELETE2(core->spoke, conn, spoke_prev, spoke_next);
    lag_forget(core, conn);
    happen_conn_gone(core, conn);
    happen_conn_parted(core, conn);
    if (core->closed != NULL)
        LL_DELETE2(core->closed, conn, closed_next);
    id_table_remove(&core->conns_by_id, conn->id);
    DL_DELETE(core->conns, conn);
    free(conn->partial);
    rates_deinit(&conn->rates);
    free(conn);
}

void conn_abandon(struct conn *conn)
{
    conn->is_ending = true;
    conn->is_closed = true;
}

struct conn *conn_find(struct core *core, uint64_t id)
{
    return id_table_find(&core->conns_by_id, id);
}

void conn_log_in(struct core *core, struct conn *conn, const uint8_t token_hash[TOKEN_HASH_SIZE])
{
    DL_DELETE2(core->strangers, conn, heard_prev, heard_next);
    conn->heard_ms = core->now.mono_ms;
    DL_APPEND2(core->heard, conn, heard_prev, heard_next);
    memcpy(conn->token_hash, token_hash, TOKEN_HASH_SIZE);
}

void conn_log_out(struct core *core, struct conn *conn)
{
    DL_DELETE2(core->heard, conn, heard_prev, heard_next);
    lag_forget(core, conn);
    happen_conn_parted(core, conn);
    conn->heard_ms = core->now.mono_ms;
    DL_APPEND2(core->strangers, conn, heard_prev, heard_next);
    memset(conn->token_hash, 0, TOKEN_HASH_SIZE);
}

/* ------------------------------------------------------------------ input */

static void heard(struct core *core, struct conn *conn)
{
    if (conn->player == NULL && !conn->is_local)
        return; /* strangers have a deadline from their opening on */
    conn->heard_ms = core->now.mono_ms;
    DL_DELETE2(core->heard, conn, heard_prev, heard_next);
    DL_APPEND2(core->heard, conn, heard_prev, heard_next);
}

/* Carries out the whole frames at `bytes`; returns how many bytes are done with. */
static size_t receive_frames(struct core *core, struct conn *conn, const char *bytes, size_t len)
{
    size_t done = 0;
    while (!conn->is_ending) {
        struct frame_slice frame;
        size_t consumed = 0;
        enum frame_status status =
            frame_next(bytes + done, len - done, FRAME_REQUEST_MAX, &frame, &consumed);
        done += consumed;
        if (status == FRAME_NEED_MORE)
            return done;
        const struct incoming_frame incoming = {
            .conn = conn, .frame = frame, .is_too_long = status == FRAME_TOO_LONG};
        happen_frame_came(core, &incoming);
    }
    return len;
}

/* Nearly all requests are short, and a peer that sends half of one keeps it for long: so it takes
 * the memory that it needs and not that of the longest one. Bytes already there are kept. */
static void partial_reserve(struct conn *conn, size_t size)
{
    if (size <= conn->partial_size)
        return;
    size_t grown = conn->partial_size > 0 ? conn->partial_size : PARTIAL_SIZE_FIRST;
    while (grown < size)
        grown *= 2;
    if (grown > PARTIAL_SIZE)
        grown = PARTIAL_SIZE;
    conn->partial = mem_grow(conn->partial, grown);
    conn->partial_size = grown;
}

static void keep_partial(struct conn *conn, const char *bytes, size_t len)
{
    if (len == 0) {
        free(conn->partial);
        conn->partial = NULL;
        conn->partial_len = 0;
        conn->partial_size = 0;
        return;
    }
    partial_reserve(conn, len);
    assert(conn->partial != NULL);
    memmove(conn->partial, bytes, len);
    conn->partial_len = len;
}

/* Joins the beginning that was kept with as much as fits; returns how much of `bytes` it took. */
static size_t receive_partial(struct core *core, struct conn *conn, const char *bytes, size_t len)
{
    size_t taken = PARTIAL_SIZE - conn->partial_len;
    if (taken > len)
        taken = len;
    partial_reserve(conn, conn->partial_len + taken);
    char *partial = conn->partial;
    memcpy(partial + conn->partial_len, bytes, taken);
    size_t have = conn->partial_len + taken;
    size_t done = receive_frames(core, conn, partial, have);
    keep_partial(conn, partial + done, have - done);
    return taken;
}

void conn_receive(struct core *core, struct conn *conn, const char *bytes, size_t len)
{
    heard(core, conn);
    while (len > 0 && !conn->is_ending && conn->partial != NULL) {
        size_t taken = receive_partial(core, conn, bytes, len);
        bytes += taken;
        len -= taken;
    }
    if (len == 0 || conn->is_ending)
        return;
    size_t done = receive_frames(core, conn, bytes, len);
    keep_partial(conn, bytes + done, len - done);
}

/* ------------------------------------------------------------------ output and end */

void conn_send(struct core *core, struct conn *conn, const char *bytes, size_t len)
{
    if (conn->is_closed)
        return;
    conn->spoke_ms = core->now.mono_ms;
    DL_DELETE2(core->spoke, conn, spoke_prev, spoke_next);
    DL_APPEND2(core->spoke, conn, spoke_prev, spoke_next);
    core->ports.send(core->ports.ctx, conn->peer, bytes, len);
}

void conn_output_gone(struct core *core, struct conn *conn)
{
    if (!conn->is_ending || conn->is_closed)
        return;
    conn->is_closed = true;
    LL_PREPEND2(core->closed, conn, closed_next);
    core->ports.close(core->ports.ctx, conn->peer);
}

/* Not when they close: that happens while somebody goes through a player's connections, or those
 * at a table. */
void conns_part(struct core *core)
{
    while (core->closed != NULL) {
        struct conn *conn = core->closed;
        LL_DELETE2(core->closed, conn, closed_next);
        if (conn->player != NULL)
            conn_log_out(core, conn);
    }
}

void conn_end(struct core *core, struct conn *conn)
{
    conn->is_ending = true;
    if (conn->outbox.first == NULL)
        conn_output_gone(core, conn);
}

/* ------------------------------------------------------------------ time */

/* A connection that waits for the answer to a login is not silent: the server is. */
static bool is_excused(const struct conn *conn)
{
    return conn->is_ending || conn->is_waiting;
}

/* Says goodbye to those at the head of a list by input that have been silent for `limit_ms`. */
static void end_silent(struct core *core, struct conn *list, int64_t limit_ms, int error)
{
    struct conn *conn;
    DL_FOREACH2(list, conn, heard_next) {
        if (conn->heard_ms + limit_ms > core->now.mono_ms)
            return;
        if (!is_excused(conn))
            happen_conn_silent(core, &(struct conn_silence){conn, error});
    }
}

void conns_tick(struct core *core)
{
    end_silent(core, core->strangers, core->options.login_ms, ERR_LOGIN_TIMEOUT);
    end_silent(core, core->heard, core->options.idle_ms, ERR_IDLE_TIMEOUT);
    lags_tick(core);
    struct conn *last = core->spoke != NULL ? core->spoke->spoke_prev : NULL;
    struct conn *conn = core->spoke;
    while (conn != NULL && conn->spoke_ms + core->options.heartbeat_ms <= core->now.mono_ms) {
        struct conn *next = conn == last ? NULL : conn->spoke_next;
        if (!conn->is_ending)
            lag_beat(core, conn);
        conn = next;
    }
}

/* The deadline of the first in a list that has one. */
static int64_t silent_next_ms(const struct conn *list, int64_t limit_ms)
{
    for (const struct conn *conn = list; conn != NULL; conn = conn->heard_next)
        if (!is_excused(conn))
            return conn->heard_ms + limit_ms;
    return INT64_MAX;
}

static int64_t heartbeat_next_ms(const struct core *core)
{
    for (const struct conn *conn = core->spoke; conn != NULL; conn = conn->spoke_next)
        if (!conn->is_ending)
            return conn->spoke_ms + core->options.heartbeat_ms;
    return INT64_MAX;
}

int64_t conns_next_ms(const struct core *core)
{
    int64_t next_ms = silent_next_ms(core->strangers, core->options.login_ms);
    int64_t idle_ms = silent_next_ms(core->heard, core->options.idle_ms);
    int64_t times_ms[] = {idle_ms, heartbeat_next_ms(core), lags_next_ms(core)};
    for (size_t i = 0; i < sizeof(times_ms) / sizeof(times_ms[0]); i++)
        if (times_ms[i] < next_ms)
            next_ms = times_ms[i];
    return next_ms;
}
