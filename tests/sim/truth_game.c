/* SPDX-License-Identifier: MIT */
/*
 * Games in progress as they were committed: the log, judged event by event.
 */
#include "engine/likeness.h"
#include "tests/sim/focus.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"
#include "tests/sim/truth_days_off.h"
#include "tests/sim/truth_position.h"
#include "tests/sim/truth_provisional.h"
#include "tests/sim/workers.h"

#include <stdlib.h>
#include <string.h>

#define ID_FORMAT "%llx"
#define ID_ARG(id) ((unsigned long long)(id))
#define DRAW_WAIT 10
#define TAKEBACK_WAIT 10
#define TAKEBACKS 20
#define GIVEN_MAX_MS (10 * CLOCK_MINUTE_MS)

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

static void board_do(struct game *board, unsigned given, const struct truth_entry *entry)
{
    if (entry->kind == LOG_ACTION)
        game_act(board, entry->action);
    if (entry->kind != LOG_TAKEBACK)
        return;
    int ply = game_takeback_ply(board, (enum seat)(1 - (int)entry->seat), given, TAKEBACK_TURN);
    while (board->ply > ply)
        game_undo(board);
}

bool truth_did(const struct truth_game *game, uint64_t player, int64_t ply, const char *text)
{
    struct game board;
    bool did = false;
    game_copy(&board, &game->start);
    for (size_t i = 0; i < game->log_count && !did; i++) {
        const struct truth_entry *entry = &game->log[i];
        char action[ACTION_TEXT_SIZE] = "";
        if (entry->kind == LOG_ACTION)
            action_format(game->variant, entry->action, action);
        did = entry->kind == LOG_ACTION && board.ply == ply && strcmp(action, text) == 0 &&
              game->players[entry->seat] == player;
        board_do(&board, game->start.ply, entry);
    }
    return did;
}

const struct truth_entry *truth_action_at(const struct truth_game *game, int64_t ply)
{
    const struct truth_entry *found = NULL;
    struct game board;
    game_copy(&board, &game->start);
    for (size_t i = 0; i < game->log_count; i++) {
        if (game->log[i].kind == LOG_ACTION && board.ply == ply)
            found = &game->log[i];
        board_do(&board, game->start.ply, &game->log[i]);
    }
    return board.ply > ply ? found : NULL;
}

enum seat truth_replay(const struct truth_game *game, uint32_t seq, struct game *board_out)
{
    size_t count = seq < game->log_count ? seq : game->log_count;
    if (count == game->log_count) {
        *board_out = game->board;
    } else {
        game_copy(board_out, &game->start);
        for (size_t i = 0; i < count; i++)
            board_do(board_out, game->start.ply, &game->log[i]);
    }
    if (seq > game->log_count || count == 0)
        return SEAT_NONE;
    return game->log[count - 1].offer_after;
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
    bool is_kept = last->outcome.reason == REASON_ABORTED ||
                   last->outcome.reason == REASON_NO_START ||
                   last->outcome.reason == REASON_BROKEN_OFF;
    enum seat first = is_kept ? SEAT_FIRST : SEAT_SECOND;
    CHECK_THAT(sim, is_kept ? CHECK_SIDES_ARE_KEPT : CHECK_REMATCH_SWAPS,
               last->is_over && start->players[SEAT_FIRST] == last->players[first] &&
                   start->players[SEAT_SECOND] == last->players[1 - (int)first],
               "game " ID_FORMAT " follows " ID_FORMAT " and begins with " ID_FORMAT,
               ID_ARG(start->id), ID_ARG(last->id), ID_ARG(start->players[SEAT_FIRST]));
}

/* Where a lot decides: whoever is due a side gets it, unless the other is due the same. */
static void check_lot(struct sim *sim, const struct truth_room *room,
                      const struct store_game_start *start)
{
    const struct truth_player *first = truth_player(&sim->truth, start->players[SEAT_FIRST]);
    const struct truth_player *second = truth_player(&sim->truth, start->players[SEAT_SECOND]);
    if (room->game != 0 || room->first != FIRST_WORD_RANDOM || first->due_side == second->due_side)
        return;
    CHECK_THAT(sim, CHECK_SIDES_ARE_KEPT,
               first->due_side != SEAT_SECOND && second->due_side != SEAT_FIRST,
               "game " ID_FORMAT " begins with %s, and not with %s", ID_ARG(start->id), first->name,
               second->name);
    sim->stats->sides_kept++;
}

/* A rated game always ends: it has days a move, or enough time. */
static void check_terms(struct sim *sim, const struct store_game_start *start)
{
    const struct time_control *clock = &start->clock;
    int64_t time_ms = clock->main_ms + 40 * clock->increment_ms;
    if (clock->kind == CLOCK_PER_MOVE || clock->kind == CLOCK_BYOYOMI)
        time_ms = clock->main_ms + (clock->kind == CLOCK_BYOYOMI ? 25 : 40) * clock->period_ms;
    CHECK_THAT(sim, CHECK_RATED_HAS_A_CLOCK,
               !start->rated || clock->kind == CLOCK_CORRESPONDENCE ||
                   time_ms >= sim->core_options.rated_clock_ms,
               "game " ID_FORMAT " is rated, and its clock (kind %d) has %lld ms",
               ID_ARG(start->id), clock->kind, (long long)time_ms);
}

/* Those of a player that are in progress against computers. */
static uint32_t solos_of(const struct truth *truth, uint64_t player)
{
    uint32_t count = 0;
    for (size_t i = 0; i < truth->game_count; i++) {
        const struct truth_game *game = truth->games[i];
        bool is_in = game->players[SEAT_FIRST] == player || game->players[SEAT_SECOND] == player;
        count += game->has_computer && !game->is_over && is_in ? 1 : 0;
    }
    return count;
}

static void check_solos(struct sim *sim, const struct store_game_start *start)
{
    bool is_solo = truth_player(&sim->truth, start->players[SEAT_FIRST])->is_computer ||
                   truth_player(&sim->truth, start->players[SEAT_SECOND])->is_computer;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const struct truth_player *player = truth_player(&sim->truth, start->players[seat]);
        CHECK_THAT(
            sim, CHECK_COMPUTERS,
            !is_solo || player->is_computer ||
                solos_of(&sim->truth, player->id) < sim->core_options.computer_games_per_player,
            ID_FORMAT " begins more games against computers than may be", ID_ARG(player->id));
    }
}

static void check_computer(struct sim *sim, const struct store_game_start *start)
{
    check_solos(sim, start);
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        CHECK_THAT(sim, CHECK_COMPUTERS,
                   !start->rated || !truth_player(&sim->truth, start->players[seat])->is_computer,
                   "game " ID_FORMAT " of a computer is rated", ID_ARG(start->id));
}

void truth__game_start(struct sim *sim, const struct store_op *op)
{
    const struct store_game_start *start = &op->as.game_start;
    struct truth *truth = &sim->truth;
    const struct truth_room *room = truth_room(truth, start->room);
    CHECK_THAT(sim, CHECK_LOG_IN_ORDER, room != NULL && truth_game(truth, start->id) == NULL,
               "game " ID_FORMAT " starts twice, or in no room", ID_ARG(start->id));
    check_rematch(sim, room, start);
    check_lot(sim, room, start);
    check_terms(sim, start);
    check_computer(sim, start);
    truth__check_pair(sim, start);
    CHECK_THAT(sim, CHECK_BLOCKS_HOLD,
               !truth_are_apart(truth, start->players[SEAT_FIRST], start->players[SEAT_SECOND]),
               "game " ID_FORMAT " begins between " ID_FORMAT " and " ID_FORMAT
               ", and one has blocked the other",
               ID_ARG(start->id), ID_ARG(start->players[SEAT_FIRST]),
               ID_ARG(start->players[SEAT_SECOND]));
    struct truth_game *game = calloc(1, sizeof(*game));
    if (game == NULL)
        abort();
    int64_t quota_ms = 2 * truth__lag_cap_ms(sim, &start->clock);
    *game = (struct truth_game){.id = start->id,
                                .room = start->room,
                                .variant = variant_get(start->variant),
                                .rated = start->rated,
                                .players = {start->players[0], start->players[1]},
                                .started_ms = start->started_ms,
                                .start_batch = truth->batches,
                                .clock = start->clock,
                                .clocks = {clock_start(&start->clock), clock_start(&start->clock)},
                                .turn_ms = start->uptime_ms,
                                .turn_max_ms = start->uptime_ms,
                                .lag_quota_ms = {quota_ms, quota_ms},
                                .acted_ms = {start->uptime_ms, start->uptime_ms},
                                .takeback = SEAT_NONE,
                                .offer = SEAT_NONE};
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const struct truth_player *player = truth_player(truth, start->players[seat]);
        game->has_computer = game->has_computer || player->is_computer;
        game->points_at_start[seat] = truth_has_rating(player, game->variant->id)
                                          ? truth_points(player, game->variant->id)
                                          : -1;
    }
    CHECK_THAT(sim, CHECK_CLOCKS,
               start->uptime_ms == truth_uptime_at(sim, start->started_ms - sim->wall_start_ms) &&
                   start->clock.kind == room->clock.kind &&
                   start->clock.main_ms == room->clock.main_ms &&
                   start->clock.period_ms == room->clock.period_ms,
               "game " ID_FORMAT " begins at uptime %lld, or with another clock than its room",
               ID_ARG(start->id), (long long)start->uptime_ms);
    game->is_held = truth_is_real_time(game);
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        CHECK_THAT(sim, CHECK_ONE_CLOCK,
                   !truth_clock_is_real_time(&start->clock) ||
                       truth_player(truth, start->players[seat])->is_computer ||
                       !truth_is_busy(truth, start->players[seat]),
                   "game " ID_FORMAT " begins, and another clock runs for " ID_FORMAT,
                   ID_ARG(start->id), ID_ARG(start->players[seat]));
    truth__position_begin(sim, game, start);
    truth__days_off_begin(sim, game);
    truth->games =
        sim_grow(truth->games, truth->game_count, &truth->game_cap, sizeof(struct truth_game *));
    truth->games[truth->game_count++] = game;
    sim->stats->games_started++;
    sim->stats->solos += game->has_computer ? 1 : 0;
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

static void check_thought(struct sim *sim, const struct truth_game *game,
                          const struct truth_entry *entry, const char *text)
{
    const struct truth_player *actor = truth_player(&sim->truth, game->players[entry->seat]);
    CHECK_THAT(sim, CHECK_THOUGHTS,
               !actor->is_computer || workers_thought_of(sim, &game->board, text),
               "game " ID_FORMAT ": %s at ply %u came of no thought about this game",
               ID_ARG(game->id), text, game->board.ply);
}

/* Beside a game in real time there is none, if so asked; else it is about boards alone. */
static bool is_beside_help(const struct truth *truth, uint64_t player, const struct game *board,
                           bool none_at_all)
{
    for (size_t i = 0; i < truth->game_count; i++) {
        const struct truth_game *game = truth->games[i];
        bool is_in = game->players[SEAT_FIRST] == player || game->players[SEAT_SECOND] == player;
        if (game->rated && !game->is_over && is_in &&
            ((none_at_all && truth_is_real_time(game)) || likeness_is_of(&game->board, board)))
            return true;
    }
    return false;
}

bool truth_is_help(const struct truth *truth, uint64_t player, const struct game *board)
{
    return is_beside_help(truth, player, board, true);
}

/* The action of a person to which the computer would have to answer. */
static void check_against(struct sim *sim, const struct truth_game *game, enum seat seat)
{
    const struct truth_player *player = truth_player(&sim->truth, game->players[seat]);
    CHECK_THAT(sim, CHECK_HELP,
               !game->has_computer || player->is_computer ||
                   game_status(&game->board) != GAME_OPEN ||
                   !is_beside_help(&sim->truth, player->id, &game->board, game->start.ply > 0),
               "game " ID_FORMAT ": %s asks a computer about a rated game that is going",
               ID_ARG(game->id), player->name);
}

static void take_action(struct sim *sim, struct truth_game *game, struct truth_entry *entry,
                        const char *text)
{
    int status = action_parse(game->variant, text, strlen(text), &entry->action);
    enum seat to_act = game_to_act(&game->board);
    if (!entry->planned)
        truth__focus_check(sim, game);
    check_thought(sim, game, entry, text);
    if (status == 0 && to_act == entry->seat)
        status = game_act(&game->board, entry->action);
    CHECK_THAT(sim, CHECK_LEGAL_ACTIONS, status == 0 && to_act == entry->seat,
               "game " ID_FORMAT ": %s by seat %d at ply %u; seat %d was to act, status %d",
               ID_ARG(game->id), text, entry->seat, game->board.ply, to_act, status);
    check_against(sim, game, entry->seat);
    game->has_acted[entry->seat] = true;
    if (game->offer != entry->seat)
        offer_end(game);
    if (game->takeback != entry->seat)
        takeback_end(game);
    game->takeback = SEAT_NONE;
    game->turn_spent_ms = 0;
    bool is_passed_over = game->variant->id == VARIANT_GOBANG12 ||
                          game->variant->id == VARIANT_GOBANG15 ||
                          game->variant->id == VARIANT_ACHI;
    if (game_to_act(&game->board) != entry->seat || is_passed_over)
        clock_press(&game->clock, &game->clocks[entry->seat]);
    truth__moved(&sim->truth, game, entry->seat, entry->at_ms);
    sim->stats->actions_stored++;
    if (!entry->planned)
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
           game_takeback_ply(&game->board, seat, game->start.ply, TAKEBACK_TURN) >= 0;
}

/* By the settings, for the first one of a game. */
static bool opponent_allows(const struct sim *sim, const struct truth_game *game, enum seat seat)
{
    const struct truth_player *other = truth_player(&sim->truth, game->players[1 - (int)seat]);
    return game->takebacks[seat] == 0 && other->allows_takeback;
}

static void check_help(struct sim *sim, const struct truth_game *game,
                       const struct truth_entry *entry)
{
    enum seat asker = entry->kind == LOG_TAKEBACK_ASK ? entry->seat : game->takeback;
    bool is_help = game->has_computer && entry->kind != LOG_TAKEBACK_REFUSE;
    CHECK_THAT(sim, CHECK_HELP,
               !is_help || !truth_is_help(&sim->truth, game->players[asker], &game->board),
               "game " ID_FORMAT ": the player at seat %d takes back beside a rated game",
               ID_ARG(game->id), asker);
}

static void take_takeback(struct sim *sim, struct truth_game *game, const struct truth_entry *entry)
{
    CHECK_THAT(sim, CHECK_TAKEBACKS, takeback_is_right(game, entry),
               "game " ID_FORMAT ": kind %d by seat %d; seat %d had asked, the ply is %u",
               ID_ARG(game->id), entry->kind, entry->seat, game->takeback, game->board.ply);
    check_help(sim, game, entry);
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
        board_do(&game->board, game->start.ply, entry);
    }
}

static void take_gift(struct sim *sim, struct truth_game *game, const struct truth_entry *entry)
{
    game->given_ms[entry->seat] += entry->given_ms;
    CHECK_THAT(sim, CHECK_CLOCKS,
               truth_is_real_time(game) && entry->given_ms >= 1000 && entry->given_ms <= 60000 &&
                   game->given_ms[entry->seat] <= GIVEN_MAX_MS,
               "game " ID_FORMAT ": seat %d gives %lld ms, and %lld altogether", ID_ARG(game->id),
               entry->seat, (long long)entry->given_ms, (long long)game->given_ms[entry->seat]);
    game->clocks[1 - (int)entry->seat].left_ms += entry->given_ms;
    truth__stored(sim, game->players[entry->seat], DEED_GIVE);
    sim->stats->gifts++;
}

void truth__game_log(struct sim *sim, const struct store_op *op)
{
    const struct store_log_entry *stored = &op->as.game_log;
    struct truth_game *game = truth_game(&sim->truth, stored->game);
    CHECK_THAT(sim, CHECK_ONE_RESULT, game != NULL && !game->is_over,
               "an event of game " ID_FORMAT ", which is over or never was", ID_ARG(stored->game));
    CHECK_THAT(sim, CHECK_LOG_IN_ORDER, stored->seq == game->log_count + 1,
               "event %u of game " ID_FORMAT " follows event %zu", stored->seq, ID_ARG(game->id),
               game->log_count);
    struct truth_entry entry = {.kind = stored->kind,
                                .seat = stored->seat,
                                .at_ms = stored->at_ms,
                                .spent_ms = stored->spent_ms,
                                .lag_ms = stored->lag_ms,
                                .given_ms = stored->given_ms,
                                .planned = stored->planned};
    CHECK_THAT(sim, CHECK_TAKEBACKS, !game->has_to_grant || entry.kind == LOG_TAKEBACK,
               "game " ID_FORMAT ": a takeback that the settings allow is not granted at once",
               ID_ARG(game->id));
    truth__plan_before(sim, game, stored);
    truth__spend(sim, game, stored);
    if (entry.kind == LOG_ACTION)
        take_action(sim, game, &entry, stored->action);
    else if (entry.kind == LOG_DRAW_OFFER || entry.kind == LOG_DRAW_REFUSE)
        take_offer(sim, game, &entry);
    else if (entry.kind == LOG_GIVE_TIME)
        take_gift(sim, game, &entry);
    else if (entry.kind != LOG_DAYS_OFF)
        take_takeback(sim, game, &entry);
    truth__days_off_entry(sim, game, stored);
    entry.offer_after = game->offer;
    entry.takeback_after = game->takeback;
    memcpy(entry.clocks_after, game->clocks, sizeof(game->clocks));
    game->log = sim_grow(game->log, game->log_count, &game->log_cap, sizeof(*game->log));
    game->log[game->log_count++] = entry;
    truth__plan_after(sim, game, stored);
}
