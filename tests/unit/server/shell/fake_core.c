/* SPDX-License-Identifier: MIT */
/*
 * The core's double; see the header. One thread at a time, as the core itself.
 */
#include "tests/unit/server/shell/fake_core.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <utlist.h>

#define LINE_SIZE 4096

struct frame {
    struct core *core;
    size_t refs;
    size_t len;
    char bytes[];
};

struct conn {
    struct core *core;
    void *peer;
    size_t junk;
    size_t unsent_bytes; /* as it was told last */
    bool is_ending;
    struct conn *prev, *next;
};

struct core {
    struct core_ports ports;
    struct moment now;
    struct conn *conns;
    struct conn *late_conn; /* wants to hear when the time has come */
    int64_t late_ms;
    struct conn *hash_conn; /* waits for a worker */
    bool is_held;
    bool turn_is_open;
    bool is_in_port;
    atomic_bool is_stalled;
    size_t held_bytes;
    struct fake_counts counts;
};

/* ------------------------------------------------------------------ what the shell owes */

static void input(struct core *core)
{
    if (!core->turn_is_open || core->is_in_port)
        core->counts.broken_promises++;
}

struct frame *fake_frame(struct core *core, const char *bytes, size_t len)
{
    struct frame *frame = malloc(sizeof(*frame) + len);
    *frame = (struct frame){.core = core, .refs = 1, .len = len};
    memcpy(frame->bytes, bytes, len);
    core->counts.frames++;
    if (core->counts.frames > core->counts.most_frames)
        core->counts.most_frames = core->counts.frames;
    return frame;
}

static void send_frame(struct conn *conn, struct frame *frame)
{
    conn->core->is_in_port = true;
    conn->core->ports.send(conn->core->ports.ctx, conn->peer, frame);
    conn->core->is_in_port = false;
}

static void say(struct conn *conn, const char *bytes, size_t len)
{
    struct frame *frame = fake_frame(conn->core, bytes, len);
    send_frame(conn, frame);
    core_frame_release(conn->core, frame);
}

static void say_line(struct conn *conn, const char *text)
{
    say(conn, text, strlen(text));
    say(conn, "\n", 1);
}

static void tell_all(struct core *core, const char *text)
{
    struct frame *frame = fake_frame(core, text, strlen(text));
    struct conn *conn;
    DL_FOREACH(core->conns, conn)
        send_frame(conn, frame);
    core_frame_release(core, frame);
}

static void hang_up(struct conn *conn, enum close_kind kind)
{
    conn->is_ending = true;
    conn->core->is_in_port = true;
    conn->core->ports.close(conn->core->ports.ctx, conn->peer, kind);
    conn->core->is_in_port = false;
}

/* ------------------------------------------------------------------ frames */

static void flood(struct conn *conn, size_t len)
{
    char chunk[1000];
    memset(chunk, 'x', sizeof(chunk));
    for (; len > sizeof(chunk); len -= sizeof(chunk))
        say(conn, chunk, sizeof(chunk));
    say(conn, chunk, len);
}

static void tell_turn(struct conn *conn)
{
    char text[32];
    say(conn, text, (size_t)snprintf(text, sizeof(text), "%zu\n", conn->core->counts.turns));
}

static void hash(struct conn *conn, const char *password)
{
    const struct work work = {.kind = WORK_PASSWORD_HASH,
                              .as.password_hash = {.password = password}};
    bool has_begun;
    conn->core->hash_conn = conn;
    conn->core->is_in_port = true;
    has_begun = conn->core->ports.work(conn->core->ports.ctx, 7, &work);
    conn->core->is_in_port = false;
    if (!has_begun)
        say_line(conn, "busy");
}

static void count(struct conn *conn)
{
    char text[32];
    snprintf(text, sizeof(text), "%zu", conn->junk);
    say_line(conn, text);
}

/* Keeps the loop until the test says that it is enough. */
static void stall(struct core *core)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    atomic_store(&core->is_stalled, true);
    while (atomic_load(&core->is_stalled))
        nanosleep(&pause, NULL);
}

void fake_wait_for_stall(const struct core *core)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    while (!atomic_load(&core->is_stalled))
        nanosleep(&pause, NULL);
}

void fake_end_stall(struct core *core)
{
    atomic_store(&core->is_stalled, false);
}

static void tell_clock(struct conn *conn)
{
    char text[64];
    snprintf(text, sizeof(text), "%lld %lld", (long long)conn->core->now.mono_ms,
             (long long)conn->core->now.stood_ms);
    say_line(conn, text);
}

static void do_line(struct conn *conn, const char *line)
{
    struct core *core = conn->core;
    if (strncmp(line, "echo ", 5) == 0) {
        say_line(conn, line + 5);
    } else if (strncmp(line, "tell ", 5) == 0) {
        tell_all(core, line + 5);
    } else if (strncmp(line, "flood ", 6) == 0) {
        flood(conn, strtoul(line + 6, NULL, 10));
    } else if (strncmp(line, "keep ", 5) == 0) {
        core->held_bytes += strtoul(line + 5, NULL, 10);
    } else if (strcmp(line, "turn") == 0) {
        tell_turn(conn);
    } else if (strncmp(line, "hash ", 5) == 0) {
        hash(conn, line + 5);
    } else if (strncmp(line, "junk ", 5) == 0) {
        conn->junk += strlen(line) + 1;
    } else if (strcmp(line, "count") == 0) {
        count(conn);
    } else if (strcmp(line, "hold") == 0) {
        core->is_held = true;
    } else if (strcmp(line, "stall") == 0) {
        stall(core);
    } else if (strcmp(line, "clock") == 0) {
        tell_clock(conn);
    } else if (strcmp(line, "late") == 0) {
        core->late_conn = conn;
        core->late_ms = core->now.mono_ms + FAKE_LATE_MS;
    } else if (strcmp(line, "bye") == 0) {
        say_line(conn, "bye");
        hang_up(conn, CLOSE_WHEN_SENT);
    }
}

/* ------------------------------------------------------------------ core.h */

const char *core_frame_bytes(const struct frame *frame)
{
    return frame->bytes;
}

size_t core_frame_len(const struct frame *frame)
{
    return frame->len;
}

size_t core_frame_size(const struct frame *frame)
{
    return frame->len + 1;
}

void core_frame_keep(struct frame *frame)
{
    frame->refs++;
}

void core_frame_release(struct core *core, struct frame *frame)
{
    if (--frame->refs > 0)
        return;
    core->counts.frames--;
    free(frame);
}

void core_conn_unsent(struct core *core, struct conn *conn, size_t unsent_bytes, size_t taken_bytes)
{
    input(core);
    core->counts.reports++;
    core->counts.taken += taken_bytes;
    if (unsent_bytes > core->counts.most_unsent)
        core->counts.most_unsent = unsent_bytes;
    if (unsent_bytes == conn->unsent_bytes && taken_bytes == 0)
        core->counts.broken_promises++; /* nothing is new */
    conn->unsent_bytes = unsent_bytes;
    if (unsent_bytes <= FAKE_UNSENT_MAX)
        return;
    core->counts.cut++;
    hang_up(conn, CLOSE_AT_ONCE);
}

struct core *core_new(const struct core_options *options, const struct core_ports *ports,
                      struct store *store, struct moment now)
{
    struct core *core = calloc(1, sizeof(*core));
    (void)options;
    (void)store;
    core->ports = *ports;
    core->now = now;
    core->late_ms = INT64_MAX;
    return core;
}

int core_load(struct core *core)
{
    (void)core;
    return 0;
}

void core_free(struct core *core)
{
    free(core);
}

void core_time(struct core *core, struct moment now)
{
    if (core->turn_is_open || now.mono_ms < core->now.mono_ms)
        core->counts.broken_promises++;
    core->turn_is_open = true;
    core->now = now;
}

void core_due(struct core *core, int64_t by_ms)
{
    if (by_ms > core->now.mono_ms)
        core->counts.broken_promises++;
    if (by_ms < core->late_ms)
        return;
    input(core);
    core->late_ms = INT64_MAX;
    if (core->late_conn != NULL)
        say_line(core->late_conn, "late");
}

int64_t core_next_ms(const struct core *core)
{
    return core->late_ms;
}

struct conn *core_conn_open(struct core *core, void *peer, const char *address, uint64_t network)
{
    (void)network;
    struct conn *conn = calloc(1, sizeof(*conn));
    input(core);
    core->counts.opened++;
    snprintf(core->counts.address, sizeof(core->counts.address), "%s", address);
    conn->core = core;
    conn->peer = peer;
    DL_APPEND(core->conns, conn);
    return conn;
}

struct conn *core_conn_open_local(struct core *core, void *peer)
{
    return core_conn_open(core, peer, "local", 0);
}

struct conn *core_conn_open_by_http(struct core *core, void *peer, const char *address,
                                    uint64_t network)
{
    return core_conn_open(core, peer, address, network);
}

struct conn *core_conn_open_for_file(struct core *core, void *peer, const char *address,
                                     uint64_t network)
{
    return core_conn_open(core, peer, address, network);
}

bool core_conn_frame(struct core *core, struct conn *conn, const char *bytes, size_t len)
{
    char line[LINE_SIZE];
    input(core);
    core->counts.heard++;
    if (conn->is_ending)
        return false;
    snprintf(line, sizeof(line), "%.*s", (int)len, bytes);
    do_line(conn, line);
    return !conn->is_ending;
}

bool core_conn_too_long(struct core *core, struct conn *conn)
{
    input(core);
    core->counts.heard++;
    say_line(conn, "too long");
    hang_up(conn, CLOSE_WHEN_SENT);
    return false;
}

void core_conn_closed(struct core *core, struct conn *conn)
{
    input(core);
    core->counts.closed++;
    if (core->late_conn == conn)
        core->late_conn = NULL;
    if (core->hash_conn == conn)
        core->hash_conn = NULL;
    DL_DELETE(core->conns, conn);
    free(conn);
}

void core_work_done(struct core *core, uint64_t job, const struct work_result *result)
{
    input(core);
    if (core->hash_conn != NULL && job == 7)
        say_line(core->hash_conn, result->ok ? "hashed" : "failed");
}

void core_work_progress(struct core *core, uint64_t job, const struct work_result *so_far)
{
    (void)job;
    (void)so_far;
    input(core);
}

void core_store_ready(struct core *core)
{
    struct conn *conn;
    input(core);
    core->counts.store_ready++;
    core->is_held = false;
    DL_FOREACH(core->conns, conn)
        say_line(conn, "stored");
}

size_t core_held_bytes(const struct core *core)
{
    return core->held_bytes;
}

void core_turn_end(struct core *core)
{
    input(core);
    core->turn_is_open = false;
    core->counts.turns++;
}

void core_shut_down(struct core *core)
{
    struct conn *conn;
    input(core);
    core->counts.shut_down++;
    DL_FOREACH(core->conns, conn) {
        say_line(conn, "going down");
        if (!core->is_held)
            hang_up(conn, CLOSE_WHEN_SENT);
    }
}

bool core_is_settled(const struct core *core)
{
    return !core->is_held;
}

struct fake_counts fake_core_counts(const struct core *core)
{
    return core->counts;
}

/* ------------------------------------------------------------------ what metrics ask */

struct core_counts core_count(const struct core *core)
{
    return (struct core_counts){.connections = (size_t)(core->counts.opened - core->counts.closed)};
}

void core_each_request(const struct core *core, core_tally_fn *each, void *ctx)
{
    (void)core;
    each(ctx, "game.move", 12);
    each(ctx, "ping", 3);
}

void core_each_error(const struct core *core, core_tally_fn *each, void *ctx)
{
    (void)core;
    each(ctx, "occupied", 1);
}

struct core_commits core_commits(const struct core *core)
{
    (void)core;
    return (struct core_commits){
        .by_ms = {[0] = 5, [2] = 1, [CORE_COMMIT_BOUNDS] = 1}, .sum_ms = 31007, .failed = 1};
}

bool core_can_store(const struct core *core)
{
    return !core->is_held;
}
