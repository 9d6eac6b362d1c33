/* SPDX-License-Identifier: MIT */
/*
 * Provisional ratings and the rated games of a pair, as they follow from what was committed. The
 * rules are worked out here anew, from the options of the life.
 */
#include "tests/sim/truth_provisional.h"

#include "tests/sim/sim.h"

#define ID_FORMAT "%llx"
#define ID_ARG(id) ((unsigned long long)(id))
#define DAY_MS (INT64_C(24) * 3600 * 1000)

bool truth_is_provisional(const struct truth_player *player, enum variant_id variant)
{
    return player->ratings[variant].established_ms == 0;
}

/* ------------------------------------------------------------------ what a game does */

/* Whether two moments are less than a day apart. Clocks may be set back. */
static bool is_of_the_day(int64_t a_ms, int64_t b_ms)
{
    return a_ms - b_ms < DAY_MS && b_ms - a_ms < DAY_MS;
}

static bool has_met(const struct truth_rating *rating, uint64_t opponent)
{
    for (size_t i = 0; i < rating->opponent_count; i++)
        if (rating->opponents[i] == opponent)
            return true;
    return false;
}

static void meet(struct truth_rating *rating, uint64_t opponent)
{
    if (has_met(rating, opponent))
        return;
    rating->opponents = sim_grow(rating->opponents, rating->opponent_count, &rating->opponents_cap,
                                 sizeof(*rating->opponents));
    rating->opponents[rating->opponent_count++] = opponent;
}

/* What provisional opponents moved the player's established rating by in the day before. */
static int moved_before(const struct truth *truth, const struct truth_game *game, int seat)
{
    int moved = 0;
    for (size_t i = 0; i < truth->game_count; i++) {
        const struct truth_game *other = truth->games[i];
        enum seat own = truth_seat(other, game->players[seat]);
        if (other != game && own != SEAT_NONE && other->moves_ratings && !other->is_annulled &&
            other->variant == game->variant && is_of_the_day(other->ended_ms, game->ended_ms) &&
            !other->was_provisional[own] && other->was_provisional[1 - own])
            moved += other->after[own] - other->before[own];
    }
    return moved;
}

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

/* The points after the game, of those that the Elo rule gives. */
static int bounded(const struct sim *sim, const struct truth_game *game, int seat, int after)
{
    int most = sim->core_options.rating_terms.points;
    int moved = moved_before(&sim->truth, game, seat);
    int change = after - game->before[seat];
    int room_up = most - moved > 0 ? most - moved : 0;
    int room_down = most + moved > 0 ? most + moved : 0;
    return game->before[seat] +
           (change > 0 ? least_of(change, room_up) : -least_of(-change, room_down));
}

void truth__provisional_begin(const struct sim *sim, struct truth_game *game, int64_t ended_ms)
{
    game->ended_ms = ended_ms;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        game->was_provisional[seat] =
            sim->core_options.rating_terms.games > 0 &&
            truth_is_provisional(truth_player(&sim->truth, game->players[seat]), game->variant->id);
}

int truth__provisional_points(const struct sim *sim, const struct truth_game *game, int seat,
                              int after)
{
    bool is_bounded = !game->was_provisional[seat] && game->was_provisional[1 - seat];
    return is_bounded ? bounded(sim, game, seat, after) : after;
}

void truth__provisional_end(struct sim *sim, struct truth_game *game, int seat,
                            const struct store_change *told)
{
    const struct store_rating_terms *terms = &sim->core_options.rating_terms;
    struct truth_player *player = truth_player(&sim->truth, game->players[seat]);
    struct truth_rating *rating = &player->ratings[game->variant->id];
    if (game->was_provisional[seat])
        meet(rating, game->players[1 - seat]);
    if (rating->established_ms == 0 &&
        (terms->games == 0 ||
         ((int)rating->games >= terms->games && (int)rating->opponent_count >= terms->opponents))) {
        rating->established_ms = game->ended_ms;
        rating->was_established = true;
        sim->stats->established++;
    }
    CHECK_THAT(sim, CHECK_PROVISIONAL,
               told == NULL || (told->was_provisional == game->was_provisional[seat] &&
                                told->after.established_ms == rating->established_ms &&
                                told->after.opponents == (int)rating->opponent_count),
               "game " ID_FORMAT
               " establishes the rating of %s at %lld with %d opponents, expected "
               "%lld with %zu",
               ID_ARG(game->id), player->name, (long long)told->after.established_ms,
               told->after.opponents, (long long)rating->established_ms, rating->opponent_count);
}

/* ------------------------------------------------------------------ pairs */

size_t truth_rated_games(const struct truth *truth, uint64_t player, uint64_t opponent,
                         int64_t at_ms)
{
    size_t count = 0;
    for (size_t i = truth->game_count; i > 0; i--) {
        const struct truth_game *game = truth->games[i - 1];
        enum seat seat = truth_seat(game, player);
        count += seat != SEAT_NONE && game->players[1 - seat] == opponent && game->rated &&
                 is_of_the_day(game->started_ms, at_ms) &&
                 (!game->is_over || game->outcome.result != RESULT_NONE);
    }
    return count;
}

/* As the server saw it: a little before the reply, when games that had no result since then were in
 * progress. */
#define SEEN_BEFORE_MS (INT64_C(3600) * 1000)

void truth_check_pair_refused(struct sim *sim, uint64_t player)
{
    uint32_t most = sim->core_options.rated_pair_games;
    size_t count = 0;
    int64_t since_ms = sim->wall_start_ms + sim->now_ms - DAY_MS - SEEN_BEFORE_MS;
    sim->stats->pairs_refused++;
    for (size_t i = 0; i < sim->truth.player_count && (most == 0 || count < most); i++) {
        uint64_t opponent = sim->truth.players[i]->id;
        count = 0;
        for (size_t j = 0; j < sim->truth.game_count; j++) {
            const struct truth_game *game = sim->truth.games[j];
            enum seat seat = truth_seat(game, player);
            count += seat != SEAT_NONE && game->players[1 - seat] == opponent && game->rated &&
                     game->started_ms > since_ms;
        }
    }
    CHECK_THAT(sim, CHECK_RATED_PAIRS, most > 0 && count >= most,
               ID_FORMAT " is refused a rated game, and began fewer with everybody",
               ID_ARG(player));
}

void truth__check_pair(struct sim *sim, const struct store_game_start *start)
{
    uint32_t most = sim->core_options.rated_pair_games;
    if (!start->rated || most == 0)
        return;
    size_t before =
        truth_rated_games(&sim->truth, start->players[0], start->players[1], start->started_ms);
    CHECK_THAT(sim, CHECK_RATED_PAIRS, before < most,
               "game " ID_FORMAT " begins, and the two began %zu rated ones within a day",
               ID_ARG(start->id), before);
}
