/* SPDX-License-Identifier: MIT */
/*
 * Moods, faults, lulls, and the end. What is drawn here makes one seed unlike another.
 */
#include "tests/sim/life.h"

#include "tests/sim/audit.h"
#include "tests/sim/gate.h"
#include "tests/sim/habits.h"
#include "tests/sim/happen.h"
#include "tests/sim/link.h"
#include "tests/sim/person.h"
#include "tests/sim/server.h"
#include "tests/sim/sim.h"

#define SECOND_MS INT64_C(1000)
#define FULL_MS (60 * SECOND_MS)
#define HOUR_MS (3600 * SECOND_MS)
#define DAY_MS (24 * HOUR_MS)

/* ------------------------------------------------------------------ the place */

/* One of the numbers, each as likely. */
#define ONE_OF(sim, ...)                                                                           \
    one_of(sim, (const int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

static int64_t one_of(struct sim *sim, const int64_t *numbers, size_t count)
{
    return numbers[sim_below(sim, count)];
}

static void draw_mood(struct sim *sim)
{
    sim->mood = (struct mood){
        .grain_ms = ONE_OF(sim, 1, 1, 5, 20, 100),
        .latency_ms = ONE_OF(sim, 1, 20, 100, 1000),
        .disk_ms = ONE_OF(sim, 1, 5, 30, 200),
        .think_ms = ONE_OF(sim, 100, 1000, 4000, 20000),
        .away_ms = ONE_OF(sim, 10 * SECOND_MS, HOUR_MS, DAY_MS, 4 * DAY_MS, 15 * DAY_MS),
        .portions = (unsigned)ONE_OF(sim, 0, 0, 1, 2),
        .cut = (unsigned)ONE_OF(sim, 0, 5, 20, 60),
        .rubbish = (unsigned)ONE_OF(sim, 0, 10, 50),
        .fail_batch = (unsigned)ONE_OF(sim, 0, 0, 10, 50),
        .fail_query = (unsigned)ONE_OF(sim, 0, 0, 20),
        .fail_work = (unsigned)ONE_OF(sim, 0, 0, 50),
        .fault = (unsigned)ONE_OF(sim, 0, 10, 40),
        .crash = (unsigned)ONE_OF(sim, 0, 0, 15, 60),
        .work_cap = (unsigned)ONE_OF(sim, 1, 4, 16),
        .acts = (unsigned)ONE_OF(sim, 200, 600, 1500),
        .down_ms = LIFE_DOWN_MS,
        .clock_off = 100,
    };
    /* By the seed and no dice: what happens in the others stays as it was. */
    sim->mood.keeps = sim->seed % 4 == 3 ? 25 : 0;
    sim->mood.kinds = sim->seed % 8 == 5 ? 300 : 0;
    sim->mood.parts = sim->seed % 4 == 1 ? 150 : 0;
    bool is_narrow = sim->seed % 5 == 2;
    sim->mood.window_bytes = is_narrow ? 512 : 65536;
    sim->mood.power = sim->mood.crash > 0 && sim->seed % 3 == 0 ? 20 : 0;
    sim->mood.bursts = sim->seed % 5 == 2 || sim->seed % 5 == 4 ? 12 : 0;
    if (sim_below(sim, 20) == 0) {
        sim->mood.is_long = true;
        sim->mood.away_ms = 60 * DAY_MS;
    }
    sim->core_options = (struct core_options){
        .server = "sim 1",
        .names = sim->core_options.names,
        .calendar = sim->core_options.calendar,
        .fine_months = 24,
        .session_ms = sim->seed % 3 == 1 ? 3 * DAY_MS : 3650 * DAY_MS,
        .guest_session_ms = 3650 * DAY_MS,
        .device_ms = 365 * DAY_MS,
        .sessions_per_player = sim->seed % 4 == 2 ? 2 : 50,
        .guesses_account_day = 100,
        .guesses_address_day = 10,
        .guesses_device_day = 20,
        .origin_ms = 90 * DAY_MS,
        .first_move_ms = ONE_OF(sim, 10 * SECOND_MS, HOUR_MS, HOUR_MS),
        .lag_beat_ms = ONE_OF(sim, 0, 2 * SECOND_MS, 5 * SECOND_MS),
        .lag_cap_ms = ONE_OF(sim, 0, 100, 500),
        .lag_cap_part = sim->seed % 3 == 0 ? 240 : 1,
        .conduct_percent = sim->seed % 4 == 0 ? 100 : 30,
        .conduct_games = 5,
        .days_off = sim->seed % 2 == 0 ? 28 : 3,
        .conduct_pause_ms = 300000,
        .return_ms = ONE_OF(sim, 0, 10 * SECOND_MS, 60 * SECOND_MS),
        .rate_percent = 100,
        .allowance_percent = sim->seed % 8 == 5 ? 25 : 100,
        .cost_units[COST_WORD_RECEIVE] = sim->seed % 8 == 5 ? 4 : 30,
        .players_per_address = sim->seed % 4 == 1 ? 2 : 100000,
        .allowances = 64,
        /* All have one address. */
        .passwords_per_address = sim->seed % 3 == 0 ? 1 + (sim->seed / 3) % 2 : 1000000,
        .queries_per_player = sim->seed % 5 == 2 ? 2 : 1000,
        .queries_per_address = sim->seed % 5 == 2 ? 3 : 1000,
        .queries = sim->seed % 5 == 4 ? 4 : 1000,
        .claim_ms = ONE_OF(sim, SECOND_MS, 60 * SECOND_MS, HOUR_MS),
        /* Not drawn: lives stay what they were. */
        .absent_ms = {SECOND_MS, 10 * SECOND_MS,
                      sim->seed % 3 == 0 ? 2 * SECOND_MS : 60 * SECOND_MS},
        .rated_clock_ms = sim->seed % 4 == 3 ? 100 * SECOND_MS : 60 * SECOND_MS,
        .abandon_ms = ONE_OF(sim, 60 * SECOND_MS, HOUR_MS, DAY_MS),
        .login_ms = 10 * SECOND_MS,
        .strangers = 3,
        .idle_ms =
            sim->mood.think_ms > 10 * SECOND_MS ? HOUR_MS : ONE_OF(sim, 60 * SECOND_MS, HOUR_MS),
        .heartbeat_ms = ONE_OF(sim, 10 * SECOND_MS, 600 * SECOND_MS),
        .held_bytes = (size_t)ONE_OF(sim, 16 * 1024, 1024 * 1024, 1024 * 1024),
        .output_bytes = is_narrow ? 8 * 1024 : 1024 * 1024,
        .output_bytes_asking = is_narrow ? 6 * 1024 : 256 * 1024,
        .output_bytes_total = is_narrow ? 4 * 1024 : 64 * 1024 * 1024,
        .output_stall_ms = is_narrow ? 5 * SECOND_MS : 30 * SECOND_MS,
        .resend_bytes = sim->seed % 4 == 1 ? 8 * 1024 : 1024 * 1024,
        .room_idle_ms = ONE_OF(sim, 60 * SECOND_MS, HOUR_MS, DAY_MS),
        .answer_ms = ONE_OF(sim, 10 * SECOND_MS, 60 * SECOND_MS, HOUR_MS),
        .slow_answer_ms = ONE_OF(sim, HOUR_MS, DAY_MS, 7 * DAY_MS),
        .reserved_ms = INT64_C(90) * 24 * 3600 * 1000,
        .password_chars = 5,
        .password_chars_role = 8,
        .rooms_per_player = (uint32_t)ONE_OF(sim, 1, 2, 16),
        .open_rooms_per_guest = 2,
        .invitations_per_address = sim->seed % 3 == 1 ? 2 : 16,
        /* Longer than the server's in most: nearly all batches of a long life would be marks. */
        /* Drawn from the seed alone, so that other lives stay as they are. */
        .rating_terms = {.games = (int)(sim->seed % 4),
                         .opponents = (int)(sim->seed / 4 % 3),
                         .points = (int)(sim->seed / 4 % 5) * 5,
                         .mark = sim->seed % 5 == 0 ? 0 : 1400 + (int)(sim->seed % 5) * 30,
                         .game_ms = (int64_t)(sim->seed % 3) * 60 * SECOND_MS},
        .computer_games_per_player = 1 + (uint32_t)(sim->seed % 2),
        .computer_games_per_address = 3,
        .think_ms = 1500,
        .computers_learn = sim->seed / 12 % 2 == 0,
        .rated_pair_games = sim->seed % 7 == 3 ? 1 + (uint32_t)(sim->seed / 7 % 2) : 0,
        .uptime_mark_ms = sim->seed % 8 == 0 ? CORE_UPTIME_MARK_MS : 8 * CORE_UPTIME_MARK_MS,
    };
}

void life_begin(struct sim *sim)
{
    draw_mood(sim);
    habits_shape_life(sim);
    sim->acts_left = sim->mood.acts;
    server_start(sim);
    audit_begin(sim);
    persons_make(sim);
}

/* ------------------------------------------------------------------ faults */

/* Everybody loses the connection at once. */
static void cut_all(struct sim *sim)
{
    for (size_t i = 0; i < sim->link_count; i++)
        if (link_is_usable(sim->links[i]))
            link_cut(sim->links[i]);
}

void life_fault(struct sim *sim, bool only_ends)
{
    gate_set_full(sim->gate, false);
    gate_set_slow(sim->gate, false);
    if (only_ends)
        return;
    switch (sim_below(sim, 7)) {
    case 0:
        gate_set_full(sim->gate, true);
        happen_in(sim, THING_FAULT, 1, sim_delay_ms(sim, FULL_MS));
        SIM_TRACE(sim, "store: is full");
        break;
    case 1:
        gate_set_slow(sim->gate, true);
        happen_in(sim, THING_FAULT, 1, sim_delay_ms(sim, FULL_MS));
        SIM_TRACE(sim, "store: is slow");
        break;
    case 2:
        if (sim->mood.crash > 0)
            happen_in(sim, THING_STOP, 0, 0);
        break;
    case 3:
        if (sim->mood.crash > 0)
            happen_in(sim, THING_CRASH, SERVER_ANY, 0);
        break;
    case 4:
        cut_all(sim);
        break;
    default: /* all is well for a while */
        break;
    }
}

/* ------------------------------------------------------------------ calm */

void life_lull(struct sim *sim)
{
    if (sim->is_stopping)
        return; /* another time */
    server_start(sim);
    happen_settle(sim);
    audit_run(sim, false);
}

static void pass(struct sim *sim, int64_t ms)
{
    int64_t until_ms = sim->now_ms + ms;
    while (happen_turn(sim, until_ms))
        continue;
}

void life_end(struct sim *sim)
{
    gate_set_full(sim->gate, false);
    gate_set_slow(sim->gate, false);
    sim->is_calm = true;
    if (sim->is_stopping)
        server_crash(sim);
    server_start(sim);
    happen_settle(sim);
    audit_run(sim, true);
    cut_all(sim);
    happen_settle(sim);
    audit_note_waiting(sim, sim->core_options.room_idle_ms + 60 * SECOND_MS);
    pass(sim, sim->core_options.room_idle_ms + SECOND_MS);
    happen_settle(sim);
    audit_memory(sim);
    server_crash(sim);
    server_start(sim);
    audit_run(sim, true);
    happen_settle(sim);
    audit_memory(sim);
}
