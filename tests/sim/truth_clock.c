/* SPDX-License-Identifier: MIT */
/*
 * Time, worked out anew: what the server's uptime is at any moment, what each event has to have
 * cost, and when games are due. The arithmetic of one clock is the engine's.
 */
#include "tests/sim/link.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"
#include "tests/sim/truth_times.h"

#include <stdio.h>
#include <string.h>

#define ID_FORMAT "%llx"
#define ID_ARG(id) ((unsigned long long)(id))

/* ------------------------------------------------------------------ uptime */

int64_t truth_uptime_at(const struct sim *sim, int64_t now_ms)
{
    const struct truth_uptime *uptime = &sim->truth.uptime;
    int64_t up_ms =
        now_ms - sim_stood_ms(sim, now_ms) - uptime->since_ms + sim_stood_ms(sim, uptime->since_ms);
    return uptime->base_ms + (uptime->is_standing ? 0 : up_ms);
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
    truth->lives++;
    truth_lines_start(sim);
    truth->uptime.base_ms = truth->uptime.stored_ms;
    truth->uptime.started_ms = truth->uptime.stored_ms;
    truth->uptime.since_ms = sim->now_ms;
    truth->uptime.is_standing = false;
    for (size_t i = 0; i < truth->player_count; i++)
        truth->players[i]->due_side = SEAT_NONE;
    for (size_t i = 0; i < truth->game_count; i++) {
        struct truth_game *game = truth->games[i];
        if (truth_is_real_time(game)) {
            game->turn_ms = truth->uptime.base_ms;
            game->turn_max_ms = truth->uptime.base_ms + sim->core_options.return_ms;
            game->is_held = false;
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

static int64_t max_ms(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t min_ms(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* In real time nobody pays for the disk: a turn begins when it was told. After a start its clock
 * may wait for its player. */
static void turn_begins(struct sim *sim, struct truth_game *game)
{
    const int64_t return_ms = sim->truth.uptime.started_ms + sim->core_options.return_ms;
    if (!game->is_held)
        return;
    game->is_held = false;
    game->turn_ms = truth_uptime_at(sim, sim->now_ms);
    game->turn_max_ms = game->was_loaded ? max_ms(game->turn_ms, return_ms) : game->turn_ms;
}

void truth_told(struct sim *sim, int status)
{
    struct truth_uptime *uptime = &sim->truth.uptime;
    uptime->base_ms = truth_uptime_at(sim, status == STORE_OK ? sim->now_ms : uptime->given_ms);
    uptime->since_ms = sim->now_ms;
    uptime->is_standing = status != STORE_OK;
    for (size_t i = 0; i < sim->truth.game_count && status == STORE_OK; i++)
        turn_begins(sim, sim->truth.games[i]);
}

/* ------------------------------------------------------------------ clocks */

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
    return !game->is_over && !game->has_computer && game->clock.kind == CLOCK_CORRESPONDENCE;
}

void truth_clocks_at(const struct truth_game *game, int64_t uptime_ms,
                     struct clock clocks_out[SEAT_COUNT])
{
    enum seat runs = game_to_act(&game->board);
    memcpy(clocks_out, game->clocks, sizeof(game->clocks));
    if (!game->is_over && runs != SEAT_NONE && !game->is_held)
        clock_spend(&game->clock, &clocks_out[runs], max_ms(0, uptime_ms - game->turn_ms));
}

/* The turn goes on from the event; after a start it may wait for its player. What is left of the
 * time when the clock was at its end stays with the turn. */
static void turn_moves_on(const struct sim *sim, struct truth_game *game,
                          const struct store_log_entry *entry, int64_t uptime_ms, bool is_capped)
{
    const int64_t return_ms = sim->truth.uptime.started_ms + sim->core_options.return_ms;
    int64_t from_ms = is_capped ? min_ms(uptime_ms, game->turn_ms + entry->spent_ms) : uptime_ms;
    if (!truth_is_real_time(game)) {
        game->turn_ms += entry->spent_ms;
        game->turn_max_ms = game->turn_ms;
        return;
    }
    game->turn_ms = max_ms(from_ms, min_ms(game->turn_ms, game->turn_max_ms));
    game->turn_max_ms = game->was_loaded ? max_ms(game->turn_ms, return_ms) : game->turn_ms;
    game->is_held = game->is_held || entry->kind == LOG_ACTION || entry->kind == LOG_TAKEBACK;
}

/* The longest way there and back that any connection of the player ever had. */
static int64_t longest_trip_ms(const struct sim *sim, uint64_t player)
{
    int64_t trip_ms = 0;
    for (size_t i = 0; i < sim->link_count; i++)
        if (sim->links[i]->player == player)
            trip_ms = max_ms(trip_ms, sim->links[i]->trip_ms);
    return trip_ms;
}

int64_t truth__lag_cap_ms(const struct sim *sim, const struct time_control *clock)
{
    int64_t game_ms = clock->main_ms + 40 * clock->increment_ms;
    if (!truth_clock_is_real_time(clock))
        return 0;
    if (clock->kind == CLOCK_PER_MOVE)
        game_ms = 40 * clock->period_ms;
    if (clock->kind == CLOCK_BYOYOMI)
        game_ms = clock->main_ms + 25 * clock->period_ms;
    int64_t cap_ms = min_ms(sim->core_options.lag_cap_ms, game_ms / sim->core_options.lag_cap_part);
    return clock->kind == CLOCK_PER_MOVE ? min_ms(cap_ms, clock->period_ms / 4) : cap_ms;
}

static void check_lag(struct sim *sim, struct truth_game *game, const struct store_log_entry *entry)
{
    bool is_action = entry->kind == LOG_ACTION;
    int64_t cap_ms = is_action ? truth__lag_cap_ms(sim, &game->clock) : 0;
    int64_t *quota_ms = &game->lag_quota_ms[entry->seat];
    int64_t most_ms =
        min_ms(min_ms(cap_ms, *quota_ms), longest_trip_ms(sim, game->players[entry->seat]));
    CHECK_THAT(sim, CHECK_LAG, entry->lag_ms >= 0 && entry->lag_ms <= most_ms,
               "game " ID_FORMAT ", event %u: %d ms of lag are compensated, and %lld may be",
               ID_ARG(game->id), entry->seq, entry->lag_ms, (long long)most_ms);
    if (is_action)
        *quota_ms = min_ms(*quota_ms - entry->lag_ms + cap_ms / 2, 4 * cap_ms);
    sim->stats->lag_ms += (uint64_t)entry->lag_ms;
}

void truth__spend(struct sim *sim, struct truth_game *game, const struct store_log_entry *entry)
{
    int64_t uptime_ms = truth_uptime_at(sim, moment_of(sim, entry->at_ms));
    enum seat runs = game_to_act(&game->board);
    int64_t falls_ms = clock_falls_after_ms(&game->clock, &game->clocks[runs]);
    int64_t limit_ms = entry->kind == LOG_ACTION ? INT64_MAX : falls_ms - 1;
    int64_t most_ms = game->is_held ? 0 : min_ms(limit_ms, max_ms(0, uptime_ms - game->turn_ms));
    int64_t least_ms =
        game->is_held ? 0 : min_ms(falls_ms - 1, max_ms(0, uptime_ms - game->turn_max_ms));
    int64_t passed_ms = entry->spent_ms + entry->lag_ms;
    check_lag(sim, game, entry);
    CHECK_THAT(sim, CHECK_CLOCKS,
               passed_ms <= most_ms && passed_ms >= least_ms && entry->spent_ms >= 0,
               "game " ID_FORMAT ", event %u: cost %lld ms and %d of lag; %lld to %lld have passed",
               ID_ARG(game->id), entry->seq, (long long)entry->spent_ms, entry->lag_ms,
               (long long)least_ms, (long long)most_ms);
    bool is_up = clock_spend(&game->clock, &game->clocks[runs], entry->spent_ms);
    CHECK_THAT(sim, CHECK_FLAGS, is_up,
               "game " ID_FORMAT ", event %u: the flag of seat %d had fallen", ID_ARG(game->id),
               entry->seq, runs);
    turn_moves_on(sim, game, entry, uptime_ms, entry->spent_ms == limit_ms);
    game->turn_spent_ms += entry->spent_ms;
    bool is_granted_for = entry->kind == LOG_TAKEBACK && game->has_to_grant; /* perhaps away */
    if (!is_granted_for)
        game->acted_ms[entry->seat] = uptime_ms;
}

/* The clocks at the end lie between what they are if the turn began as early or as late as it may.
 */
static void check_end_clocks(struct sim *sim, const struct truth_game *game,
                             const struct store_game_end *end)
{
    int64_t uptime_ms = truth_uptime_at(sim, end->ended_ms - sim->wall_start_ms);
    struct clock least[SEAT_COUNT];
    struct clock most[SEAT_COUNT];
    truth_clocks_at(game, uptime_ms, least);
    truth_clocks_at(game, uptime_ms - (game->turn_max_ms - game->turn_ms), most);
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        CHECK_THAT(sim, CHECK_CLOCKS,
                   truth_clock_is_between(&end->clocks[seat], &least[seat], &most[seat]),
                   "game " ID_FORMAT ", seat %d: ends with %lld ms; %lld are right",
                   ID_ARG(game->id), seat, (long long)end->clocks[seat].left_ms,
                   (long long)least[seat].left_ms);
}

/* Checks that the times kept of each action that stands are those that the log says it cost. */
static void check_kept_times(struct sim *sim, const struct truth_game *game,
                             const struct store_game_end *end)
{
    struct truth_times times;
    truth_times(game, (uint32_t)game->log_count, &times);
    CHECK_THAT(sim, CHECK_CLOCKS,
               strcmp(end->spent, times.spent) == 0 && strcmp(end->lags, times.lags) == 0 &&
                   strcmp(end->planned, times.planned) == 0,
               "game " ID_FORMAT
               " ends with \"%s\" spent, lags \"%s\"; the log says \"%s\", \"%s\"",
               ID_ARG(game->id), end->spent, end->lags, times.spent, times.lags);
}

void truth__end_times(struct sim *sim, const struct truth_game *game,
                      const struct store_game_end *end)
{
    if (end->outcome.reason == REASON_CLOSED)
        sim->truth.order.closed_game_room = game->room;
    check_end_clocks(sim, game, end);
    check_kept_times(sim, game, end);
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
    int64_t lag_ms = truth__lag_cap_ms(sim, &game->clock);
    return due_ms == INT64_MAX ? due_ms : due_ms + game->turn_max_ms - game->turn_ms + lag_ms;
}

int64_t truth_due_ms(const struct sim *sim, const struct truth_game *game)
{
    enum seat runs = game_to_act(&game->board);
    if (game->is_over || runs == SEAT_NONE || game->clock.kind == CLOCK_NONE || game->is_held)
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

/* How long the player who is to act can have been away: not before the last event, and the
 * beginning of the turn. Nor while the clock waits after a start; but it waits no more for whoever
 * was back, be it for a moment of which nobody heard (away.dialogue has both). */
static int64_t absent_at_most_ms(const struct truth_game *game, int seat, int64_t uptime_ms)
{
    return uptime_ms - max_ms(game->acted_ms[seat], game->turn_ms - game->turn_spent_ms);
}

/* Half as long for a player who often leaves. */
static bool is_claim_due(const struct sim *sim, const struct truth_game *game, int winner,
                         int64_t uptime_ms)
{
    if (winner != 0 && winner != 1)
        return false;
    const struct truth_player *away = truth_player(&sim->truth, game->players[1 - winner]);
    int64_t after_ms = sim->core_options.claim_ms;
    if (truth_is_real_time(game))
        after_ms = sim->core_options.absent_ms[time_control_speed(&game->clock)];
    if (truth_is_poor(sim, &away->conduct))
        after_ms /= 2;
    return game->clock.kind != CLOCK_CORRESPONDENCE && !game->is_held &&
           (int)game_to_act(&game->board) == 1 - winner &&
           absent_at_most_ms(game, 1 - winner, uptime_ms) >= after_ms;
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
        return !is_starting(game) && end->outcome.result != RESULT_NONE &&
               is_claim_due(sim, game, (int)end->outcome.result, uptime_ms);
    case REASON_ABANDONED:
        /* The player who opened the room may have been away before it began; the one who joined was
         * there. */
        return !is_clocked && end->outcome.result == RESULT_NONE &&
               (away_at_most_ms(sim, game, 0, uptime_ms) >= sim->core_options.abandon_ms ||
                away_at_most_ms(sim, game, 1, uptime_ms) >= sim->core_options.abandon_ms);
    default:
        return true;
    }
}
