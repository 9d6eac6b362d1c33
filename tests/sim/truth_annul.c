/* SPDX-License-Identifier: MIT */
/*
 * Games that were annulled: what is left of ratings, opponents and months is worked out anew from
 * the games that count.
 */
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"
#include "tests/sim/truth_account.h"
#include "tests/sim/truth_listed.h"

#define ID_ARG(id) ((unsigned long long)(id))

#define POINTS_AT_FIRST 1500
#define POINTS_AT_LEAST 100

static void check_game(struct sim *sim, const struct store_act *act, const struct truth_game *game)
{
    const struct truth_player *by = truth_player(&sim->truth, act->by);
    CHECK_THAT(sim, CHECK_ANNULMENTS,
               game != NULL && game->is_over && game->moves_ratings && !game->is_annulled,
               "a game is annulled that is annulled already, or moved nothing");
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const struct truth_player *player = truth_player(&sim->truth, game->players[seat]);
        bool is_met =
            act->player == 0 || act->player == player->id || act->player == game->players[1 - seat];
        CHECK_THAT(sim, CHECK_ANNULMENTS, is_met, "game %llx is annulled, and is not of %llx",
                   ID_ARG(game->id), ID_ARG(act->player));
        CHECK_THAT(
            sim, CHECK_NOBODY_JUDGES_HIMSELF, by == NULL || truth_was_met(&sim->truth, by, player),
            "%s annulled game %llx, which %s played", by->name, ID_ARG(game->id), player->name);
    }
}

static void take_back(struct truth *truth, struct truth_game *game, int seat)
{
    struct truth_player *player = truth_player(truth, game->players[seat]);
    struct truth_rating *rating = &player->ratings[game->variant->id];
    enum score score = score_of_seat(game->outcome.result, seat);
    int points = truth_points(player, game->variant->id) - game->after[seat] + game->before[seat];
    player->won -= score == SCORE_WON;
    player->lost -= score == SCORE_LOST;
    player->drawn -= score == SCORE_DRAWN;
    player->annulled++;
    truth__listed_forget(truth, game, seat);
    if (player->is_deleted)
        return;
    if (points < POINTS_AT_LEAST)
        points = POINTS_AT_LEAST;
    if (--rating->games == 0)
        points = POINTS_AT_FIRST;
    truth__rating_push(player, game->variant->id, points);
}

/* Whether a game of the two is left. */
static bool have_met(const struct truth *truth, const struct truth_player *player,
                     uint64_t opponent, const struct variant *variant)
{
    for (size_t i = 0; i < truth->game_count; i++) {
        const struct truth_game *game = truth->games[i];
        enum seat seat = truth_seat(game, player->id);
        if (seat != SEAT_NONE && game->players[1 - seat] == opponent && game->is_over &&
            game->variant == variant && game->moves_ratings && !game->is_annulled)
            return true;
    }
    return false;
}

static void lose_opponents(const struct truth *truth, struct truth_player *player,
                           const struct variant *variant)
{
    struct truth_rating *rating = &player->ratings[variant->id];
    size_t left = 0;
    for (size_t i = 0; i < rating->opponent_count; i++)
        if (have_met(truth, player, rating->opponents[i], variant))
            rating->opponents[left++] = rating->opponents[i];
    rating->opponent_count = left;
}

/* Whether the player may have made a move in the month in a rated game that counts. */
static bool may_have_moved(const struct truth *truth, const struct truth_player *player,
                           const struct variant *variant, int month)
{
    for (size_t i = 0; i < truth->game_count; i++) {
        const struct truth_game *game = truth->games[i];
        if (truth_seat(game, player->id) == SEAT_NONE || game->variant != variant || !game->rated ||
            game->is_annulled)
            continue;
        if (!game->is_over)
            return true;
        if (game->board.ply > 0 && truth_month_of(game->started_ms) <= month &&
            truth_month_of(game->ended_ms) >= month)
            return true;
    }
    return false;
}

static void lose_months(const struct truth *truth, struct truth_player *player,
                        const struct truth_game *game, const struct store_annulment *annulled)
{
    struct truth_rating *rating = &player->ratings[game->variant->id];
    for (size_t i = 0; i + 1 < annulled->month_starts_count; i++) {
        int month = annulled->first_month + (int)i;
        if (truth_month_of(game->started_ms) <= month && truth_month_of(game->ended_ms) >= month &&
            !may_have_moved(truth, player, game->variant, month))
            rating->moved_in &= ~(UINT64_C(1) << (month - TRUTH_MONTH));
    }
}

static void settle(struct sim *sim, const struct truth_game *game, int seat,
                   const struct store_annulment *annulled)
{
    const struct store_rating_terms *terms = &sim->core_options.rating_terms;
    struct truth_player *player = truth_player(&sim->truth, game->players[seat]);
    struct truth_rating *rating = &player->ratings[game->variant->id];
    bool has_both =
        (int)rating->games >= terms->games && (int)rating->opponent_count >= terms->opponents;
    lose_opponents(&sim->truth, player, game->variant);
    has_both = has_both && (int)rating->opponent_count >= terms->opponents;
    if (rating->games == 0 || (terms->games > 0 && !has_both))
        rating->established_ms = 0;
    if (rating->games == 0)
        rating->moved_in = 0;
    else
        lose_months(&sim->truth, player, game, annulled);
}

/* The months that are not settled, as they lie in the calendar; with the last one that is, where
 * the server had not heard yet that its batch is stored: what moved in it spares nobody any more.
 */
static void check_months(struct sim *sim, const struct store_annulment *annulled)
{
    int settled = sim->truth.settled_month;
    bool is_right =
        settled == 0 || annulled->first_month == settled + 1 || annulled->first_month == settled;
    for (size_t i = 0; i < annulled->month_starts_count && is_right; i++)
        is_right =
            truth_month_of(annulled->month_starts[i]) == annulled->first_month + (int)i &&
            truth_month_of(annulled->month_starts[i] - 1) == annulled->first_month + (int)i - 1;
    CHECK_THAT(sim, CHECK_ANNULMENTS, is_right, "games are annulled with months that are others");
}

static void check_moved(struct sim *sim, const struct store_moved *moved)
{
    const struct truth_player *player = truth_player(&sim->truth, moved->player);
    enum variant_id variant = moved->after.variant;
    const struct truth_rating *rating = &player->ratings[variant];
    bool is_right = moved->after.points == truth_points(player, variant) &&
                    moved->after.games == (int64_t)rating->games &&
                    moved->after.opponents == (int)rating->opponent_count &&
                    (rating->games == 0 || moved->after.established_ms == rating->established_ms);
    CHECK_THAT(
        sim, CHECK_ANNULMENTS, is_right,
        "%s has %d points, %lld games and %d opponents after games were annulled, and should "
        "have %d, %zu and %zu",
        player->name, moved->after.points, (long long)moved->after.games, moved->after.opponents,
        truth_points(player, variant), rating->games, rating->opponent_count);
}

void truth__annulled(struct sim *sim, const struct store_op *op)
{
    const struct store_act *act = &op->as.act;
    const struct store_annulment *annulled = act->annulled;
    check_months(sim, annulled);
    for (size_t i = 0; i < annulled->games_count; i++) {
        struct truth_game *game = truth_game(&sim->truth, annulled->games[i]);
        check_game(sim, act, game);
        game->is_annulled = true;
        for (int seat = 0; seat < SEAT_COUNT; seat++)
            take_back(&sim->truth, game, seat);
    }
    for (size_t i = 0; i < annulled->games_count; i++)
        for (int seat = 0; seat < SEAT_COUNT; seat++)
            settle(sim, truth_game(&sim->truth, annulled->games[i]), seat, annulled);
    for (size_t i = 0; i < op->moved_count; i++)
        check_moved(sim, &op->moved[i]);
    sim->stats->annulled += annulled->games_count;
}
