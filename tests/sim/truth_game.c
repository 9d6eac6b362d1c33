/* SPDX-License-Identifier: MIT */
/*
 * Games as they were committed: the log, judged event by event, and the end, with the ratings that
 * it moves worked out anew (FIDE B.02 section 8.3 with the logistic curve; docs of server/core/
 * rating.h).
 */
#include "tests/sim/truth.h"

#include "server/core/rating.h"
#include "tests/sim/sim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ID_FORMAT "%llx"
#define ID_ARG(id) ((unsigned long long)(id))
#define DRAW_WAIT 10
#define TAKEBACK_WAIT 10
#define TAKEBACKS 20

/* ------------------------------------------------------------------ questions */

uint32_t truth_seq(const struct truth_game *game)
{
    return (uint32_t)game->log_count + (game->is_over ? 1 : 0);
}

enum seat truth_seat(const struct truth_game *game, uint64_t player)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        if (game->players[seat] == player)
            return (enum seat)seat;
    return SEAT_NONE;
}

static void board_do(struct game *board, const struct truth_entry *entry)
{
    if (entry->kind == LOG_ACTION)
        game_act(board, entry->action);
    if (entry->kind != LOG_TAKEBACK)
        return;
    int ply = game_takeback_ply(board, (enum seat)(1 - (int)entry->seat));
    while (board->ply > ply)
        game_undo(board);
}

bool truth_did(const struct truth_game *game, uint64_t player, int64_t ply, const char *text)
{
    struct game board;
    bool did = false;
    game_init(&board, game->variant);
    for (size_t i = 0; i < game->log_count && !did; i++) {
        const struct truth_entry *entry = &game->log[i];
        char action[ACTION_TEXT_SIZE] = "";
        if (entry->kind == LOG_ACTION)
            action_format(game->variant, entry->action, action);
        did = entry->kind == LOG_ACTION && board.ply == ply && strcmp(action, text) == 0 &&
              game->players[entry->seat] == player;
        board_do(&board, entry);
    }
    return did;
}

const struct truth_entry *truth_action_at(const struct truth_game *game, int64_t ply)
{
    const struct truth_entry *found = NULL;
    struct game board;
    game_init(&board, game->variant);
    for (size_t i = 0; i < game->log_count; i++) {
        if (game->log[i].kind == LOG_ACTION && board.ply == ply)
            found = &game->log[i];
        board_do(&board, &game->log[i]);
    }
    return board.ply > ply ? found : NULL;
}

enum seat truth_replay(const struct truth_game *game, uint32_t seq, struct game *board_out)
{
    size_t count = seq < game->log_count ? seq : game->log_count;
    if (count == game->log_count) {
        *board_out = game->board;
    } else {
        game_init(board_out, game->variant);
        for (size_t i = 0; i < count; i++)
            board_do(board_out, &game->log[i]);
    }
    if (seq > game->log_count || count == 0)
        return SEAT_NONE;
    return game->log[count - 1].offer_after;
}

/* The ledger begins with 1500 points, in row 0. */
static struct truth_rating *rating_of(struct truth_player *player, enum variant_id variant)
{
    struct truth_rating *rating = &player->ratings[variant];
    if (rating->count > 0)
        return rating;
    rating->points = sim_grow(rating->points, 0, &rating->cap, sizeof(int));
    rating->games_at = sim_grow(rating->games_at, 0, &rating->games_cap, sizeof(size_t));
    rating->games_at[0] = 0;
    rating->points[rating->count++] = RATING_START;
    rating->peak = RATING_START;
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
    return rating->count > 0 ? rating->points[rating->count - 1] : RATING_START;
}

bool truth_has_rating(const struct truth_player *player, enum variant_id variant)
{
    return player->ratings[variant].count > 1;
}

/* ------------------------------------------------------------------ the start */

static void check_rematch(struct sim *sim, const struct truth_room *room,
                          const struct store_game_start *start)
{
    const struct truth_game *last = truth_game(&sim->truth, room->game);
    if (last == NULL)
        return;
    CHECK_THAT(sim, CHECK_SEAT_HAS_ONE_OWNER,
               truth_seat(last, start->players[SEAT_FIRST]) != SEAT_NONE &&
                   truth_seat(last, start->players[SEAT_SECOND]) != SEAT_NONE,
               "game " ID_FORMAT " follows " ID_FORMAT " and has another player", ID_ARG(start->id),
               ID_ARG(last->id));
    CHECK_THAT(sim, CHECK_REMATCH_SWAPS,
               last->is_over && start->players[SEAT_FIRST] == last->players[SEAT_SECOND] &&
                   start->players[SEAT_SECOND] == last->players[SEAT_FIRST],
               "game " ID_FORMAT " follows " ID_FORMAT " and begins with " ID_FORMAT,
               ID_ARG(start->id), ID_ARG(last->id), ID_ARG(start->players[SEAT_FIRST]));
}

void truth__game_start(struct sim *sim, const struct store_game_start *start)
{
    struct truth *truth = &sim->truth;
    const struct truth_room *room = truth_room(truth, start->room);
    CHECK_THAT(sim, CHECK_LOG_IN_ORDER, room != NULL && truth_game(truth, start->id) == NULL,
               "game " ID_FORMAT " starts twice, or in no room", ID_ARG(start->id));
    check_rematch(sim, room, start);
    CHECK_THAT(sim, CHECK_BLOCKS_HOLD,
               !truth_are_apart(truth, start->players[SEAT_FIRST], start->players[SEAT_SECOND]),
               "game " ID_FORMAT " begins between " ID_FORMAT " and " ID_FORMAT
               ", and one has blocked the other",
               ID_ARG(start->id), ID_ARG(start->players[SEAT_FIRST]),
               ID_ARG(start->players[SEAT_SECOND]));
    struct truth_game *game = calloc(1, sizeof(*game));
    if (game == NULL)
        abort();
    *game = (struct truth_game){.id = start->id,
                                .room = start->room,
                                .variant = variant_get(start->variant),
                                .rated = start->rated,
                                .players = {start->players[0], start->players[1]},
                                .started_ms = start->started_ms,
                                .clock = start->clock,
                                .clocks = {clock_start(&start->clock), clock_start(&start->clock)},
                                .turn_ms = start->uptime_ms,
                                .turn_max_ms = start->uptime_ms,
                                .acted_ms = {start->uptime_ms, start->uptime_ms},
                                .takeback = SEAT_NONE,
                                .offer = SEAT_NONE};
    CHECK_THAT(sim, CHECK_CLOCKS,
               start->uptime_ms == truth_uptime_at(sim, start->started_ms - sim->wall_start_ms) &&
                   start->clock.kind == room->clock.kind &&
                   start->clock.main_ms == room->clock.main_ms &&
                   start->clock.period_ms == room->clock.period_ms,
               "game " ID_FORMAT " begins at uptime %lld, or with another clock than its room",
               ID_ARG(start->id), (long long)start->uptime_ms);
    game_init(&game->board, game->variant);
    truth->games =
        sim_grow(truth->games, truth->game_count, &truth->game_cap, sizeof(struct truth_game *));
    truth->games[truth->game_count++] = game;
    sim->stats->games_started++;
}

/* ------------------------------------------------------------------ the log */

/* An offer that is answered by no or passed over; its owner waits. */
static void offer_end(struct truth_game *game)
{
    if (game->offer == SEAT_NONE)
        return;
    game->offer_from_ply[game->offer] = game->board.ply + DRAW_WAIT;
    game->offer = SEAT_NONE;
}

static void takeback_end(struct truth_game *game)
{
    if (game->takeback == SEAT_NONE)
        return;
    game->takeback_from_ply[game->takeback] = game->board.ply + TAKEBACK_WAIT;
    game->takeback = SEAT_NONE;
}

static void take_action(struct sim *sim, struct truth_game *game, struct truth_entry *entry,
                        const char *text)
{
    int status = action_parse(game->variant, text, strlen(text), &entry->action);
    enum seat to_act = game_to_act(&game->board);
    if (status == 0 && to_act == entry->seat)
        status = game_act(&game->board, entry->action);
    CHECK_THAT(sim, CHECK_LEGAL_ACTIONS, status == 0 && to_act == entry->seat,
               "game " ID_FORMAT ": %s by seat %d at ply %u; seat %d was to act, status %d",
               ID_ARG(game->id), text, entry->seat, game->board.ply, to_act, status);
    game->has_acted[entry->seat] = true;
    if (game->offer != entry->seat)
        offer_end(game);
    if (game->takeback != entry->seat)
        takeback_end(game);
    game->takeback = SEAT_NONE;
    game->turn_spent_ms = 0;
    clock_press(&game->clock, &game->clocks[entry->seat]);
    truth__moved(&sim->truth, truth_player(&sim->truth, game->players[entry->seat]), game,
                 entry->at_ms);
    sim->stats->actions_stored++;
    truth__stored(sim, game->players[entry->seat], DEED_ACT);
}

static void take_offer(struct sim *sim, struct truth_game *game, const struct truth_entry *entry)
{
    bool is_refusal = entry->kind == LOG_DRAW_REFUSE;
    bool is_right = is_refusal ? game->offer != SEAT_NONE && game->offer != entry->seat
                               : game->offer == SEAT_NONE &&
                                     game->board.ply >= game->offer_from_ply[entry->seat];
    CHECK_THAT(sim, CHECK_OFFERS, is_right,
               "game " ID_FORMAT ": seat %d %s a draw; the open offer is %d's, the ply %u",
               ID_ARG(game->id), entry->seat, is_refusal ? "refuses" : "offers", game->offer,
               game->board.ply);
    if (is_refusal)
        offer_end(game);
    else
        game->offer = entry->seat;
    truth__stored(sim, game->players[entry->seat], DEED_DRAW);
}

static bool takeback_is_right(const struct truth_game *game, const struct truth_entry *entry)
{
    enum seat seat = entry->seat;
    if (entry->kind != LOG_TAKEBACK_ASK)
        return game->takeback != SEAT_NONE && game->takeback != seat;
    return game->takeback == SEAT_NONE && game->takebacks[seat] < TAKEBACKS &&
           game->board.ply >= game->takeback_from_ply[seat] &&
           game_takeback_ply(&game->board, seat) >= 0;
}

/* By the settings, for the first one of a game. */
static bool opponent_allows(const struct sim *sim, const struct truth_game *game, enum seat seat)
{
    const struct truth_player *other = truth_player(&sim->truth, game->players[1 - (int)seat]);
    return game->takebacks[seat] == 0 && other->allows_takeback;
}

static void take_takeback(struct sim *sim, struct truth_game *game, const struct truth_entry *entry)
{
    CHECK_THAT(sim, CHECK_TAKEBACKS, takeback_is_right(game, entry),
               "game " ID_FORMAT ": kind %d by seat %d; seat %d had asked, the ply is %u",
               ID_ARG(game->id), entry->kind, entry->seat, game->takeback, game->board.ply);
    if (!game->has_to_grant)
        truth__stored(sim, game->players[entry->seat], DEED_TAKEBACK);
    game->has_to_grant = entry->kind == LOG_TAKEBACK_ASK && opponent_allows(sim, game, entry->seat);
    if (entry->kind == LOG_TAKEBACK_ASK) {
        game->takeback = entry->seat;
    } else if (entry->kind == LOG_TAKEBACK_REFUSE) {
        takeback_end(game);
    } else {
        sim->stats->takebacks++;
        game->takebacks[game->takeback]++;
        game->takeback = SEAT_NONE;
        game->offer = SEAT_NONE;
        game->turn_spent_ms = 0;
        if (game->clock.kind != CLOCK_FISCHER)
            clock_press(&game->clock, &game->clocks[game_to_act(&game->board)]);
        board_do(&game->board, entry);
    }
}

void truth__game_log(struct sim *sim, const struct store_log_entry *stored)
{
    struct truth_game *game = truth_game(&sim->truth, stored->game);
    CHECK_THAT(sim, CHECK_ONE_RESULT, game != NULL && !game->is_over,
               "an event of game " ID_FORMAT ", which is over or never was", ID_ARG(stored->game));
    CHECK_THAT(sim, CHECK_LOG_IN_ORDER, stored->seq == game->log_count + 1,
               "event %u of game " ID_FORMAT " follows event %zu", stored->seq, ID_ARG(game->id),
               game->log_count);
    struct truth_entry entry = {.kind = stored->kind, .seat = stored->seat, .at_ms = stored->at_ms};
    CHECK_THAT(sim, CHECK_TAKEBACKS, !game->has_to_grant || entry.kind == LOG_TAKEBACK,
               "game " ID_FORMAT ": a takeback that the settings allow is not granted at once",
               ID_ARG(game->id));
    truth__spend(sim, game, stored);
    if (entry.kind == LOG_ACTION)
        take_action(sim, game, &entry, stored->action);
    else if (entry.kind == LOG_DRAW_OFFER || entry.kind == LOG_DRAW_REFUSE)
        take_offer(sim, game, &entry);
    else
        take_takeback(sim, game, &entry);
    entry.offer_after = game->offer;
    entry.takeback_after = game->takeback;
    memcpy(entry.clocks_after, game->clocks, sizeof(game->clocks));
    game->log = sim_grow(game->log, game->log_count, &game->log_cap, sizeof(*game->log));
    game->log[game->log_count++] = entry;
}

/* ------------------------------------------------------------------ the end */

static bool outcome_is_right(const struct truth_game *game, struct outcome outcome)
{
    enum game_status status = game_status(&game->board);
    bool both_acted = game->has_acted[SEAT_FIRST] && game->has_acted[SEAT_SECOND];
    bool has_winner = outcome.result == RESULT_FIRST || outcome.result == RESULT_SECOND;
    if (outcome.reason == REASON_ROW)
        return status == GAME_WON && (int)outcome.result == (int)game_winner(&game->board);
    if (outcome.reason == REASON_FULL_BOARD)
        return status == GAME_DRAWN && outcome.result == RESULT_DRAW;
    if (status != GAME_OPEN)
        return false;
    switch (outcome.reason) {
    case REASON_AGREED:
        return outcome.result == RESULT_DRAW && game->offer != SEAT_NONE;
    case REASON_ABORTED:
        return outcome.result == RESULT_NONE && !both_acted;
    case REASON_LEFT:
        return has_winner && both_acted;
    case REASON_NO_START:
    case REASON_ABANDONED:
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
    return points < RATING_FLOOR ? RATING_FLOOR : points;
}

static void move_ratings(struct sim *sim, struct truth_game *game, const struct store_game_end *end)
{
    enum variant_id variant = game->variant->id;
    struct truth_rating *ratings[SEAT_COUNT];
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        struct truth_player *player = truth_player(&sim->truth, game->players[seat]);
        CHECK_THAT(sim, CHECK_RATINGS, player->kind == PLAYER_REGISTERED,
                   "the rating of the guest %s moves", player->name);
        ratings[seat] = rating_of(player, variant);
        game->before[seat] = truth_points(player, variant);
    }
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        double score = end->outcome.result == RESULT_DRAW ? 0.5
                       : (int)end->outcome.result == seat ? 1
                                                          : 0;
        int after = points_after(ratings[seat], game->before[seat], game->before[1 - seat], score);
        const struct store_rating_change *change = &end->changes[seat];
        CHECK_THAT(sim, CHECK_RATINGS,
                   change->before == game->before[seat] && change->after.points == after,
                   "game " ID_FORMAT ", seat %d: %d -> %d, expected %d -> %d", ID_ARG(game->id),
                   seat, change->before, change->after.points, game->before[seat], after);
        game->after[seat] = after;
    }
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (ratings[seat]->games++ == 0)
            ratings[seat]->since_month = truth_playing_month(&sim->truth, end->ended_ms);
        truth__rating_push(truth_player(&sim->truth, game->players[seat]), variant,
                           game->after[seat]);
    }
}

static void count_end(struct stats *stats, enum reason reason)
{
    uint64_t *const counts[REASON_COUNT] = {
        [REASON_ROW] = &stats->ended_row,           [REASON_FULL_BOARD] = &stats->ended_full_board,
        [REASON_RESIGN] = &stats->ended_resign,     [REASON_AGREED] = &stats->ended_agreed,
        [REASON_ABORTED] = &stats->ended_aborted,   [REASON_LEFT] = &stats->ended_left,
        [REASON_TIME] = &stats->ended_time,         [REASON_CLAIM] = &stats->ended_claim,
        [REASON_NO_START] = &stats->ended_no_start, [REASON_ABANDONED] = &stats->ended_abandoned,
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

void truth__game_end(struct sim *sim, const struct store_game_end *end)
{
    struct truth_game *game = truth_game(&sim->truth, end->id);
    CHECK_THAT(sim, CHECK_ONE_RESULT, game != NULL, "a game ends that never was");
    check_end(sim, game, end);
    if (end->moves_ratings)
        move_ratings(sim, game, end);
    if (end->outcome.reason == REASON_AGREED)
        truth__stored(sim, game->players[1 - game->offer], DEED_DRAW);
    if (end->outcome.reason == REASON_RESIGN)
        truth__stored(sim, game->players[1 - (int)end->outcome.result], DEED_RESIGN);
    if (end->outcome.reason == REASON_CLAIM)
        truth__stored(sim, game->players[(int)end->outcome.result], DEED_CLAIM);
    check_end_clocks(sim, game, end);
    memcpy(game->clocks, end->clocks, sizeof(game->clocks));
    game->is_over = true;
    game->takeback = SEAT_NONE;
    game->offer = SEAT_NONE;
    game->outcome = end->outcome;
    game->moves_ratings = end->moves_ratings;
    game->ended_ms = end->ended_ms;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        count_game(truth_player(&sim->truth, game->players[seat]),
                   score_of_seat(end->outcome.result, seat));
    check_mark(sim, game, end);
    count_end(sim->stats, end->outcome.reason);
}
