/* SPDX-License-Identifier: MIT */
/*
 * Connections. Deadlines are equal for all of a kind, so lists in the order of the last event are
 * sorted by deadline, and neither a quiet connection nor a busy one costs a search.
 */
#include "server/core/desk/conn.h"

#include "base/getter.h"
#include "base/memory.h"
#include "server/core/desk/address.h"
#include "server/core/desk/frame.h"
#include "server/core/desk/happen.h"
#include "server/core/desk/state.h"
#include "server/core/state.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

/* The time to log in on a place that is kept. */
#define KEPT_MS 3000
/* So many of all places are kept at the most: one in this number. */
#define KEPT_PART 20
/* Each connection is in one of so many lists by its last input. */
#define HEARD_LISTS 3
/* Memory for so many connections that closed is kept. */
#define CLOSED_KEPT 256

/* ------------------------------------------------------------------ life */

/* The list that `conn` is in by its last input. */
static struct conn **heard_list(struct core *core, const struct conn *conn)
{
    if (conn->is_ending)
        return &core->desk->ending;
    if (conn->is_logged_in || conn->is_local || conn->is_looking)
        return &core->desk->heard;
    return conn->is_kept ? &core->desk->kept : &core->desk->strangers;
}

static void stop_looking(struct core *core, struct conn *conn)
{
    core->desk->lookers -= conn->is_looking ? 1 : 0;
    conn->is_looking = false;
}

/* Whether the next connection gets one of the places that are kept. */
static bool has_come_to_kept(const struct core *core)
{
    const struct core_options *options = &core->options;
    size_t kept = options->connections / KEPT_PART;
    if (kept > options->connections_kept)
        kept = options->connections_kept;
    return kept > 0 && core->desk->conns_by_id.count >= options->connections - kept;
}

struct conn *conn_new(struct core *core, void *peer, const char *address, uint64_t network)
{
    size_t size = strlen(address) + 1;
    struct conn *conn = mem_zero(sizeof(*conn) + size);
    conn->id = ++core->desk->last_conn;
    conn->peer = peer;
    memcpy(conn->address, address, size);
    conn->network = network;
    conn->heard_ms = core->now.mono_ms;
    conn->spoke_ms = core->now.mono_ms;
    conn->is_kept = has_come_to_kept(core);
    id_table_add(&core->desk->conns_by_id, conn->id, conn);
    struct conn **heard = heard_list(core, conn);
    DL_APPEND2(*heard, conn, heard_prev, heard_next);
    DL_APPEND2(core->desk->spoke, conn, spoke_prev, spoke_next);
    return conn;
}

void conn_make_local(struct core *core, struct conn *conn)
{
    struct conn **heard = heard_list(core, conn);
    DL_DELETE2(*heard, conn, heard_prev, heard_next);
    conn->is_local = true;
    DL_APPEND2(core->desk->heard, conn, heard_prev, heard_next);
}

void conn_free(struct core *core, struct conn *conn)
{
    struct conn **heard = heard_list(core, conn);
    DL_DELETE2(*heard, conn, heard_prev, heard_next);
    if (!conn->is_ending)
        DL_DELETE2(core->desk->spoke, conn, spoke_prev, spoke_next);
    stop_looking(core, conn);
    lag_forget(core, conn);
    unsent_forget(core, conn);
    happen_conn_gone(core, conn->id);
    happen_conn_parted(core, conn->id);
    id_table_remove(&core->desk->conns_by_id, conn->id);
    rates_deinit(&conn->rates);
    free(conn->client);
    free(conn);
}

/* The head of the list by last inputs that a connection may be in, of those with this number. */
static struct conn *heard_by_number(const struct core *core, size_t number)
{
    struct conn *const heads[HEARD_LISTS] = {core->desk->strangers, core->desk->kept,
                                             core->desk->heard};
    return heads[number];
}

/* Takes a connection that is to end out of what later turns look at: there may be very many, since
 * the other side may be slow to close. */
static void begin_end(struct core *core, struct conn *conn)
{
    struct conn **heard = heard_list(core, conn);
    if (conn->is_ending)
        return;
    DL_DELETE2(*heard, conn, heard_prev, heard_next);
    DL_DELETE2(core->desk->spoke, conn, spoke_prev, spoke_next);
    stop_looking(core, conn);
    conn->is_ending = true;
    DL_APPEND2(core->desk->ending, conn, heard_prev, heard_next);
}

void conns_free(struct core *core)
{
    struct conn *conn;
    struct conn *next;
    for (size_t i = 0; i < HEARD_LISTS; i++)
        while ((conn = heard_by_number(core, i)) != NULL)
            begin_end(core, conn);
    DL_FOREACH2(core->desk->ending, conn, heard_next)
        conn->is_closed = true;
    DL_FOREACH_SAFE2(core->desk->ending, conn, next, heard_next)
        conn_free(core, conn);
    id_table_deinit(&core->desk->conns_by_id);
    free(core->desk->closed.ids);
    core->desk->closed = (struct conns_closed){0};
}

/* ------------------------------------------------------------------ what is known of one */

struct conn *conn_find(const struct core *core, uint64_t id)
{
    return id_table_find(&core->desk->conns_by_id, id);
}

GETTER(uint64_t, conn_id, conn, conn->id)

bool conn_is_open(const struct core *core, uint64_t id)
{
    const struct conn *conn = conn_find(core, id);
    return conn != NULL && !conn->is_ending;
}

bool conn_is_local(const struct core *core, uint64_t id)
{
    const struct conn *conn = conn_find(core, id);
    return conn != NULL && conn->is_local;
}

void conn_set_by_http(struct conn *conn)
{
    conn->is_by_http = true;
}

bool conn_is_by_http(const struct core *core, uint64_t id)
{
    const struct conn *conn = conn_find(core, id);
    return conn != NULL && conn->is_by_http;
}

const char *conn_address(const struct core *core, uint64_t id)
{
    const struct conn *conn = conn_find(core, id);
    return conn != NULL ? conn->address : "";
}

uint64_t conn_network(const struct core *core, uint64_t id)
{
    const struct conn *conn = conn_find(core, id);
    return conn != NULL ? conn->network : 0;
}

const char *conn_client(const struct core *core, uint64_t id)
{
    const struct conn *conn = conn_find(core, id);
    return conn != NULL && conn->client != NULL ? conn->client : "";
}

void conn_greet(struct core *core, uint64_t id, const char *client)
{
    struct conn *conn = conn_find(core, id);
    if (conn == NULL)
        return;
    conn->has_greeted = true;
    if (client == NULL)
        return;
    free(conn->client);
    conn->client = mem_text(client);
}

bool conn_has_greeted(const struct core *core, uint64_t id)
{
    const struct conn *conn = conn_find(core, id);
    return conn != NULL && conn->has_greeted;
}

/* ------------------------------------------------------------------ logging in */

bool conn_is_kept(const struct core *core, uint64_t id)
{
    const struct conn *conn = conn_find(core, id);
    return conn != NULL && conn->is_kept && !conn->is_logged_in && !conn->is_local;
}

void conn_set_waiting(struct core *core, uint64_t id, bool is_waiting)
{
    struct conn *conn = conn_find(core, id);
    if (conn != NULL)
        conn->is_waiting = is_waiting;
}

bool conn_is_waiting(const struct core *core, uint64_t id)
{
    const struct conn *conn = conn_find(core, id);
    return conn != NULL && conn->is_waiting;
}

static void set_logged_in(struct core *core, struct conn *conn, bool is_logged_in)
{
    struct conn **was_in = heard_list(core, conn);
    DL_DELETE2(*was_in, conn, heard_prev, heard_next);
    stop_looking(core, conn);
    conn->is_logged_in = is_logged_in;
    conn->is_kept = false; /* it has earned its place */
    conn->heard_ms = core->now.mono_ms;
    struct conn **is_in = heard_list(core, conn);
    DL_APPEND2(*is_in, conn, heard_prev, heard_next);
}

void conn_log_in(struct core *core, uint64_t id)
{
    struct conn *conn = conn_find(core, id);
    if (conn == NULL)
        return;
    happen_conn_parted(core, id);
    set_logged_in(core, conn, true);
}

void conn_look(struct core *core, uint64_t id)
{
    struct conn *conn = conn_find(core, id);
    if (conn == NULL || heard_list(core, conn) != &core->desk->strangers ||
        core->desk->lookers >= core->options.strangers)
        return;
    DL_DELETE2(core->desk->strangers, conn, heard_prev, heard_next);
    conn->is_looking = true;
    core->desk->lookers++;
    conn->heard_ms = core->now.mono_ms;
    DL_APPEND2(core->desk->heard, conn, heard_prev, heard_next);
}

void conn_log_out(struct core *core, uint64_t id)
{
    struct conn *conn = conn_find(core, id);
    if (conn == NULL || !conn->is_logged_in)
        return;
    set_logged_in(core, conn, false);
    lag_forget(core, conn);
    happen_conn_parted(core, id);
}

/* ------------------------------------------------------------------ input */

/* Only a whole frame is a sign of life (the shell hands over no empty lines and no halves of one):
 * those cost nothing to send, and nobody needs them. */
static void heard(struct core *core, struct conn *conn)
{
    if (heard_list(core, conn) != &core->desk->heard)
        return; /* strangers have a deadline from their opening on */
    conn->heard_ms = core->now.mono_ms;
    if (core->desk->heard->heard_prev == conn)
        return; /* the last one already */
    assert(conn->heard_next != NULL);
    DL_DELETE2(core->desk->heard, conn, heard_prev, heard_next);
    DL_APPEND2(core->desk->heard, conn, heard_prev, heard_next);
}

/* Hands one frame up. Returns whether more are heard. */
static bool receive(struct core *core, struct conn *conn, const struct incoming_frame *incoming)
{
    if (conn->is_ending)
        return false;
    heard(core, conn);
    happen_frame_came(core, incoming);
    return !conn->is_ending;
}

bool conn_receive(struct core *core, struct conn *conn, struct frame_slice frame)
{
    const struct incoming_frame incoming = {.conn = conn->id, .frame = frame};
    return frame.len <= FRAME_REQUEST_MAX ? receive(core, conn, &incoming)
                                          : conn_receive_too_long(core, conn);
}

bool conn_receive_too_long(struct core *core, struct conn *conn)
{
    const struct incoming_frame incoming = {.conn = conn->id, .is_too_long = true};
    return receive(core, conn, &incoming);
}

int64_t conn_take_rate(struct core *core, uint64_t id, enum op op)
{
    struct conn *conn = conn_find(core, id);
    return conn != NULL ? rates_take(&conn->rates, op, core->options.rate_percent,
                                     moment_passed_ms(core->now))
                        : 0;
}

bool conn_refuse_rate(struct core *core, uint64_t id)
{
    struct conn *conn = conn_find(core, id);
    return conn != NULL &&
           rates_refuse(&conn->rates, core->options.rate_percent, moment_passed_ms(core->now));
}

int64_t conn_spend(struct core *core, uint64_t id, enum cost_word cost, int64_t units)
{
    const struct conn *conn = conn_find(core, id);
    return conn != NULL && !conn->is_local ? address_spend(core, conn->network, cost, units) : 0;
}

void conn_answered(struct core *core, uint64_t id, size_t bytes)
{
    struct conn *conn = conn_find(core, id);
    if (conn == NULL || conn->is_local)
        return;
    uint32_t room = UINT32_MAX - conn->answered_bytes;
    conn->answered_bytes += bytes < room ? (uint32_t)bytes : room;
    address_take(core, conn->network, COST_WORD_ANSWER, (int64_t)bytes);
}

size_t conn_take_answered(struct core *core, uint64_t id)
{
    struct conn *conn = conn_find(core, id);
    size_t bytes = conn != NULL ? conn->answered_bytes : 0;
    if (conn != NULL)
        conn->answered_bytes = 0;
    return bytes;
}

/* ------------------------------------------------------------------ output and end */

void conn_send(struct core *core, uint64_t id, struct frame *frame)
{
    struct conn *conn = conn_find(core, id);
    if (conn != NULL)
        conn_send_to(core, conn, frame);
}

void conn_send_to(struct core *core, struct conn *conn, struct frame *frame)
{
    if (conn->is_closed)
        return;
    if (!conn->is_ending) {
        conn->spoke_ms = core->now.mono_ms;
        DL_DELETE2(core->desk->spoke, conn, spoke_prev, spoke_next);
        DL_APPEND2(core->desk->spoke, conn, spoke_prev, spoke_next);
    }
    frame->has_left = true;
    core->ports.send(core->ports.ctx, conn->peer, frame);
}

void conn_stop(struct core *core, uint64_t id)
{
    struct conn *conn = conn_find(core, id);
    if (conn != NULL)
        begin_end(core, conn);
}

/* Ids, since one may be freed before the turn ends. */
static void note_closed(struct conns_closed *closed, uint64_t id)
{
    if (closed->count == closed->cap) {
        closed->cap = closed->cap > 0 ? 2 * closed->cap : CLOSED_KEPT;
        closed->ids = mem_grow(closed->ids, closed->cap * sizeof(*closed->ids));
    }
    closed->ids[closed->count++] = id;
}

static void close_conn(struct core *core, struct conn *conn, enum close_kind kind)
{
    if (!conn->is_closed)
        note_closed(&core->desk->closed, conn->id);
    conn->is_closed = true;
    core->ports.close(core->ports.ctx, conn->peer, kind);
}

void conn_output_gone(struct core *core, uint64_t id)
{
    struct conn *conn = conn_find(core, id);
    if (conn != NULL && conn->is_ending && !conn->is_closed)
        close_conn(core, conn, CLOSE_WHEN_SENT);
}

void conn_cut(struct core *core, struct conn *conn)
{
    begin_end(core, conn);
    conn->is_cut = true;
    close_conn(core, conn, CLOSE_AT_ONCE);
}

/* Not when they close: that happens while somebody goes through a player's connections, or those
 * at a table. */
void conns_part(struct core *core)
{
    struct conns_closed *closed = &core->desk->closed;
    while (closed->count > 0)
        conn_log_out(core, closed->ids[--closed->count]);
    if (closed->cap <= CLOSED_KEPT)
        return;
    free(closed->ids);
    *closed = (struct conns_closed){0};
}

void conns_end(struct core *core, int error)
{
    struct conn *conn, *next;
    for (size_t i = 0; i < HEARD_LISTS; i++)
        DL_FOREACH_SAFE2(heard_by_number(core, i), conn, next, heard_next)
            happen_conn_ends(core, &(struct conn_end){conn->id, error});
}

/* ------------------------------------------------------------------ time */

/* Says goodbye to those at the head of a list by input that have been silent for `limit_ms`. One
 * that waits for the answer to a login is not silent: the server is. */
static void end_silent(struct core *core, struct conn *list, int64_t limit_ms, int error)
{
    struct conn *conn, *next;
    size_t left = CONNS_A_TURN;
    DL_FOREACH_SAFE2(list, conn, next, heard_next) {
        if (conn->heard_ms + limit_ms > core->due_ms || left == 0)
            return;
        if (conn->is_waiting)
            continue;
        left--;
        happen_conn_ends(core, &(struct conn_end){conn->id, error});
    }
}

static void beat_quiet(struct core *core)
{
    for (size_t left = CONNS_A_TURN; left > 0; left--) {
        struct conn *conn = core->desk->spoke;
        if (conn == NULL || conn->spoke_ms + core->options.heartbeat_ms > core->due_ms)
            return;
        rates_rest(&conn->rates, moment_passed_ms(core->now));
        lag_beat(core, conn);
    }
}

void conns_tick(struct core *core)
{
    end_silent(core, core->desk->strangers, core->options.login_ms, ERR_LOGIN_TIMEOUT);
    end_silent(core, core->desk->kept, KEPT_MS, ERR_TOO_MANY_CONNECTIONS);
    end_silent(core, core->desk->heard, core->options.idle_ms, ERR_IDLE_TIMEOUT);
    unsent_tick(core);
    lags_tick(core);
    beat_quiet(core);
}

/* The deadline of the first in a list that has one. */
static int64_t silent_next_ms(const struct conn *list, int64_t limit_ms)
{
    for (const struct conn *conn = list; conn != NULL; conn = conn->heard_next)
        if (!conn->is_waiting)
            return conn->heard_ms + limit_ms;
    return INT64_MAX;
}

static int64_t heartbeat_next_ms(const struct core *core)
{
    return core->desk->spoke != NULL ? core->desk->spoke->spoke_ms + core->options.heartbeat_ms
                                     : INT64_MAX;
}

int64_t conns_next_ms(const struct core *core)
{
    int64_t next_ms = silent_next_ms(core->desk->strangers, core->options.login_ms);
    int64_t idle_ms = silent_next_ms(core->desk->heard, core->options.idle_ms);
    int64_t times_ms[] = {idle_ms, silent_next_ms(core->desk->kept, KEPT_MS), unsent_next_ms(core),
                          heartbeat_next_ms(core), lags_next_ms(core)};
    for (size_t i = 0; i < sizeof(times_ms) / sizeof(times_ms[0]); i++)
        if (times_ms[i] < next_ms)
            next_ms = times_ms[i];
    return next_ms;
}

/* ------------------------------------------------------------------ output that waits */

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

GETTER(size_t, unsent_bytes, core, core->desk->unsent_bytes)

/* ------------------------------------------------------------------ lag */

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

/* The most that the client's answer may say of the way. The system's measurement is without the
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
