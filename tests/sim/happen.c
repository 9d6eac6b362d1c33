/* SPDX-License-Identifier: MIT */
/*
 * The loop: the next moment, everything that is due, the end of the turn.
 */
#include "tests/sim/happen.h"

#include "tests/sim/gate.h"
#include "tests/sim/life.h"
#include "tests/sim/link.h"
#include "tests/sim/person.h"
#include "tests/sim/server.h"
#include "tests/sim/sim.h"
#include "tests/sim/window.h"
#include "tests/sim/workers.h"
#include "tests/support/random.h"

/* Turns that quieting down may take (a clock that gains an hour a move runs for many, with a
 * heartbeat every other second), and the time that it may. */
#define SETTLE_TURNS 1000000
#define SETTLE_MS 20000
/* For so long the server gathers what it tells of the last thing that happened. */
#define GATHERED_MS 1000
/* The server stands still for less than this. */
#define STAND_MS 60000
/* Turns in a row that the core asks for at once, and in which nothing comes from outside. */
#define IDLE_TURNS 1000

/* ------------------------------------------------------------------ putting */

void happen_at(struct sim *sim, enum thing_kind kind, uint64_t subject, int64_t at_ms)
{
    int64_t grain_ms = sim->is_quiet ? 1 : sim->mood.grain_ms;
    const struct thing thing = {
        .at_ms = (at_ms + grain_ms - 1) / grain_ms * grain_ms,
        .order = random_next(&sim->dice),
        .kind = kind,
        .subject = subject,
    };
    schedule_put(&sim->schedule, &thing);
}

void happen_in(struct sim *sim, enum thing_kind kind, uint64_t subject, int64_t delay_ms)
{
    happen_at(sim, kind, subject, sim->now_ms + delay_ms);
}

/* ------------------------------------------------------------------ happening */

static void to_link(struct sim *sim, const struct thing *thing)
{
    struct link *link = sim->links[thing->subject];
    if (thing->kind == THING_BYTES_UP)
        link_bytes_up(link);
    else if (thing->kind == THING_BYTES_DOWN)
        link_bytes_down(link);
    else
        link_hung_up(link);
}

static void happen(struct sim *sim, const struct thing *thing)
{
    switch (thing->kind) {
    case THING_STORE:
        gate_step(sim->gate);
        if (gate_is_off(sim->gate))
            server_crash(sim);
        if (sim->core != NULL)
            core_store_ready(sim->core);
        break;
    case THING_WORK:
        if (sim->core != NULL)
            workers_finish(sim, thing->subject);
        break;
    case THING_ACT:
        person_acts(sim, thing->subject);
        break;
    case THING_CRASH:
        if (thing->subject == SERVER_ANY || sim->is_stopping)
            server_crash(sim);
        break;
    case THING_STOP:
        server_stop(sim);
        break;
    case THING_START:
        server_start(sim);
        break;
    case THING_FAULT:
        life_fault(sim, thing->subject != 0);
        break;
    case THING_LULL:
        life_lull(sim);
        break;
    default:
        to_link(sim, thing);
    }
}

/* When the core wants to be called next, in the sim's time; never at once, as in the shell. */
static int64_t core_wants_ms(const struct sim *sim)
{
    int64_t next_ms = sim->core != NULL ? core_next_ms(sim->core) : INT64_MAX;
    if (next_ms == INT64_MAX)
        return INT64_MAX;
    next_ms += sim->mono_start_ms + sim->stood_ms;
    return next_ms > sim->now_ms ? next_ms : sim->now_ms + 1;
}

/* A core that is always due has the real server spin. */
static void check_idle(struct sim *sim, int64_t next_ms, int64_t core_ms)
{
    bool is_idle = core_ms < next_ms && core_ms == sim->now_ms + 1;
    sim->idle_turns = is_idle ? sim->idle_turns + 1 : 0;
    CHECK_THAT(sim, CHECK_SETTLES, sim->idle_turns < IDLE_TURNS,
               "the server was called %u times in a row, and wants to be called again at once",
               sim->idle_turns);
}

void happen_turn_ends(struct sim *sim)
{
    sim->is_ending_turn = true;
    core_turn_end(sim->core);
    sim->is_ending_turn = false;
    CHECK_THAT(sim, CHECK_SETTLES,
               core_is_settled(sim->core) || !gate_is_idle(sim->gate) ||
                   !core_can_store(sim->core) || core_next_ms(sim->core) <= sim_mono_ms(sim),
               "a turn ended, and what it left to be stored waits for another");
}

/* The server's process stands still, and the rest of the world goes on: what comes meanwhile lies
 * in its sockets when it wakes. */
static void stand_still(struct sim *sim)
{
    if (sim->core == NULL || sim->is_calm || !sim_permille(sim, sim->mood.stands))
        return;
    int64_t ms = 1 + (int64_t)sim_below(sim, STAND_MS);
    sim_stand_still(sim, ms);
}

bool happen_turn(struct sim *sim, int64_t until_ms)
{
    bool with_life = !sim->is_calm;
    int64_t next_ms = schedule_next_ms(&sim->schedule, with_life);
    int64_t core_ms = core_wants_ms(sim);
    check_idle(sim, next_ms, core_ms);
    if (core_ms < next_ms)
        next_ms = core_ms;
    if (next_ms > until_ms) {
        sim->now_ms = until_ms > sim->now_ms ? until_ms : sim->now_ms;
        return false;
    }
    sim->now_ms = next_ms > sim->now_ms ? next_ms : sim->now_ms;
    stand_still(sim);
    sim->stats->turns++;
    if (sim->core != NULL)
        core_time(sim->core, sim_moment(sim));
    /* A fixed end: what is put in meanwhile for this moment comes in the next turn. */
    size_t due = sim->schedule.own.count + (with_life ? sim->schedule.life.count : 0);
    struct thing thing;
    while (due-- > 0 && schedule_take(&sim->schedule, sim->now_ms, !sim->is_calm, &thing)) {
        sim->thing_ms = sim->now_ms;
        happen(sim, &thing);
    }
    if (sim->core == NULL)
        return true;
    core_due(sim->core, sim_mono_ms(sim));
    happen_turn_ends(sim);
    windows_report(sim);
    server_check_stopped(sim);
    return true;
}

void happen_settle(struct sim *sim)
{
    bool was_calm = sim->is_calm;
    sim->is_calm = true;
    if (sim->core != NULL)
        happen_turn_ends(sim); /* of the turn that this comes in the middle of */
    unsigned turns = 0;
    do {
        int64_t until_ms = sim->now_ms + SETTLE_MS;
        while (happen_turn(sim, until_ms))
            CHECK_THAT(sim, CHECK_SETTLES, ++turns < SETTLE_TURNS,
                       "%u turns, and still something happens", turns);
    } while (sim->schedule.own.count > 0 || sim->now_ms - sim->thing_ms < GATHERED_MS);
    CHECK_THAT(sim, CHECK_SETTLES,
               sim->core == NULL || (core_is_settled(sim->core) && gate_is_idle(sim->gate)),
               "%d s after the last fault something waits for the store", SETTLE_MS / 1000);
    sim->is_calm = was_calm;
}
