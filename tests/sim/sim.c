/* SPDX-License-Identifier: MIT */
/*
 * Dice, virtual time, and one seed from its beginning to its end.
 */
#include "tests/sim/sim.h"

#include "tests/sim/gate.h"
#include "tests/sim/habits.h"
#include "tests/sim/happen.h"
#include "tests/sim/life.h"
#include "tests/sim/link.h"
#include "tests/sim/person.h"
#include "tests/sim/said_stream.h"
#include "tests/sim/workers.h"
#include "tests/support/random.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Longer than anybody stays away: then nothing is going to happen any more. */
#define LIFE_MS (INT64_C(400) * 86400000)

/* ------------------------------------------------------------------ dice and time */

uint64_t sim_below(struct sim *sim, uint64_t bound)
{
    return bound > 0 ? random_below(&sim->dice, bound) : 0;
}

bool sim_permille(struct sim *sim, unsigned permille)
{
    return permille > 0 && random_below(&sim->dice, 1000) < permille;
}

int64_t sim_delay_ms(struct sim *sim, int64_t usual_ms)
{
    if (sim->is_quiet)
        return 0;
    uint64_t kind = random_below(&sim->dice, 16);
    if (kind < 2)
        return 0;
    int64_t most_ms = kind == 2 ? 8 * usual_ms : usual_ms;
    return (int64_t)random_below(&sim->dice, (uint64_t)most_ms + 1);
}

int64_t sim_mono_ms(const struct sim *sim)
{
    return sim->now_ms - sim->mono_start_ms - sim->stood_ms;
}

void sim_stand_still(struct sim *sim, int64_t ms)
{
    sim->standstills = sim_grow(sim->standstills, sim->standstill_count, &sim->standstill_cap,
                                sizeof(*sim->standstills));
    int64_t all_ms = sim_stood_ms(sim, sim->now_ms) + ms;
    sim->standstills[sim->standstill_count++] =
        (struct standstill){.from_ms = sim->now_ms, .all_ms = all_ms};
    sim->now_ms += ms;
    sim->stood_ms += ms;
    sim->stats->standstills++;
}

int64_t sim_stood_ms(const struct sim *sim, int64_t at_ms)
{
    for (size_t i = sim->standstill_count; i > 0; i--)
        if (sim->standstills[i - 1].from_ms < at_ms)
            return sim->standstills[i - 1].all_ms;
    return 0;
}

struct moment sim_moment(const struct sim *sim)
{
    return (struct moment){.mono_ms = sim_mono_ms(sim),
                           .wall_ms = sim->wall_start_ms + sim->now_ms,
                           .stood_ms = sim->stood_ms};
}

const char *sim_time_text(const struct sim *sim, char text[SIM_TIME_SIZE])
{
    int64_t ms = sim->now_ms;
    snprintf(text, SIM_TIME_SIZE,
             "%" PRId64 "d %02" PRId64 ":%02" PRId64 ":%02" PRId64 ".%03" PRId64, ms / 86400000,
             ms / 3600000 % 24, ms / 60000 % 60, ms / 1000 % 60, ms % 1000);
    return text;
}

void sim_trace_line(const struct sim *sim, const char *format, ...)
{
    char when[SIM_TIME_SIZE];
    va_list args;
    printf("%s  ", sim_time_text(sim, when));
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

void *sim_grow(void *items, size_t count, size_t *cap, size_t item_size)
{
    if (count < *cap)
        return items;
    *cap = *cap == 0 ? 8 : *cap * 2;
    void *grown = realloc(items, *cap * item_size);
    if (grown == NULL)
        abort();
    return grown;
}

/* ------------------------------------------------------------------ a seed */

static void sim_free(struct sim *sim)
{
    core_free(sim->core);
    gate_free(sim->gate);
    workers_free(sim->workers);
    links_free(sim);
    schedule_free(&sim->schedule);
    truth_free(&sim->truth);
    free(sim->follows.rows);
    streams_free(sim);
    free(sim->persons);
    free(sim->standstills);
    arena_deinit(&sim->arena);
    free(sim);
}

uint64_t sim_run(uint64_t seed, const struct sim_options *options, struct stats *stats,
                 const struct name_rules *names, const struct calendar *calendar)
{
    struct sim *sim = calloc(1, sizeof(*sim));
    if (sim == NULL)
        abort();
    sim->seed = seed;
    sim->dice = seed;
    sim->core_dice = ~seed;
    sim->options = options;
    sim->habits = options->habits | (options->draws_habits ? habits_draw(seed) : 0);
    stats->seeds_habits += sim->habits != 0 ? 1 : 0;
    sim->stats = stats;
    sim->core_options.names = names;
    sim->core_options.calendar = calendar;
    sim->output_hash = UINT64_C(0xcbf29ce484222325);
    arena_init(&sim->arena, sim->arena_block, sizeof(sim->arena_block));
    check_catch_signals(sim);
    sim->gate = gate_new(sim);
    sim->workers = workers_new();
    life_begin(sim);
    while (sim->acts_left > 0 && happen_turn(sim, LIFE_MS))
        continue;
    life_end(sim);
    stats->seeds++;
    stats->virtual_ms += (uint64_t)sim->now_ms;
    uint64_t hash = sim->output_hash;
    sim_free(sim);
    return hash;
}
