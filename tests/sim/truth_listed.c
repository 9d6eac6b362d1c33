/* SPDX-License-Identifier: MIT */
/*
 * Listed points, and what is held of wins for which nothing vouches. The rules are worked out here
 * anew, from the options of the life, in which any account is old enough.
 */
#include "tests/sim/truth_listed.h"

#include "tests/sim/sim.h"

#include <math.h>

#define ID_FORMAT "%llx"
#define ID_ARG(id) ((unsigned long long)(id))
#define DAY_MS (INT64_C(24) * 3600 * 1000)

/* ------------------------------------------------------------------ by what is held */

static int listed_with(int points, int held, int mark)
{
    int rest = points - held;
    if (held == 0 || mark == 0 || points < mark)
        return points;
    return rest < mark ? mark : rest;
}

int truth_listed(const struct truth_player *player, enum variant_id variant)
{
    const struct truth_rating *rating = &player->ratings[variant];
    return listed_with(truth_points(player, variant), rating->held, rating->mark);
}

int64_t truth_rank(const struct truth *truth, const struct truth_player *player,
                   enum variant_id variant)
{
    int64_t rank = 1;
    if (player->is_deleted || player->ratings[variant].established_ms == 0)
        return 0;
    for (size_t i = 0; i < truth->player_count; i++) {
        const struct truth_player *other = truth->players[i];
        rank += !other->is_deleted && other->ratings[variant].games > 0 &&
                other->ratings[variant].established_ms != 0 &&
                truth_listed(other, variant) > truth_listed(player, variant);
    }
    return rank;
}

/* ------------------------------------------------------------------ a game */

static bool is_vouched(const struct sim *sim, const struct truth_game *game,
                       const struct store_game_end *end)
{
    int64_t least_ms = sim->core_options.rating_terms.game_ms;
    bool is_long = least_ms == 0 || end->ended_ms - game->started_ms >= least_ms;
    return is_long && end->plies > variant_plies_least(game->variant);
}

/* Of the points that the winner got so many were the loser's by rights: by listed points, from
 * `listed` to `after`, and by the share of the loss that they had in it. */
static int by_rights(const struct truth_game *game, int winner, int listed, int after, int k_factor)
{
    int loser = 1 - winner;
    double apart = fmax(-400, fmin(400, game->before[winner] - listed));
    int won = (int)lround(k_factor * (1 - 1 / (1 + pow(10, -apart / 400))));
    int lost = game->before[loser] - game->after[loser];
    int lost_listed = listed > after ? listed - after : 0;
    return lost_listed < lost ? won * lost_listed / lost : won;
}

static int k_factor_of(const struct truth_rating *before)
{
    if (before->peak >= 2400)
        return 10;
    return before->games < 30 ? 40 : 20;
}

static int held_of_win(const struct sim *sim, const struct truth_game *game, int winner,
                       const struct store_game_end *end)
{
    const struct truth *truth = &sim->truth;
    enum variant_id variant = game->variant->id;
    const struct truth_player *player = truth_player(truth, game->players[winner]);
    const struct truth_player *other = truth_player(truth, game->players[1 - winner]);
    const struct truth_rating *loser = &other->ratings[variant];
    int mark = sim->core_options.rating_terms.mark;
    int won = game->after[winner] - game->before[winner];
    int fair = 0;
    if (is_vouched(sim, game, end))
        fair =
            by_rights(game, winner, listed_with(game->before[1 - winner], loser->held, loser->mark),
                      listed_with(game->after[1 - winner], loser->held, mark),
                      k_factor_of(&player->ratings[variant]));
    return won > fair ? won - fair : 0;
}

void truth__listed_end(struct sim *sim, struct truth_game *game, const struct store_op *op)
{
    enum variant_id variant = game->variant->id;
    int mark = sim->core_options.rating_terms.mark;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        if (mark > 0 && game->after[seat] > game->before[seat])
            game->held[seat] = held_of_win(sim, game, seat, &op->as.game_end);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        struct truth_player *player = truth_player(&sim->truth, game->players[seat]);
        struct truth_rating *rating = &player->ratings[variant];
        const struct store_change *told = op->changes != NULL ? &op->changes[seat] : NULL;
        rating->held += game->held[seat];
        rating->mark = mark;
        int listed = listed_with(game->after[seat], rating->held, mark);
        sim->stats->wins_held += game->held[seat] > 0;
        CHECK_THAT(sim, CHECK_LISTED,
                   told == NULL || (told->held == game->held[seat] && told->after.listed == listed),
                   "of game " ID_FORMAT
                   " %d points of %s are held, who is listed with %d; expected "
                   "%d and %d",
                   ID_ARG(game->id), told->held, player->name, told->after.listed, game->held[seat],
                   listed);
    }
}

/* ------------------------------------------------------------------ the end of it */

void truth__listed_forget(struct truth *truth, struct truth_game *game, int seat)
{
    truth_player(truth, game->players[seat])->ratings[game->variant->id].held -= game->held[seat];
    game->held[seat] = 0;
}

void truth__listed_gone(struct truth *truth, const struct truth_player *player)
{
    for (size_t i = 0; i < truth->game_count; i++) {
        enum seat seat = truth_seat(truth->games[i], player->id);
        if (seat != SEAT_NONE)
            truth__listed_forget(truth, truth->games[i], (int)seat);
    }
}

/* The order of two wins: by their end, then by who won. */
static bool is_older(const struct truth_game *a, int a_seat, const struct truth_game *b, int b_seat)
{
    if (a->ended_ms != b->ended_ms)
        return a->ended_ms < b->ended_ms;
    if (a->players[a_seat] != b->players[b_seat])
        return a->players[a_seat] < b->players[b_seat];
    if (a->players[1 - a_seat] != b->players[1 - b_seat])
        return a->players[1 - a_seat] < b->players[1 - b_seat];
    return a->id < b->id;
}

static struct truth_game *oldest_held(const struct truth *truth, int64_t won_ms, int *seat_out)
{
    struct truth_game *oldest = NULL;
    for (size_t i = 0; i < truth->game_count; i++)
        for (int seat = 0; seat < SEAT_COUNT; seat++) {
            struct truth_game *game = truth->games[i];
            if (game->held[seat] == 0 || game->ended_ms > won_ms ||
                (oldest != NULL && is_older(oldest, *seat_out, game, seat)))
                continue;
            oldest = game;
            *seat_out = seat;
        }
    return oldest;
}

void truth__held_release(struct sim *sim, const struct store_op *op)
{
    const struct store_release *release = &op->as.held_release;
    int64_t now_ms = sim->wall_start_ms + sim->now_ms; /* of a day's error */
    CHECK_THAT(sim, CHECK_LISTED, release->won_ms <= now_ms - 28 * DAY_MS,
               "what was won %lld ms ago is held no more", (long long)(now_ms - release->won_ms));
    for (uint32_t i = 0; i < release->most; i++) {
        int seat = 0;
        struct truth_game *game = oldest_held(&sim->truth, release->won_ms, &seat);
        if (game == NULL)
            return;
        truth__listed_forget(&sim->truth, game, seat);
        sim->stats->wins_released++;
    }
}
