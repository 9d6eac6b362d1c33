/* SPDX-License-Identifier: MIT */
/*
 * Replies about the games that a player has in progress. A row tells how a game stood after some
 * event; when all is quiet, after its last one.
 */
#include "tests/sim/said.h"
#include "tests/sim/sim.h"

#include <string.h>

#define ID_ARG(id) ((unsigned long long)(id))

static bool is_last(const struct game *board, const char *last)
{
    char text[ACTION_TEXT_SIZE];
    if (board->ply == 0)
        return last == NULL;
    action_format(board->variant, game_actions(board)[board->ply - 1], text);
    return last != NULL && strcmp(last, text) == 0;
}

/* Whether the game ever stood as the row tells; when all is quiet: whether it stands so. */
static bool is_state(const struct sim *sim, const struct truth_game *game,
                     const struct current_game_record *row)
{
    size_t first = sim->is_quiet ? game->log_count : 0;
    bool is_it = false;
    for (size_t seq = game->log_count + 1; seq-- > first && !is_it;) {
        struct game board;
        truth_replay(game, (uint32_t)seq, &board);
        is_it = row->ply == board.ply && row->to_act == (int)game_to_act(&board) &&
                is_last(&board, row->last);
    }
    return is_it;
}

static bool is_named(const struct truth *truth, uint64_t player, const char *name)
{
    const struct truth_player *found = truth_player(truth, player);
    return found != NULL && truth_goes_by(found, name);
}

static int64_t acted_ms(const struct truth_game *game)
{
    for (size_t i = game->log_count; i > 0; i--)
        if (game->log[i - 1].kind == LOG_ACTION)
            return game->log[i - 1].at_ms;
    return NONE;
}

static int64_t left_at(const struct truth_game *game, int seat, int64_t uptime_ms)
{
    struct clock clocks[SEAT_COUNT];
    truth_clocks_at(game, uptime_ms, clocks);
    return clock_falls_after_ms(&game->clock, &clocks[seat]);
}

/* Only when nothing happens is it known when the row was made. */
static void check_time(struct link *link, const struct truth_game *game,
                       const struct current_game_record *row)
{
    struct sim *sim = link->sim;
    int64_t now_ms = truth_uptime_at(sim, sim->now_ms);
    int64_t waits_ms = game->turn_max_ms - game->turn_ms;
    bool is_right = game->clock.kind == CLOCK_NONE
                        ? row->left_ms == NONE
                        : row->left_ms >= left_at(game, row->to_act, now_ms) &&
                              row->left_ms <= left_at(game, row->to_act, now_ms - waits_ms);
    CHECK_THAT(sim, CHECK_CURRENT_GAMES, is_right && row->acted == acted_ms(game),
               "game %llx: %lld ms are said to be left since the action of %lld", ID_ARG(game->id),
               (long long)row->left_ms, (long long)row->acted);
}

static void check_row(struct link *link, const struct ask *ask, const struct truth_player *player,
                      const struct current_game_record *row)
{
    struct sim *sim = link->sim;
    const struct truth_game *game = truth_game(&sim->truth, row->game);
    CHECK_THAT(sim, CHECK_SAID_IS_STORED,
               game != NULL && truth_seat(game, player->id) != SEAT_NONE &&
                   row->room == game->room && row->variant == game->variant &&
                   row->rated == game->rated &&
                   is_named(&sim->truth, game->players[SEAT_FIRST], row->first) &&
                   is_named(&sim->truth, game->players[SEAT_SECOND], row->second),
               "game %llx of %s is not like this", ID_ARG(row->game), player->name);
    CHECK_THAT(sim, CHECK_CURRENT_GAMES, !game->is_over || game->end_batch > ask->batches,
               "game %llx was over when the games of %s were asked for", ID_ARG(game->id),
               player->name);
    CHECK_THAT(sim, CHECK_CURRENT_GAMES, is_state(sim, game, row),
               "game %llx: after %lld actions, the last %s, seat %d is said to be next",
               ID_ARG(game->id), (long long)row->ply, row->last != NULL ? row->last : "none",
               row->to_act);
    if (sim->is_quiet)
        check_time(link, game, row);
}

static bool is_listed(const struct player_games_reply *list, uint64_t game)
{
    for (size_t i = 0; i < list->games_count; i++)
        if (list->games[i].game == game)
            return true;
    return false;
}

void said__games(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct player_games_reply *list = &reply->player_games;
    const struct truth *truth = &link->sim->truth;
    const struct truth_player *player = truth_player_named(truth, list->name);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED, player != NULL, "the games of %s, who is nobody",
               list->name);
    for (size_t i = 0; i < list->games_count; i++) {
        check_row(link, ask, player, &list->games[i]);
        CHECK_THAT(link->sim, CHECK_CURRENT_GAMES,
                   i == 0 || list->games[i - 1].game < list->games[i].game,
                   "game %llx is listed out of order, or twice", ID_ARG(list->games[i].game));
    }
    for (size_t i = 0; i < truth->game_count; i++) {
        const struct truth_game *game = truth->games[i];
        bool has_to_be = !game->is_over && game->start_batch <= ask->batches &&
                         truth_seat(game, player->id) != SEAT_NONE;
        CHECK_THAT(link->sim, CHECK_CURRENT_GAMES, !has_to_be || is_listed(list, game->id),
                   "game %llx of %s is in progress, and not listed", ID_ARG(game->id),
                   player->name);
    }
    link->sim->stats->games_listed += list->games_count;
}
