/* SPDX-License-Identifier: MIT */
/*
 * Histories and statistics of the plain store, by looking at every game.
 */
#include "tests/conformance/store_model.h"

/* Against a computer, to the player at `seat`; nothing of that kind is rated. */
static bool is_of_computer(const struct model *model, const struct model_game *game, int seat)
{
    return !game->start.rated && model->players[game->start.players[1 - seat]].is_computer;
}

static bool are_admitted(enum store_computers computers, bool is_of_computer)
{
    return computers == COMPUTERS_ANY || (computers == COMPUTERS_ONLY) == is_of_computer;
}

bool model_line_is_wanted(const struct model *model, const struct model_game *game,
                          const struct store_history_filter *query, int *seat_out)
{
    *seat_out = game->start.players[1] == query->player;
    return game->is_over && game->start.players[*seat_out] == query->player &&
           (query->variant == -1 || query->variant == (int)game->start.variant) &&
           (query->score == -1 ||
            query->score == (int)score_of_seat(game->end.outcome.result, *seat_out)) &&
           (query->opponent == 0 || query->opponent == game->start.players[1 - *seat_out]) &&
           (query->stake == STAKE_ANY || (query->stake == STAKE_RATED) == game->start.rated) &&
           are_admitted(query->computers, is_of_computer(model, game, *seat_out)) &&
           (!query->is_starred || game->stars[*seat_out]) &&
           game->end.ended_ms >= query->since_ms &&
           (query->until_ms == 0 || game->end.ended_ms < query->until_ms);
}

size_t model_games_in_order(const struct model *model,
                            const struct model_game *games_out[MODEL_GAMES])
{
    size_t count = 0;
    for (size_t i = 0; i < MODEL_GAMES; i++) {
        const struct model_game *game = &model->games[i];
        size_t at = count;
        if (!game->is_over)
            continue;
        for (; at > 0 && games_out[at - 1]->end.ended_ms > game->end.ended_ms; at--)
            games_out[at] = games_out[at - 1];
        games_out[at] = game;
        count++;
    }
    return count;
}

static enum mark mark_of(const struct model_game *game, int seat)
{
    enum mark first = game->end.first_mark;
    if (first == MARK_NONE || seat == 0)
        return first;
    return first == MARK_X ? MARK_O : MARK_X;
}

struct store_form model_form(const struct model *model, uint64_t player, enum variant_id variant)
{
    const struct model_game *games[MODEL_GAMES];
    size_t count = model_games_in_order(model, games);
    struct store_form form = {0};
    for (size_t i = 0; i < count; i++) {
        int seat = games[i]->start.players[1] == player;
        enum score score = score_of_seat(games[i]->end.outcome.result, seat);
        if (games[i]->is_annulled || games[i]->start.given > 0 ||
            games[i]->start.players[seat] != player || score == SCORE_VOID ||
            games[i]->start.variant != variant || is_of_computer(model, games[i], seat))
            continue;
        form.winning = score == SCORE_WON ? form.winning + 1 : 0;
        form.unbeaten = score == SCORE_LOST ? 0 : form.unbeaten + 1;
        if (form.winning > form.longest_winning)
            form.longest_winning = form.winning;
        if (form.unbeaten > form.longest_unbeaten)
            form.longest_unbeaten = form.unbeaten;
        int points = games[i]->end.moves_ratings ? games[i]->changes[1 - seat].before : 0;
        if (score == SCORE_WON && points > form.best_points)
            form.best_points = points;
    }
    return form;
}

int64_t model_games_counted(const struct model *model, const struct store_stats_filter *query,
                            const struct store_tally *tally, enum score score)
{
    int64_t count = 0;
    for (size_t i = 0; i < MODEL_GAMES; i++) {
        const struct model_game *game = &model->games[i];
        int seat = (int)tally->seat;
        count += game->is_over && !game->is_annulled && game->start.given == 0 &&
                 game->start.players[seat] == query->player &&
                 (query->opponent == 0 || game->start.players[1 - seat] == query->opponent) &&
                 are_admitted(query->computers,
                              model->players[game->start.players[1 - seat]].is_computer) &&
                 game->start.variant == tally->variant && mark_of(game, seat) == tally->mark &&
                 score_of_seat(game->end.outcome.result, seat) == score;
    }
    return count;
}

int64_t model_games_over(const struct model *model, const struct store_stats_filter *query)
{
    int64_t count = 0;
    for (size_t i = 0; i < MODEL_GAMES; i++) {
        const struct model_game *game = &model->games[i];
        int seat = game->start.players[1] == query->player;
        count += game->is_over && !game->is_annulled && game->start.given == 0 &&
                 game->start.players[seat] == query->player &&
                 game->end.outcome.result != RESULT_NONE &&
                 (query->opponent == 0 || game->start.players[1 - seat] == query->opponent) &&
                 are_admitted(query->computers,
                              model->players[game->start.players[1 - seat]].is_computer);
    }
    return count;
}
