/* SPDX-License-Identifier: MIT */
/*
 * Days off, worked out anew: the days of a year, and how much longer each clock of days runs.
 */
#include "tests/sim/truth_days_off.h"

#include "tests/sim/sim.h"

#include <time.h>

#define DAY_MS INT64_C(86400000)

static int year_of(int64_t wall_ms)
{
    time_t seconds = (time_t)(wall_ms / 1000);
    struct tm tm;
    gmtime_r(&seconds, &tm);
    return tm.tm_year + 1900;
}

static int64_t later_ms(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static bool waits_for(const struct truth_game *game, uint64_t player)
{
    enum seat acts = game->is_over ? SEAT_NONE : game_to_act(&game->board);
    return acts != SEAT_NONE && game->clock.kind == CLOCK_CORRESPONDENCE &&
           game->players[acts] == player;
}

/* Works out by how much later they end. Whether the rule allows it. */
static bool by_rule(const struct sim *sim, const struct store_days_off *was,
                    const struct store_days_off *now, int64_t *later_out)
{
    const int64_t uptime_ms = truth_uptime_at(sim, sim->now_ms);
    const int before = was->year == now->year ? was->days : 0;
    if (now->until_ms < was->until_ms) {
        int days = before - (int)((was->until_ms - now->until_ms - 1) / DAY_MS);
        *later_out = now->until_ms - was->until_ms;
        return now->days == (days > 0 ? days : 0) && now->until_ms <= uptime_ms;
    }
    *later_out = (now->days - before) * DAY_MS;
    int64_t from_ms = now->until_ms - *later_out;
    return now->days > before && now->days <= sim->core_options.days_off &&
           from_ms >= was->until_ms && from_ms <= later_ms(uptime_ms, was->until_ms);
}

void truth__days_off(struct sim *sim, const struct store_op *op)
{
    const struct store_days_off *now = &op->as.days_off_put;
    struct truth_player *player = truth_player(&sim->truth, now->player);
    const struct store_days_off was = player->off;
    int64_t later = 0;
    CHECK_THAT(sim, CHECK_DAYS_OFF,
               player->kind == PLAYER_REGISTERED && by_rule(sim, &was, now, &later) &&
                   now->year == year_of(sim->wall_start_ms + sim->now_ms),
               "%s had %d days off in %d until %lld, and has %d in %d until %lld", player->name,
               was.days, was.year, (long long)was.until_ms, now->days, now->year,
               (long long)now->until_ms);
    player->off = *now;
    for (size_t i = 0; i < sim->truth.game_count; i++)
        if (waits_for(sim->truth.games[i], now->player))
            sim->truth.games[i]->off_owed_ms += later;
    sim->stats->days_off++;
    truth__stored(sim, now->player, DEED_REST);
}

/* The time for which the clock of the player to act has to run longer, from that uptime on. */
static int64_t wait_ms(const struct sim *sim, const struct truth_game *game, int64_t uptime_ms)
{
    enum seat acts = game_to_act(&game->board);
    if (acts == SEAT_NONE || game->clock.kind != CLOCK_CORRESPONDENCE)
        return 0;
    return later_ms(0, truth_player(&sim->truth, game->players[acts])->off.until_ms - uptime_ms);
}

void truth__days_off_begin(struct sim *sim, struct truth_game *game)
{
    game->off_owed_ms = wait_ms(sim, game, game->turn_ms);
}

void truth__days_off_entry(struct sim *sim, struct truth_game *game,
                           const struct store_log_entry *entry)
{
    const int64_t uptime_ms = truth_uptime_at(sim, entry->at_ms - sim->wall_start_ms);
    bool passes = entry->kind == LOG_ACTION || entry->kind == LOG_TAKEBACK;
    bool is_over = game_status(&game->board) != GAME_OPEN;
    int64_t right_ms = 0;
    if (passes && !is_over)
        right_ms = wait_ms(sim, game, uptime_ms);
    else if (entry->kind == LOG_DAYS_OFF)
        right_ms = game->off_owed_ms;
    else if (entry->kind == LOG_GIVE_TIME)
        return;
    CHECK_THAT(
        sim, CHECK_DAYS_OFF,
        entry->given_ms == right_ms && (game->off_owed_ms != 0) == (entry->kind == LOG_DAYS_OFF),
        "game %llx, event %u of kind %d: a clock waits %lld ms for days off, and should %lld",
        (unsigned long long)game->id, entry->seq, entry->kind, (long long)entry->given_ms,
        (long long)right_ms);
    game->off_owed_ms = 0;
    if (right_ms == 0)
        return;
    game->clocks[game_to_act(&game->board)].left_ms += right_ms;
    sim->stats->clocks_waited++;
}

void truth__days_off_check(struct sim *sim)
{
    for (size_t i = 0; i < sim->truth.game_count; i++) {
        const struct truth_game *game = sim->truth.games[i];
        CHECK_THAT(sim, CHECK_DAYS_OFF, game->is_over || game->off_owed_ms == 0,
                   "game %llx: a clock is to run %lld ms longer for days off, and nobody says so",
                   (unsigned long long)game->id, (long long)game->off_owed_ms);
    }
}
