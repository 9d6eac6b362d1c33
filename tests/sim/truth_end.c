/* SPDX-License-Identifier: MIT */
/*
 * How games ended as it was committed, with the ratings that it moves worked out anew (FIDE B.02
 * section 8.3 with the logistic curve). Its numbers are its own: had it the server's, a change
 * there would change what is right.
 */
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"
#include "tests/sim/truth_experience.h"
#include "tests/sim/truth_judge.h"
#include "tests/sim/truth_listed.h"
#include "tests/sim/truth_provisional.h"
#include "tests/sim/truth_room.h"

#include <math.h>
#include <string.h>

#define ID_FORMAT "%llx"
#define ID_ARG(id) ((unsigned long long)(id))

#define POINTS_AT_FIRST 1500
#define POINTS_AT_LEAST 100

/* ------------------------------------------------------------------ ratings */

/* The ledger begins with 1500 points, in row 0. */
static struct truth_rating *rating_of(struct truth_player *player, enum variant_id variant)
{
    struct truth_rating *rating = &player->ratings[variant];
    if (rating->count > 0)
        return rating;
    rating->points = sim_grow(rating->points, 0, &rating->cap, sizeof(int));
    rating->games_at = sim_grow(rating->games_at, 0, &rating->games_cap, sizeof(size_t));
    rating->games_at[0] = 0;
    rating->points[rating->count++] = POINTS_AT_FIRST;
    rating->peak = POINTS_AT_FIRST;
    return rating;
}

void truth__rating_push(struct truth_player *player, enum variant_id variant, int points)
{
    struct truth_rating *rating = rating_of(player, variant);
    rating->points = sim_grow(rating->points, rating->count, &rating->cap, sizeof(int));
    rating->games_at =
        sim_grow(rating->games_at, rating->count, &rating->games_cap, sizeof(size_t));
    rating->games_at[rating->count] = rating->games;
    rating->points[rating->count++] = points;
    if (points > rating->peak)
        rating->peak = points;
}

int truth_points(const struct truth_player *player, enum variant_id variant)
{
    const struct truth_rating *rating = &player->ratings[variant];
    return rating->count > 0 ? rating->points[rating->count - 1] : POINTS_AT_FIRST;
}

bool truth_has_rating(const struct truth_player *player, enum variant_id variant)
{
    return player->ratings[variant].games > 0;
}

/* ------------------------------------------------------------------ the end */

/* Stones with which a side is two turns from a win at the most. */
static unsigned stones_near(const struct variant *variant)
{
    switch (variant->id) {
    case VARIANT_CONNECT6:
        return 6 - 2 * 2;
    case VARIANT_ULTIMATE:
    case VARIANT_ULTIMATE_OPEN:
    case VARIANT_ULTIMATE_NORETURN:
    case VARIANT_ULTIMATE_OPEN_NORETURN:
        return 3 * 3 - 2;
    case VARIANT_STRATEGIC:
    case VARIANT_STRATEGIC_FUNC:
    case VARIANT_STRATEGIC_HYPER:
        return 3 * 3 * 3 - 2;
    case VARIANT_GOBANG12:
    case VARIANT_GOBANG15:
        return 10 - 2;
    case VARIANT_WILD4:
        return 0; /* the stones of both sides are one row's */
    default:
        return variant->row - 2u;
    }
}

/* The stones of that colour, counted on the board; none before the colours are known. */
static unsigned stones_of(const struct truth_game *game, enum seat seat)
{
    enum mark mark = game_seat_mark(&game->board, seat);
    unsigned count = 0;
    size_t cell;
    for (size_t at = 0; mark != MARK_NONE && game_next_stone(&game->board, &at, &cell);)
        count += game_cell(&game->board, cell) == mark ? 1 : 0;
    return count;
}

static bool is_far(const struct truth_game *game, int seat)
{
    return stones_of(game, (enum seat)seat) < stones_near(game->variant);
}

static bool outcome_is_right(const struct truth_game *game, struct outcome outcome)
{
    enum game_status status = game_status(&game->board);
    bool both_acted = game->has_acted[SEAT_FIRST] && game->has_acted[SEAT_SECOND];
    bool has_winner = outcome.result == RESULT_FIRST || outcome.result == RESULT_SECOND;
    if (reason_is_of_board(outcome.reason))
        return status != GAME_OPEN && outcome_of_board(&game->board).reason == outcome.reason &&
               outcome_of_board(&game->board).result == outcome.result;
    if (status != GAME_OPEN)
        return false;
    switch (outcome.reason) {
    case REASON_AGREED:
        return outcome.result == RESULT_DRAW && game->offer != SEAT_NONE;
    case REASON_ABORTED:
        return outcome.result == RESULT_NONE && !both_acted;
    case REASON_BROKEN_OFF:
        return outcome.result == RESULT_NONE && both_acted &&
               (is_far(game, SEAT_FIRST) || is_far(game, SEAT_SECOND));
    case REASON_LEFT:
    case REASON_RESIGN:
    case REASON_CLAIM:
        return has_winner && both_acted && !is_far(game, (int)outcome.result);
    case REASON_NO_START:
    case REASON_ABANDONED:
    case REASON_CLOSED:
        return outcome.result == RESULT_NONE;
    default:
        return has_winner;
    }
}

static int elo_change(int own, int other, size_t games, int peak, double score)
{
    double difference = fmax(-400, fmin(400, own - other));
    double expected = 1 / (1 + pow(10, -difference / 400));
    int k = games < 30 ? 40 : 20;
    if (peak >= 2400)
        k = 10;
    double change = k * (score - expected);
    return (int)(change < 0 ? ceil(change - 0.5) : floor(change + 0.5));
}

static int points_after(const struct truth_rating *own, int own_points, int other_points,
                        double score)
{
    if (score == 0.5)
        return own_points;
    int points = own_points + elo_change(own_points, other_points, own->games, own->peak, score);
    return points < POINTS_AT_LEAST ? POINTS_AT_LEAST : points;
}

/* Of a batch of which nobody knows at first whether it is stored, the store says nothing. */
static void move_ratings(struct sim *sim, struct truth_game *game, const struct store_op *op)
{
    const struct store_game_end *end = &op->as.game_end;
    enum variant_id variant = game->variant->id;
    struct truth_rating *ratings[SEAT_COUNT];
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        struct truth_player *player = truth_player(&sim->truth, game->players[seat]);
        CHECK_THAT(sim, CHECK_RATINGS, player->kind == PLAYER_REGISTERED,
                   "the rating of the guest %s moves", player->name);
        ratings[seat] = rating_of(player, variant);
        game->before[seat] = truth_points(player, variant);
    }
    truth__provisional_begin(sim, game, end->ended_ms);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        double score = end->outcome.result == RESULT_DRAW ? 0.5
                       : (int)end->outcome.result == seat ? 1
                                                          : 0;
        int after = points_after(ratings[seat], game->before[seat], game->before[1 - seat], score);
        after = truth__provisional_points(sim, game, seat, after);
        const struct store_change *change = op->changes != NULL ? &op->changes[seat] : NULL;
        CHECK_THAT(sim, CHECK_RATINGS,
                   change == NULL ||
                       (change->before == game->before[seat] && change->after.points == after),
                   "game " ID_FORMAT ", seat %d: %d -> %d, expected %d -> %d", ID_ARG(game->id),
                   seat, change->before, change->after.points, game->before[seat], after);
        game->after[seat] = after;
    }
    truth__listed_end(sim, game, op);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (ratings[seat]->games++ == 0)
            ratings[seat]->since_month = truth_playing_month(&sim->truth, end->ended_ms);
        truth__rating_push(truth_player(&sim->truth, game->players[seat]), variant,
                           game->after[seat]);
        truth__provisional_end(sim, game, seat, op->changes != NULL ? &op->changes[seat] : NULL);
    }
}

/* A game that was none leaves each player the same side where a lot decides. */
static void note_sides(struct sim *sim, const struct truth_game *game, enum reason reason)
{
    const struct truth_room *room = truth_room(&sim->truth, game->room);
    bool is_due =
        reason == REASON_ABORTED || reason == REASON_NO_START || reason == REASON_BROKEN_OFF;
    if (room->first != FIRST_WORD_RANDOM)
        return;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        truth_player(&sim->truth, game->players[seat])->due_side =
            is_due ? (enum seat)seat : SEAT_NONE;
}

static void count_end(struct stats *stats, enum reason reason)
{
    uint64_t *const counts[REASON_COUNT] = {
        [REASON_ROW] = &stats->ended_row,           [REASON_FULL_BOARD] = &stats->ended_full_board,
        [REASON_RESIGN] = &stats->ended_resign,     [REASON_AGREED] = &stats->ended_agreed,
        [REASON_ABORTED] = &stats->ended_aborted,   [REASON_LEFT] = &stats->ended_left,
        [REASON_TIME] = &stats->ended_time,         [REASON_CLAIM] = &stats->ended_claim,
        [REASON_NO_START] = &stats->ended_no_start, [REASON_ABANDONED] = &stats->ended_abandoned,
        [REASON_CLOSED] = &stats->ended_closed,     [REASON_BROKEN_OFF] = &stats->ended_broken_off,
    };
    if (counts[reason] != NULL)
        (*counts[reason])++;
    else
        stats->ended_other++;
}

static void check_end(struct sim *sim, const struct truth_game *game,
                      const struct store_game_end *end)
{
    char actions[GAME_TEXT_SIZE];
    CHECK_THAT(sim, CHECK_ONE_RESULT, !game->is_over, "game " ID_FORMAT " ends a second time",
               ID_ARG(game->id));
    CHECK_THAT(sim, CHECK_RIGHT_RESULT, outcome_is_right(game, end->outcome),
               "game " ID_FORMAT " ends with %s (%s); board status %d, open offer %d",
               ID_ARG(game->id), result_word(end->outcome.result), reason_word(end->outcome.reason),
               game_status(&game->board), game->offer);
    truth_judge(sim, game, end->outcome);
    CHECK_THAT(sim, CHECK_FLAGS, truth__ends_by_time(sim, game, end),
               "game " ID_FORMAT " ends with %s (%s) at %lld; due at uptime %lld", ID_ARG(game->id),
               result_word(end->outcome.result), reason_word(end->outcome.reason),
               (long long)end->ended_ms, (long long)truth_due_ms(sim, game));
    game_format(&game->board, actions, sizeof(actions));
    CHECK_THAT(sim, CHECK_LOG_IN_ORDER,
               end->last_seq == game->log_count + 1 && end->plies == game->board.ply &&
                   strcmp(actions, end->actions) == 0,
               "game " ID_FORMAT " ends as \"%s\" with event %u; its log is \"%s\", %zu events",
               ID_ARG(game->id), end->actions, end->last_seq, actions, game->log_count);
    bool moves = game->rated && end->outcome.result != RESULT_NONE;
    CHECK_THAT(sim, CHECK_RATINGS, end->moves_ratings == moves, "game " ID_FORMAT " %s the ratings",
               ID_ARG(game->id), end->moves_ratings ? "moves" : "does not move");
}

static void count_game(struct truth_player *player, enum score score)
{
    player->games_over++;
    player->won += score == SCORE_WON;
    player->lost += score == SCORE_LOST;
    player->drawn += score == SCORE_DRAWN;
}

static void check_mark(struct sim *sim, const struct truth_game *game,
                       const struct store_game_end *end)
{
    CHECK_THAT(sim, CHECK_RIGHT_RESULT, end->first_mark == game_seat_mark(&game->board, SEAT_FIRST),
               "game " ID_FORMAT " ends with the stones %d of the first player", ID_ARG(game->id),
               (int)end->first_mark);
}

/* A star that nobody could see is refused by the store, and is none. */
void truth__star(struct sim *sim, const struct store_op *op)
{
    const struct store_star *star = &op->as.star;
    struct truth_game *game = truth_game(&sim->truth, star->game);
    enum seat seat = game != NULL ? truth_seat(game, star->player) : SEAT_NONE;
    bool is_possible = seat != SEAT_NONE && game->is_over;
    CHECK_THAT(sim, CHECK_STARS, is_possible == (op->result == STORE_APPLIED),
               "a star for game " ID_FORMAT " is taken, or is not", ID_ARG(star->game));
    if (!is_possible)
        return;
    game->stars[seat] = star->is_starred;
    game->ever_starred[seat][star->is_starred] = true;
    sim->stats->stars++;
}

void truth__game_end(struct sim *sim, const struct store_op *op)
{
    const struct store_game_end *end = &op->as.game_end;
    struct truth_game *game = truth_game(&sim->truth, end->id);
    CHECK_THAT(sim, CHECK_ONE_RESULT, game != NULL, "a game ends that never was");
    check_end(sim, game, end);
    if (end->moves_ratings)
        move_ratings(sim, game, op);
    if (end->outcome.reason == REASON_AGREED)
        truth__stored(sim, game->players[1 - game->offer], DEED_DRAW);
    truth__resigned(sim, game, end);
    truth__broken_off(sim, game, end);
    if (end->outcome.reason == REASON_RESIGN)
        truth__stored(sim, game->players[1 - (int)end->outcome.result], DEED_RESIGN);
    if (end->outcome.reason == REASON_CLAIM)
        truth__stored(sim, game->players[(int)end->outcome.result], DEED_CLAIM);
    truth__end_times(sim, game, end);
    memcpy(game->clocks, end->clocks, sizeof(game->clocks));
    game->is_over = true;
    truth__plan_ended(game);
    game->end_batch = sim->truth.batches;
    game->takeback = SEAT_NONE;
    game->offer = SEAT_NONE;
    game->outcome = end->outcome;
    game->moves_ratings = end->moves_ratings;
    game->ended_ms = end->ended_ms;
    for (int seat = 0; seat < SEAT_COUNT && game->start.ply == 0; seat++)
        count_game(truth_player(&sim->truth, game->players[seat]),
                   score_of_seat(end->outcome.result, seat));
    note_sides(sim, game, end->outcome.reason);
    check_mark(sim, game, end);
    count_end(sim->stats, end->outcome.reason);
    truth__experience_teach(sim, game);
}
