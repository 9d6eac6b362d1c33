/* SPDX-License-Identifier: MIT */
/*
 * The core's inputs: each does what is due and passes on to the part that it concerns. Nothing is
 * decided here.
 */
#include "server/core/core.h"

#include "base/memory.h"
#include "server/core/desk/address.h"
#include "server/core/desk/conn.h"
#include "server/core/desk/desk.h"
#include "server/core/meeting/invitation.h"
#include "server/core/meeting/lobby.h"
#include "server/core/meeting/meeting.h"
#include "server/core/meeting/quick.h"
#include "server/core/operations/auth.h"
#include "server/core/operations/request.h"
#include "server/core/people/fines.h"
#include "server/core/people/login.h"
#include "server/core/people/network.h"
#include "server/core/people/player.h"
#include "server/core/people/ratings.h"
#include "server/core/people/session.h"
#include "server/core/people/spending.h"
#include "server/core/state.h"
#include "server/core/subscribers.h"
#include "server/core/table/computers.h"
#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/room.h"
#include "server/core/table/room_watch.h"
#include "server/core/table/seating.h"
#include "server/core/table/sleep.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/stream.h"
#include "server/core/turn/turn.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <assert.h>
#include <stdlib.h>

#include <utlist.h>

/* ------------------------------------------------------------------ life */

struct core *core_new(const struct core_options *options, const struct core_ports *ports,
                      struct store *store, struct moment now)
{
    struct core *core = mem_zero(sizeof(*core));
    assert(options->names != NULL && options->calendar != NULL);
    core->options = *options;
    core->ports = *ports;
    core->store = store;
    core->now = now;
    core->started_ms = now.mono_ms;
    arena_init(&core->arena, core->arena_block, sizeof(core->arena_block));
    desk_new(core, &core_subscribers);
    turn_new(core, core_falls);
    people_new(core);
    tables_new(core);
    meeting_new(core);
    operations_new(core);
    return core;
}

void core_free(struct core *core)
{
    if (core == NULL)
        return;
    conns_free(core); /* which is told upward */
    operations_free(core);
    meeting_free(core);
    tables_free(core);
    people_free(core);
    turn_free(core);
    desk_free(core);
    arena_deinit(&core->arena);
    slab_deinit(&core->slab);
    free(core);
}

/* ------------------------------------------------------------------ from the store */

static void load_marks(void *ctx, const struct store_marks *marks)
{
    struct core *core = ctx;
    core->last_id = marks->last_id;
    uptime_start(core, marks->uptime_ms);
    fines_load(core, marks);
    ratings_load(core);
}

static void load_secret(void *ctx, const struct store_secret *secret)
{
    secret_load(ctx, secret);
}

static void load_experience(void *ctx, const struct store_experience *experience)
{
    experience_load(ctx, experience);
}

static void load_origin_ban(void *ctx, const struct store_origin_ban *ban)
{
    origin_ban_load(ctx, ban);
}

static void load_rated_game(void *ctx, const struct store_rated_game *game)
{
    rated_pairs_load(ctx, game);
}

static void load_sleeper(void *ctx, const struct store_sleeper *sleeper)
{
    sleepers_add(ctx, sleeper->room, sleeper->due_ms);
}

static void load_player(void *ctx, const struct store_player *player)
{
    player_take(ctx, player);
}

static void load_game(void *ctx, const struct store_game *game)
{
    match_from_store(ctx, game, true);
}

static void load_room(void *ctx, const struct store_room *room)
{
    room_load(ctx, room);
}

static void load_chat(void *ctx, const struct store_chat_line *line)
{
    room_load_chat(ctx, line);
}

/* The store also tells of players who left their rooms; in memory nobody needs them. */
static void forget_unneeded(struct core *core)
{
    players_recheck(core);
    matches_recheck(core);
}

int core_load(struct core *core)
{
    const struct store_loader loader = {
        .ctx = core,
        .rated_since_ms = core->now.wall_ms - RATED_PAIRS_MS,
        .marks = load_marks,
        .secret = load_secret,
        .experience = load_experience,
        .origin_ban = load_origin_ban,
        .rated_game = load_rated_game,
        .sleeper = load_sleeper,
        .player = load_player,
        .game = load_game,
        .room = load_room,
        .chat = load_chat,
    };
    int status = store_load(core->store, &loader);
    if (status != STORE_OK)
        return status;
    secrets_make(core);
    forget_unneeded(core);
    return STORE_OK;
}

static void on_batch_done(void *ctx, uint64_t number, int status, const struct store_batch *batch)
{
    struct core *core = ctx;
    arena_reset(&core->arena);
    writes_batch_done(core, number, status, batch);
}

static void on_query_done(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    struct core *core = ctx;
    arena_reset(&core->arena);
    queries_answered(core, number, status, answer);
}

void core_store_ready(struct core *core)
{
    const struct store_listener listener = {
        .ctx = core, .batch_done = on_batch_done, .query_done = on_query_done};
    store_poll(core->store, &listener);
}

/* ------------------------------------------------------------------ time */

void core_time(struct core *core, struct moment now)
{
    core->now = now;
    arena_reset(&core->arena);
    shortage_tick(core);
    if (tables_need_uptime(core))
        uptime_tick(core);
    dates_tick(core);
}

void core_due(struct core *core, int64_t by_ms)
{
    assert(by_ms <= core->now.mono_ms);
    core->due_ms = by_ms;
    arena_reset(&core->arena);
    conns_tick(core);
    rooms_tick(core);
    dues_tick(core);
}

int64_t core_next_ms(const struct core *core)
{
    const int64_t times_ms[] = {happenings_next_ms(core),
                                conns_next_ms(core),
                                rooms_next_ms(core),
                                dues_next_ms(core),
                                tables_need_uptime(core) ? uptime_next_ms(core) : INT64_MAX,
                                dates_next_ms(core),
                                writes_next_ms(core)};
    int64_t next_ms = INT64_MAX;
    for (size_t i = 0; i < sizeof(times_ms) / sizeof(times_ms[0]); i++)
        if (times_ms[i] < next_ms)
            next_ms = times_ms[i];
    return next_ms;
}

void core_turn_end(struct core *core)
{
    shortage_tick(core);
    outboxes_bound(core);
    conns_part(core);
    happenings_tell(core);
    spending_write(core);
    secrets_write(core);
    waits_tell_refused(core);
    writes_submit(core);
    queries_send(core);
    writes_run_rechecks(core);
}

/* ------------------------------------------------------------------ connections and workers */

/* The reason to send a new connection away; 0: there is none. */
static int refusal(const struct core *core)
{
    if (core->is_shutting_down)
        return ERR_SHUTTING_DOWN;
    return shortage_is_on(core) ? ERR_OUT_OF_MEMORY : 0;
}

static struct conn *greet(struct core *core, struct conn *conn, bool is_counted)
{
    int error = refusal(core);
    if (error == 0 && is_counted && conn_spend(core, conn_id(conn), COST_WORD_CONNECT, 1) > 0)
        error = ERR_TOO_MANY_FROM_ADDRESS;
    if (error != 0)
        outbox_bye_error(core, conn_id(conn), error);
    return conn;
}

struct conn *core_conn_open(struct core *core, void *peer, const char *address, uint64_t network)
{
    return greet(core, conn_new(core, peer, address, network), true);
}

struct conn *core_conn_open_local(struct core *core, void *peer)
{
    struct conn *conn = conn_new(core, peer, "local", 0);
    conn_make_local(core, conn);
    return greet(core, conn, true);
}

struct conn *core_conn_open_by_http(struct core *core, void *peer, const char *address,
                                    uint64_t network)
{
    struct conn *conn = conn_new(core, peer, address, network);
    conn_set_by_http(conn);
    return greet(core, conn, true);
}

struct conn *core_conn_open_for_file(struct core *core, void *peer, const char *address,
                                     uint64_t network)
{
    return greet(core, conn_new(core, peer, address, network), false);
}

bool core_conn_frame(struct core *core, struct conn *conn, const char *bytes, size_t len)
{
    return conn_receive(core, conn, (struct frame_slice){bytes, len});
}

bool core_conn_too_long(struct core *core, struct conn *conn)
{
    return conn_receive_too_long(core, conn);
}

void core_conn_unsent(struct core *core, struct conn *conn, size_t unsent_bytes, size_t taken_bytes)
{
    unsent_note(core, conn, unsent_bytes, taken_bytes);
}

void core_conn_closed(struct core *core, struct conn *conn)
{
    uint64_t id = conn_id(conn);
    conn_free(core, conn);
    wait_hung_up(core, id);
    queries_hung_up(core, id);
}

void core_work_done(struct core *core, uint64_t job, const struct work_result *result)
{
    arena_reset(&core->arena);
    if (!jobs_done(core, job, result))
        wait_work_done(core, job, result);
}

void core_work_progress(struct core *core, uint64_t job, const struct work_result *so_far)
{
    arena_reset(&core->arena);
    jobs_got_on(core, job, so_far);
}

/* ------------------------------------------------------------------ the end */

void core_shut_down(struct core *core)
{
    uptime_mark(core);
    core->is_shutting_down = true;
    conns_end(core, ERR_SHUTTING_DOWN);
}
