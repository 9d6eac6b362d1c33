/* SPDX-License-Identifier: MIT */
/*
 * The core's ports, and the life of the process around it.
 */
#include "tests/sim/server.h"

#include "tests/sim/audit.h"
#include "tests/sim/gate.h"
#include "tests/sim/happen.h"
#include "tests/sim/link.h"
#include "tests/sim/sim.h"
#include "tests/sim/workers.h"
#include "tests/support/core_doubles.h"

#include <stdlib.h>

#define STOP_MS 10000
#define CLOCK_ERROR_MS INT64_C(86400000)

/* ------------------------------------------------------------------ ports */

static void port_send(void *ctx, void *peer, struct frame *frame)
{
    (void)ctx;
    link_receive(peer, core_frame_bytes(frame), core_frame_len(frame));
}

static void port_close(void *ctx, void *peer, enum close_kind kind)
{
    (void)ctx;
    link_end(peer, kind);
}

static bool port_work(void *ctx, uint64_t job, const struct work *work)
{
    return workers_start(ctx, job, work);
}

static bool port_drop_work(void *ctx, uint64_t job)
{
    return workers_drop(ctx, job);
}

static void port_random(void *ctx, void *bytes, size_t len)
{
    struct sim *sim = ctx;
    double_random(&sim->core_dice, bytes, len);
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
    const struct sim *sim = ctx;
    (void)level;
    SIM_TRACE(sim, "log: %s %s", event, detail);
}

/* ------------------------------------------------------------------ life */

/* Now and then the machine's clock is off. */
static void set_clock(struct sim *sim)
{
    int64_t before_ms = sim->wall_start_ms;
    sim->wall_start_ms = SIM_WALL_START_MS;
    if (sim_permille(sim, sim->mood.clock_off))
        sim->wall_start_ms += (int64_t)sim_below(sim, 2 * CLOCK_ERROR_MS) - CLOCK_ERROR_MS;
    if (sim->wall_start_ms != before_ms)
        sim->wall_set_ms = sim->now_ms;
}

void server_start(struct sim *sim)
{
    const struct core_ports ports = {
        .ctx = sim,
        .send = port_send,
        .close = port_close,
        .work = port_work,
        .drop_work = port_drop_work,
        .random = port_random,
        .token_hash = port_token_hash,
        .keyed_hash = port_keyed_hash,
        .log = port_log,
    };
    if (sim->core != NULL)
        return;
    sim->mono_start_ms = sim->now_ms - 1000 - (int64_t)sim_below(sim, 100000);
    sim->stood_ms = 0;
    set_clock(sim);
    SIM_TRACE(sim, "server: starts");
    if (sim->mood.cold_ms > 0) {
        gate_set_slow(sim->gate, true);
        happen_in(sim, THING_FAULT, 1, sim->mood.cold_ms);
    }
    truth_server_starts(sim);
    sim->core = core_new(&sim->core_options, &ports, gate_store(sim->gate), sim_moment(sim));
    int status = core_load(sim->core);
    CHECK_THAT(sim, CHECK_STORE_AGREES, status == 0, "the store cannot be loaded");
    core_turn_end(sim->core);
}

static void process_ends(struct sim *sim, bool is_orderly)
{
    core_free(sim->core);
    sim->core = NULL;
    sim->is_stopping = false;
    gate_end(sim->gate, is_orderly);
    workers_crash(sim->workers);
    links_crash(sim);
    schedule_forget(&sim->schedule, THING_STORE);
    schedule_forget(&sim->schedule, THING_BYTES_UP);
    int64_t down_ms = sim_delay_ms(sim, sim->mood.down_ms);
    sim->up_ms = sim->now_ms + down_ms;
    happen_in(sim, THING_START, 0, down_ms);
}

void server_crash(struct sim *sim)
{
    if (sim->core == NULL)
        return;
    sim->stats->crashes++;
    if (gate_has_untold(sim->gate))
        sim->stats->crashes_untold++;
    SIM_TRACE(sim, "server: crashes");
    process_ends(sim, false);
}

void server_stop(struct sim *sim)
{
    if (sim->core == NULL || sim->is_stopping)
        return;
    SIM_TRACE(sim, "server: stops");
    sim->stats->shutdowns++;
    sim->is_stopping = true;
    core_shut_down(sim->core);
    /* A server that takes too long to stop is killed. */
    happen_in(sim, THING_CRASH, SERVER_STOPPING, STOP_MS);
}

static bool has_connections(const struct sim *sim)
{
    for (size_t i = 0; i < sim->link_count; i++)
        if (sim->links[i]->conn != NULL)
            return true;
    return false;
}

void server_check_stopped(struct sim *sim)
{
    if (sim->core == NULL || !sim->is_stopping || !core_is_settled(sim->core) ||
        has_connections(sim))
        return;
    CHECK_THAT(sim, CHECK_SETTLES, !gate_has_untold(sim->gate),
               "the server stops with a batch that it was not told of");
    SIM_TRACE(sim, "server: has stopped");
    process_ends(sim, true);
}
