/* SPDX-License-Identifier: MIT */
/*
 * Time, worked out anew: what the server's uptime is at any moment, what each event has to have
 * cost, and when games are due. The arithmetic of one clock is the engine's.
 */
#include "tests/sim/truth.h"

#include "tests/sim/sim.h"

#include <string.h>

#define ID_FORMAT "%llx"
#define ID_ARG(id) ((unsigned long long)(id))

/* ------------------------------------------------------------------ uptime */

int64_t truth_uptime_at(const struct sim *sim, int64_t now_ms)
{
    const struct truth_uptime *uptime = &sim->truth.uptime;
    return uptime->base_ms + (uptime->is_standing ? 0 : now_ms - uptime->since_ms);
}

/* Wall time of this life of the server, as a moment of the simulation. */
static int64_t moment_of(const struct sim *sim, int64_t wall_ms)
{
    return wall_ms - sim->wall_start_ms;
}

bool truth_is_real_time(const struct truth_game *game)
{
    return game->clock.kind != CLOCK_NONE && game->clock.kind != CLOCK_CORRESPONDENCE;
}

void truth_server_starts(struct sim *sim)
{
    struct truth *truth = &sim->truth;
    truth->uptime.base_ms = truth->uptime.stored_ms;
    truth->uptime.started_ms = truth->uptime.stored_ms;
    truth->uptime.since_ms = sim->now_ms;
    truth->uptime.is_standing = false;
    for (size_t i = 0; i < truth->game_count; i++) {
        struct truth_game *game = truth->games[i];
        if (truth_is_real_time(game)) {
            game->turn_ms = truth->uptime.base_ms;
            game->turn_max_ms = truth->uptime.base_ms + sim->core_options.return_ms;
        }
        game->was_loaded = true;
        for (int seat = 0; seat < SEAT_COUNT; seat++)
            if (game->acted_ms[seat] > truth->uptime.base_ms)
                game->acted_ms[seat] = truth->uptime.base_ms; /* a crash takes uptime back */
    }
}

void truth_given(struct sim *sim)
{
    sim->truth.uptime.given_ms = sim->now_ms;
}

void truth_told(struct sim *sim, int status)
{
    struct truth_uptime *uptime = &sim->truth.uptime;
    uptime->base_ms = truth_uptime_at(sim, status == STORE_OK ? sim->now_ms : uptime->given_ms);
    uptime->since_ms = sim->now_ms;
    uptime->is_standing = status != STORE_OK;
}

/* ------------------------------------------------------------------ clocks */

bool truth_clock_is(const struct clock *a, const struct clock *b)
{
    return a->left_ms == b->left_ms && a->periods == b->periods;
}

static bool is_at_least(const struct clock *a, const struct clock *b)
{
    return a->periods > b->periods || (a->periods == b->periods && a->left_ms >= b->left_ms);
}

bool truth_clock_is_between(const struct clock *clock, const struct clock *least,
                            const struct clock *most)
{
    return is_at_least(clock, least) && is_at_least(most, clock);
}

bool truth_is_slow(const struct truth_game *game)
{
    return !game->is_over && game->clock.kind == CLOCK_CORRESPONDENCE;
}

static int64_t max_ms(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

void truth_clocks_at(const struct truth_game *game, int64_t uptime_ms,
                     struct clock clocks_out[SEAT_COUNT])
{
    enum seat runs = game_to_act(&game->board);
    memcpy(clocks_out, game->clocks, sizeof(game->clocks));
    if (!game->is_over && runs != SEAT_NONE)
        clock_spend(&game->clock, &clocks_out[runs], max_ms(0, uptime_ms - game->turn_ms));
}

/* In real time the turn goes on from the event; after a start it may wait for its player. */
static void turn_moves_on(const struct sim *sim, struct truth_game *game, int64_t uptime_ms,
                          int64_t spent_ms)
{
    const int64_t return_ms = sim->truth.uptime.started_ms + sim->core_options.return_ms;
    if (!truth_is_real_time(game)) {
        game->turn_ms += spent_ms;
        game->turn_max_ms = game->turn_ms;
        return;
    }
    game->turn_ms = uptime_ms;
    game->turn_max_ms = game->was_loaded ? max_ms(uptime_ms, return_ms) : uptime_ms;
}

void truth__spend(struct sim *sim, struct truth_game *game, const struct store_log_entry *entry)
{
    int64_t uptime_ms = truth_uptime_at(sim, moment_of(sim, entry->at_ms));
    int64_t most_ms = max_ms(0, uptime_ms - game->turn_ms);
    int64_t least_ms = max_ms(0, uptime_ms - game->turn_max_ms);
    enum seat runs = game_to_act(&game->board);
    CHECK_THAT(sim, CHECK_CLOCKS, entry->spent_ms <= most_ms && entry->spent_ms >= least_ms,
               "game " ID_FORMAT ", event %u: cost %lld ms, and %lld to %lld have passed",
               ID_ARG(game->id), entry->seq, (long long)entry->spent_ms, (long long)least_ms,
               (long long)most_ms);
    bool is_up = clock_spend(&game->clock, &game->clocks[runs], entry->spent_ms);
    CHECK_THAT(sim, CHECK_FLAGS, is_up,
               "game " ID_FORMAT ", event %u: the flag of seat %d had fallen", ID_ARG(game->id),
               entry->seq, runs);
    turn_moves_on(sim, game, uptime_ms, entry->spent_ms);
    game->turn_spent_ms += entry->spent_ms;
    game->acted_ms[entry->seat] = uptime_ms;
}

/* ------------------------------------------------------------------ what is due */

static bool is_starting(const struct truth_game *game)
{
    return !game->has_acted[SEAT_FIRST] || !game->has_acted[SEAT_SECOND];
}

/* The latest moment at which it has to end. */
int64_t truth_due_at_last_ms(const struct sim *sim, const struct truth_game *game)
{
    int64_t due_ms = truth_due_ms(sim, game);
    return due_ms == INT64_MAX ? due_ms : due_ms + game->turn_max_ms - game->turn_ms;
}

int64_t truth_due_ms(const struct sim *sim, const struct truth_game *game)
{
    enum seat runs = game_to_act(&game->board);
    if (game->is_over || runs == SEAT_NONE || game->clock.kind == CLOCK_NONE)
        return INT64_MAX;
    int64_t flag_ms = game->turn_ms + clock_falls_after_ms(&game->clock, &game->clocks[runs]);
    int64_t first_ms = game->turn_ms - game->turn_spent_ms + sim->core_options.first_move_ms;
    bool is_short = is_starting(game) && game->clock.kind != CLOCK_CORRESPONDENCE;
    return is_short && first_ms < flag_ms ? first_ms : flag_ms;
}

/* Nobody can have been away for longer than since the last event and since the start. */
static int64_t away_at_most_ms(const struct sim *sim, const struct truth_game *game, int seat,
                               int64_t uptime_ms)
{
    (void)sim;
    return uptime_ms - game->acted_ms[seat];
}

bool truth__ends_by_time(struct sim *sim, const struct truth_game *game,
                         const struct store_game_end *end)
{
    int64_t uptime_ms = truth_uptime_at(sim, moment_of(sim, end->ended_ms));
    bool is_clocked = game->clock.kind != CLOCK_NONE;
    enum seat runs = game_to_act(&game->board);
    switch (end->outcome.reason) {
    case REASON_TIME:
        return is_clocked && !is_starting(game) && uptime_ms >= truth_due_ms(sim, game) &&
               (int)end->outcome.result == 1 - (int)runs;
    case REASON_NO_START:
        return is_clocked && is_starting(game) && uptime_ms >= truth_due_ms(sim, game) &&
               end->outcome.result == RESULT_NONE;
    case REASON_CLAIM:
        return !is_clocked && !is_starting(game) && end->outcome.result != RESULT_NONE &&
               away_at_most_ms(sim, game, 1 - (int)end->outcome.result, uptime_ms) >=
                   sim->core_options.claim_ms;
    case REASON_ABANDONED:
        /* Who opened the room may have been away before it began, who joined it was there. */
        return !is_clocked && end->outcome.result == RESULT_NONE &&
               (away_at_most_ms(sim, game, 0, uptime_ms) >= sim->core_options.abandon_ms ||
                away_at_most_ms(sim, game, 1, uptime_ms) >= sim->core_options.abandon_ms);
    default:
        return true;
    }
}
