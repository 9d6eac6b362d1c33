/* SPDX-License-Identifier: MIT */
/*
 * The rig's ports, clock and turns. The core's peer is a struct rig_peer.
 */
#include "tests/unit/server/rig.h"

#include "base/memory.h"
#include "server/core/rules/calendar.h"
#include "server/core/rules/name.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/core_doubles.h"
#include "tests/unit/server/rig_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More turns than any conversation needs. */
#define TURNS_MAX 1000

/* ------------------------------------------------------------------ ports */

static void port_send(void *ctx, void *peer, struct frame *frame)
{
    const struct rig *rig = ctx;
    assert_false(rig->ports_are_gone);
    rig__receive(peer, core_frame_bytes(frame), core_frame_len(frame));
}

static void port_close(void *ctx, void *peer, enum close_kind kind)
{
    const struct rig *rig = ctx;
    struct rig_peer *ended = peer;
    assert_false(rig->ports_are_gone);
    assert_false(ended->is_cut);
    ended->is_ended = true;
    ended->is_cut = kind == CLOSE_AT_ONCE;
}

static bool port_work(void *ctx, uint64_t job, const struct work *work)
{
    struct rig *rig = ctx;
    if (rig->work_count >= rig->work_cap)
        return false;
    rig->work_started++;
    rig->work[rig->work_count++] = (struct rig_work){.job = job, .work = work_copy(work)};
    return true;
}

/* Out of those that wait; the caller clears it. */
static struct rig_work work_take(struct rig *rig, size_t index)
{
    struct rig_work work = rig->work[index];
    rig->work_count--;
    memmove(&rig->work[index], &rig->work[index + 1],
            (rig->work_count - index) * sizeof(rig->work[0]));
    return work;
}

static bool port_drop_work(void *ctx, uint64_t job)
{
    struct rig *rig = ctx;
    assert_false(rig->ports_are_gone);
    for (size_t i = 0; i < rig->work_count; i++) {
        if (rig->work[i].job != job)
            continue;
        if (i < rig->work_begun) {
            rig->work[i].is_stopped = work_kind_info(rig->work[i].work.kind)->stops == WORK_STOPS;
            return false;
        }
        struct rig_work work = work_take(rig, i);
        work_free(&work.work);
        return true;
    }
    return false;
}

static void port_random(void *ctx, void *bytes, size_t len)
{
    struct rig *rig = ctx;
    double_random(&rig->random, bytes, len);
}

static void port_token_hash(void *ctx, const char *token, uint8_t hash_out[TOKEN_HASH_SIZE])
{
    (void)ctx;
    double_token_hash(token, hash_out);
}

static uint64_t port_keyed_hash(void *ctx, const uint8_t key[SECRET_SIZE], const void *bytes,
                                size_t len)
{
    (void)ctx;
    return double_keyed_hash(key, bytes, len);
}

static void port_log(void *ctx, enum log_level level, const char *event, const char *detail)
{
    struct rig *rig = ctx;
    (void)level;
    size_t len = strlen(rig->log);
    if (len + strlen(event) + strlen(detail) + 3 > sizeof(rig->log))
        len = 0;
    snprintf(rig->log + len, sizeof(rig->log) - len, "%s %s\n", event, detail);
}

static int64_t port_round_trip_ms(void *ctx, void *peer)
{
    const struct rig *rig = ctx;
    (void)peer;
    return rig->round_trip_ms;
}

static bool port_is_short(void *ctx)
{
    (void)ctx;
    return mem_is_short();
}

/* ------------------------------------------------------------------ work */

static void work_do(const struct rig *rig, const struct rig_work *work, bool ok)
{
    struct work_result result = {.is_stopped = true};
    if (!work->is_stopped)
        result = double_work(&work->work, rig->hash_version, ok);
    core_work_done(rig->core, work->job, &result);
}

void rig_work_finish(struct rig *rig, size_t index, bool ok)
{
    assert_true(index < rig->work_count);
    struct rig_work work = work_take(rig, index);
    rig->work_begun -= index < rig->work_begun ? 1 : 0;
    work_do(rig, &work, ok);
    work_free(&work.work);
}

void rig_work_look(struct rig *rig, size_t index)
{
    assert_true(index < rig->work_count);
    const struct work_result result = double_work(&rig->work[index].work, rig->hash_version, true);
    core_work_progress(rig->core, rig->work[index].job, &result);
}

void rig_work_got_on(struct rig *rig, size_t index, unsigned permille)
{
    const struct work_result so_far = {.permille = (uint16_t)permille};
    assert_true(index < rig->work_count);
    core_work_progress(rig->core, rig->work[index].job, &so_far);
}

static void work_drop(struct rig *rig)
{
    for (size_t i = 0; i < rig->work_count; i++)
        work_free(&rig->work[i].work);
    rig->work_count = 0;
    rig->work_begun = 0;
}

/* ------------------------------------------------------------------ turns */

/* Closes what the core closed, as the shell does; returns whether there was something. */
static bool close_ended(struct rig *rig)
{
    bool any = false;
    for (size_t i = 0; i < rig->peer_count && !rig->holds_closes; i++) {
        struct rig_peer *peer = rig->peers[i];
        if (!peer->is_ended || peer->conn == NULL)
            continue;
        core_conn_closed(rig->core, peer->conn);
        peer->conn = NULL;
        any = true;
    }
    return any;
}

static bool turn_once(struct rig *rig)
{
    size_t batches = rig->store->batches;
    rig->store->has_reported = false;
    core_time(rig->core, rig->now);
    core_store_ready(rig->core);
    bool any = close_ended(rig);
    while (!rig->holds_work && rig->work_count > 0) {
        rig_work_finish(rig, 0, true);
        any = true;
    }
    core_due(rig->core, rig->now.mono_ms);
    core_turn_end(rig->core);
    return any || rig->store->has_reported || rig->store->batches != batches;
}

void rig_turn(struct rig *rig)
{
    int turns = 0;
    /* Twice quiet: what a turn's end gave to the store is reported in the next one. */
    for (int quiet = 0; quiet < 2; quiet++) {
        if (turn_once(rig))
            quiet = -1;
        assert_true(++turns < TURNS_MAX);
    }
    assert_int_equal(rig->store->refused, 0);
    assert_true(core_next_ms(rig->core) > rig->now.mono_ms);
}

void rig_pass(struct rig *rig, int64_t ms)
{
    rig->now.mono_ms += ms;
    rig->now.wall_ms += ms;
    rig_turn(rig);
}

void rig_live(struct rig *rig, int64_t ms)
{
    while (ms > 0) {
        int64_t step = ms < 20000 ? ms : 20000;
        for (size_t i = 0; i < rig->peer_count; i++)
            if (rig->peers[i]->conn != NULL && !rig->peers[i]->is_ended)
                rig_send(rig->peers[i], "{'op':'ping'}");
        rig_pass(rig, step);
        ms -= step;
    }
}

void rig_fail_held(struct rig *rig)
{
    rig->store->fails_batches = true;
    rig->store->holds_batches = false;
    rig_turn(rig);
    rig->store->fails_batches = false;
}

/* ------------------------------------------------------------------ life */

struct core_options rig_options(void)
{
    return (struct core_options){
        .server = "rig 1",
        .login_ms = 10 * 1000,
        .strangers = 2,
        .idle_ms = 24 * 3600 * 1000,
        .held_bytes = 1024 * 1024,
        .output_bytes = 1024 * 1024,
        .output_bytes_asking = 256 * 1024,
        .output_bytes_total = 64 * 1024 * 1024,
        .output_stall_ms = 30 * 1000,
        .resend_bytes = 1024 * 1024,
        .heartbeat_ms = 10 * 1000,
        .room_idle_ms = 24 * 3600 * 1000,
        .first_move_ms = 60 * 1000,
        .claim_ms = 120 * 1000,
        .absent_ms = {40 * 1000, 80 * 1000, 120 * 1000},
        .rated_clock_ms = 60 * 1000,
        .rate_percent = 100,
        .allowance_percent = 100,
        .players_per_address = 100000,
        .allowances = 64,
        .passwords_per_address = 1000000,
        .computer_games_per_player = 4,
        .computer_games_per_address = 64,
        .think_ms = 1000,
        .queries_per_player = 1000000,
        .queries_per_address = 1000000,
        .queries = 1000000,
        .return_ms = 60 * 1000,
        .abandon_ms = 48 * 3600 * 1000,
        .answer_ms = 300 * 1000,
        .slow_answer_ms = INT64_C(7) * 24 * 3600 * 1000,
        .rooms_per_player = 16,
        .open_rooms_per_guest = 16,
        .invitations_per_address = 16,
        .lag_cap_part = 1,
        .days_off = 28,
        .conduct_percent = 100,
        .conduct_games = 5,
        .conduct_pause_ms = 300000,
        .session_ms = INT64_C(36500) * 24 * 3600 * 1000,
        .guest_session_ms = INT64_C(36500) * 24 * 3600 * 1000,
        .device_ms = INT64_C(365) * 24 * 3600 * 1000,
        .sessions_per_player = 50,
        .guesses_account_day = 100,
        .guesses_address_day = 10,
        .guesses_device_day = 20,
        .origin_ms = INT64_C(90) * 24 * 3600 * 1000,
        .reserved_ms = INT64_C(90) * 24 * 3600 * 1000,
        .password_chars = 5,
        .password_chars_role = 8,
        .uptime_mark_ms = CORE_UPTIME_MARK_MS,
        .fine_months = 24,
    };
}

void rig__start(struct rig *rig)
{
    const struct core_ports ports = {
        .ctx = rig,
        .send = port_send,
        .close = port_close,
        .work = port_work,
        .drop_work = port_drop_work,
        .random = port_random,
        .token_hash = port_token_hash,
        .keyed_hash = port_keyed_hash,
        .log = port_log,
        .round_trip_ms = port_round_trip_ms,
        .is_short = port_is_short,
    };
    rig->core = core_new(&rig->options, &ports, &rig->store->base, rig->now);
    assert_int_equal(core_load(rig->core), 0);
}

void rig__stop(struct rig *rig)
{
    rig->ports_are_gone = true;
    core_free(rig->core);
    rig->ports_are_gone = false;
    rig->core = NULL;
    work_drop(rig);
}

/* The program's, for as long as it runs: ICU takes longer to make one than many a test. */
static const struct name_rules *names(void)
{
    static struct name_rules *rules;
    if (rules == NULL)
        rules = name_rules_new();
    assert_non_null(rules);
    return rules;
}

static const struct calendar *utc(void)
{
    static struct calendar *calendar;
    if (calendar == NULL)
        calendar = calendar_new(NULL, 0, "", NULL, 0);
    assert_non_null(calendar);
    return calendar;
}

struct rig *rig_new_with(const struct core_options *options)
{
    struct rig *rig = calloc(1, sizeof(*rig));
    if (rig == NULL)
        abort();
    rig->options = *options;
    rig->options.names = names();
    if (rig->options.calendar == NULL)
        rig->options.calendar = utc();
    rig->now = (struct moment){.mono_ms = 5000, .wall_ms = RIG_START_MS};
    rig->seed = 1;
    rig->random = rig->seed;
    rig->work_cap = RIG_WORK_MAX;
    rig->round_trip_ms = NONE;
    rig->hash_version = 1;
    rig->store = rig_store_new();
    rig__start(rig);
    rig__observe(rig);
    return rig;
}

struct rig *rig_new(void)
{
    const struct core_options options = rig_options();
    return rig_new_with(&options);
}

void rig_restart(struct rig *rig)
{
    rig__stop(rig);
    for (size_t i = 0; i < rig->peer_count; i++)
        rig->peers[i]->conn = NULL;
    rig_store_crash(rig->store);
    rig->now.mono_ms = 5000; /* another process, another monotonic clock */
    rig__start(rig);
    rig_turn(rig);
}

void rig_free(struct rig *rig)
{
    assert_int_equal(rig->store->refused, 0);
    rig__stop(rig);
    for (size_t i = 0; i < rig->peer_count; i++)
        rig__peer_free(rig->peers[i]);
    rig_store_free(rig->store);
    if (rig->options.calendar != utc())
        calendar_free((struct calendar *)rig->options.calendar);
    free(rig);
}

int rig_setup(void **state)
{
    *state = rig_new();
    return 0;
}

int rig_teardown(void **state)
{
    rig_free(*state);
    return 0;
}
