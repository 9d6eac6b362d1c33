/* SPDX-License-Identifier: MIT */
/*
 * Histories and statistics of a store against the plain model.
 */
#include "tests/conformance/store_trial.h"

/* ------------------------------------------------------------------ stars */

struct store_op trial_star(struct trial *trial)
{
    uint64_t game = MODEL_FIRST_GAME + trial_below(trial, (uint64_t)trial->next.games_begun + 1);
    const struct model_game *found = model_game(&trial->next, game);
    uint64_t player = found != NULL && trial_below(trial, 4) != 0
                          ? found->start.players[trial_below(trial, SEAT_COUNT)]
                          : trial_any_player(trial);
    return sample_star(player, game, trial_below(trial, 3) != 0);
}

/* ------------------------------------------------------------------ histories */

static struct store_query make_history(struct trial *trial)
{
    struct store_query query = sample_history(trial_any_player(trial), MODEL_GAMES);
    int64_t middle_ms = 1700000001000 + MODEL_FIRST_GAME + (int64_t)trial_below(trial, MODEL_GAMES);
    query.history.variant = (int)trial_below(trial, VARIANT_COUNT + 1) - 1;
    query.history.score = (int)trial_below(trial, SCORE_COUNT + 1) - 1;
    query.history.opponent = trial_below(trial, 3) == 0 ? trial_any_player(trial) : 0;
    query.history.stake = (enum store_stake)trial_below(trial, STAKE_COUNT);
    query.history.is_starred = trial_below(trial, 3) == 0;
    query.history.since_ms = trial_below(trial, 3) == 0 ? middle_ms : 0;
    query.history.until_ms =
        trial_below(trial, 3) == 0 ? middle_ms + (int64_t)trial_below(trial, 90) : 0;
    return query;
}

void trial_history_compare(struct trial *trial)
{
    const struct model_game *games[MODEL_GAMES];
    struct store_query query = make_history(trial);
    if (model_player(&trial->model, query.history.player) == NULL)
        return;
    const struct store_answer *answer = conformance_ask(trial->harness, query);
    size_t at = 0;
    for (size_t i = model_games_in_order(&trial->model, games); i > 0; i--) {
        const struct model_game *game = games[i - 1];
        int seat = 0;
        if (!model_line_is_wanted(game, &query.history, &seat))
            continue;
        assert_true(at < answer->history_count);
        assert_int_equal(answer->history[at].game, game->start.id);
        assert_int_equal(answer->history[at].opponent_rank, game->opponent_ranks[seat]);
        assert_int_equal(answer->history[at].seat, seat);
        assert_int_equal(answer->history[at].is_starred, game->stars[seat]);
        at++;
    }
    assert_int_equal(answer->history_count, at);
}

/* ------------------------------------------------------------------ comparing statistics */

static void form_compare(const struct store_form *form, const struct store_form *wanted)
{
    assert_int_equal(form->winning, wanted->winning);
    assert_int_equal(form->longest_winning, wanted->longest_winning);
    assert_int_equal(form->unbeaten, wanted->unbeaten);
    assert_int_equal(form->longest_unbeaten, wanted->longest_unbeaten);
    assert_int_equal(form->best_points, wanted->best_points);
}

void trial_stats_compare(struct trial *trial, uint64_t player)
{
    const struct model *model = &trial->model;
    const struct store_query query =
        sample_stats(player, trial_below(trial, 2) == 0 ? trial_any_player(trial) : 0);
    if (model_player(&trial->model, player) == NULL)
        return;
    const struct store_answer *answer = conformance_ask(trial->harness, query);
    int64_t counted = 0;
    for (size_t i = 0; i < answer->tallies_count; i++) {
        const struct store_tally *tally = &answer->tallies[i];
        const struct store_history_query *of = &query.history;
        assert_int_equal(tally->won, model_games_counted(model, of, tally, SCORE_WON));
        assert_int_equal(tally->lost, model_games_counted(model, of, tally, SCORE_LOST));
        assert_int_equal(tally->drawn, model_games_counted(model, of, tally, SCORE_DRAWN));
        counted += tally->won + tally->lost + tally->drawn;
    }
    assert_int_equal(counted, model_games_over(model, &query.history));
    for (size_t i = 0; i < answer->forms_count; i++) {
        struct store_form wanted = model_form(model, player, answer->forms[i].variant);
        form_compare(&answer->forms[i], &wanted);
    }
}
