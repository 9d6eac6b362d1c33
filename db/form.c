/* SPDX-License-Identifier: MIT */
/*
 * Streaks and best wins. Pure functions of plain values.
 */
#include "db/form.h"

enum mark form__mark(enum mark first_mark, int seat)
{
    if (first_mark == MARK_NONE || seat == SEAT_FIRST)
        return first_mark;
    return first_mark == MARK_X ? MARK_O : MARK_X;
}

static void streak_add(bool goes_on, int64_t *now, int64_t *longest)
{
    *now = goes_on ? *now + 1 : 0;
    if (*now > *longest)
        *longest = *now;
}

void form__add_to_streaks(struct store_form *form, enum score score)
{
    if (score == SCORE_VOID)
        return;
    streak_add(score == SCORE_WON, &form->winning, &form->longest_winning);
    streak_add(score != SCORE_LOST, &form->unbeaten, &form->longest_unbeaten);
}

void form__clear_streaks(struct store_form *form)
{
    form->winning = 0;
    form->longest_winning = 0;
    form->unbeaten = 0;
    form->longest_unbeaten = 0;
}

/* Of two that are as strong, the one with the smaller id. */
static bool is_better(const struct store_form *form, const struct form_game *game)
{
    if (game->opponent_points != form->best_points)
        return game->opponent_points > form->best_points;
    return game->opponent_points > 0 && game->id < form->best_game;
}

void form__add(struct store_form *form, const struct form_game *game)
{
    form__add_to_streaks(form, game->score);
    if (game->score != SCORE_WON || !is_better(form, game))
        return;
    form->best_points = game->opponent_points;
    form->best_game = game->id;
}
